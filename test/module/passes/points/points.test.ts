import { describe, expect, it } from 'vitest';
import { resultsOf } from '../../../../src/module/instruction.js';
import { parseModule } from '../../../../src/module/parse.js';
import { PointsTo } from '../../../../src/module/passes/points/solve.js';
import { offsetsOf } from '../../../../src/module/passes/points/targets.js';

const globals = `global @x size 4 align 4
global @y size 16 align 8
global @p size 16 align 8 at 8 = @y 4
`;

/** Where each register of the first thread that holds an address may point, a line for each. */
function pointsOf(lines: string, others = ''): string[] {
  const module = parseModule(`${globals}thread "main" () {\nentry:\n${lines}\n}\n${others}`);
  const points = new PointsTo(module);
  const registers = new Map(
    [...(module.threads[0]?.body.blocks.values() ?? [])]
      .flatMap(({ instructions }) => instructions.flatMap((i) => resultsOf(i)))
      .filter(({ type }) => type === 'ptr')
      .map((r) => [r.name, r]),
  );
  return [...registers.values()].map((r) => {
    const targets = [...points.of(0, r).values()].map((t) => `${t.object}+${offsetsOf(t).join('|')}`);
    return `${r.name}: ${targets.sort().join(' ')}`;
  });
}

describe('points-to', () => {
  it('knows addresses, offsets and choices', () => {
    expect(
      pointsOf(`  %a:ptr = @x
  %b:ptr = offset(@y, 8)
  %c:i32 = load @x
  %d:ptr = select(eq(%c:i32, 0:i32), %a:ptr, %b:ptr)
  %e:ptr = offset(%d:ptr, 4)
  return`),
    ).toEqual(['a: x+0', 'b: y+8', 'd: x+0 y+8', 'e: x+4 y+12']);
  });

  it('follows addresses through memory, also those that are there at first', () => {
    expect(
      pointsOf(`  store @p, @x
  %a:ptr = load @p
  %b:ptr = load offset(@p, 8)
  return`),
    ).toEqual(['a: x+0', 'b: y+4']);
  });

  it('follows them through copies and to other threads', () => {
    const worker = `thread "worker" (%q:ptr) {
entry:
  store %q:ptr, offset(@x, 2)
  return
}
`;
    expect(
      pointsOf(
        `  start 1(offset(@p, 8))
  copy @y, @p, 16:i64
  %a:ptr = load offset(@y, 8)
  return`,
        worker,
      ),
    ).toEqual(['a: x+2 y+4']);
  });

  it('has a block for each allocation, and walks within the extent', () => {
    expect(
      pointsOf(`  %a:ptr = intrinsic allocate(8:i64, 8:i64, 0:i32)
  %b:ptr = intrinsic allocate(8:i64, 8:i64, 0:i32)
  %c:i32 = load @x
  %d:ptr = element(offset(@y, 8, 8), sext:i64(%c:i32), 4)
  return`),
    ).toEqual(['a: heap 1+0', 'b: heap 2+0', 'd: y+8|12|16']);
  });

  it('has one target for a member at an unknown offset of a large array, and one for each of a small one', () => {
    const member = (size: number): string[] =>
      pointsOf(
        `  %c:i64 = load @n
  %a:ptr = offset(element(@z, %c:i64, 16), 8, 8)
  return`,
        `global @n size 8 align 8\nglobal @z size ${size} align 8\n`,
      );
    const all = (count: number): string => Array.from({ length: count }, (_, k) => 16 * k + 8).join('|');
    expect(member(2048)).toEqual([`a: z+${all(128)}`]);
    expect(member(64)).toEqual(['a: z+24 z+40 z+56 z+8']);
  });

  it('has one block for an allocation that copies of a block of instructions share', () => {
    const allocate = '  %a:ptr = intrinsic allocate(8:i64, 8:i64, 0:i32)\n';
    const module = parseModule(`thread "main" () {
entry:
${allocate}  jump next
next:
  %b:ptr = intrinsic allocate(16:i64, 8:i64, 0:i32)
  return
}
`);
    const [main] = module.threads;
    const blocks = new Map(main?.body.blocks);
    const [entry, next] = [blocks.get('entry'), blocks.get('next')];
    if (main === undefined || entry === undefined || next === undefined) throw new Error('no blocks');
    blocks.set('next', { ...next, instructions: [...entry.instructions, ...next.instructions] });
    const threads = [{ ...main, body: { ...main.body, blocks } }];
    const { objects } = new PointsTo({ ...module, threads });
    const sizes = [...entry.instructions, ...next.instructions].map((i) => objects.ofSite(i)?.size);
    expect(sizes).toEqual([8, 16]);
    expect([...objects.byName].map(([name, { size }]) => [name, size])).toEqual([
      ['heap 1', 8],
      ['heap 2', 16],
    ]);
  });

  it('knows that an offset is a multiple of the lowest bit of its mask', () => {
    expect(
      pointsOf(
        `  %i:i64 = load @n
  %a:ptr = element(@z, and(%i:i64, -16:i64), 1)
  %b:ptr = offset(%a:ptr, 8)
  return`,
        'global @n size 8 align 8\nglobal @z size 48 align 8\n',
      ),
    ).toEqual(['a: z+0|16|32|48', 'b: z+8|24|40']);
  });

  it('does not take an index for a multiple of a factor that a product may wrap around', () => {
    expect(
      pointsOf(
        `  %i:i64 = load @n
  %a:ptr = element(@z, mul(%i:i64, 6:i64), 1)
  return`,
        'global @n size 8 align 8\nglobal @z size 8 align 8\n',
      ),
    ).toEqual(['a: z+0|2|4|6|8']);
  });

  it('does not take a comparison with the largest number for a bound', () => {
    const found = (most: string): string[] =>
      pointsOf(
        `  %i:i64 = load @n
  intrinsic require(zext:i32(ult(%i:i64, ${most}:i64)), "assertion", "i")
  %a:ptr = element(@z, %i:i64, 4)
  return`,
        'global @n size 8 align 8\nglobal @z size 16 align 8\n',
      );
    expect(found('2')).toEqual(['a: z+0|4']);
    expect(found('-1')).toEqual(['a: z+0|4|8|12|16']);
  });

  it('knows the elements of an index that was compared with a constant, until the index changes', () => {
    expect(
      pointsOf(
        `  %i:i64 = load @n
  %a:ptr = element(offset(@z, 8), %i:i64, 8)
  intrinsic require(zext:i32(ult(%i:i64, 2:i64)), "assertion", "index out of bounds")
  %b:ptr = element(offset(@z, 8), %i:i64, 8)
  %i:i64 = load @n
  %c:ptr = element(offset(@z, 8), %i:i64, 8)
  branch ult(%i:i64, 3:i64), yes, no
yes:
  %d:ptr = element(offset(@z, 8), %i:i64, 8)
  jump no
no:
  %e:ptr = element(offset(@z, 8), %i:i64, 8)
  return`,
        'global @n size 8 align 8\nglobal @z size 32 align 8\n',
      ),
    ).toEqual(['a: z+0|8|16|24|32', 'b: z+8|16', 'c: z+0|8|16|24|32', 'd: z+8|16|24', 'e: z+0|8|16|24|32']);
  });

  it('looks again where an object holds more than before', () => {
    expect(
      pointsOf(`  jump next
next:
  %a:ptr = load @p
  %b:ptr = load %a:ptr
  store @p, @y
  store @y, @x
  jump next`),
    ).toEqual(['a: y+0', 'b: x+0']);
  });

  it('follows addresses that an atomic operation changes in memory', () => {
    const held = (operation: string): string[] =>
      pointsOf(`  store @p, @y
  %0:i64 = rmw ${operation} seq_cst
  %a:ptr = load @p
  return`);
    expect(held('add @p, 8:i64')).toEqual(['a: y+0 y+16 y+8']);
    expect(held('or @p, 1:i64')).toEqual(['a: y+0 y+1']);
    expect(held('xor @p, 3:i64')).toEqual(['a: y+0 y+3']);
    expect(held('umax @p, ptrtoint:i64(@x)')).toEqual(['a: x+0 y+0']);
    expect(held('add @y, ptrtoint:i64(@x)')).toEqual(['a: y+0']);
    const added = pointsOf(`  %0:i64 = rmw add @p, ptrtoint:i64(@x) seq_cst
  %a:ptr = load @p
  return`);
    expect(added).toEqual(['a: x+0|1|2|3|4']);
  });

  it('masks each offset of a walk, and leads out of an extent and back', () => {
    const others = 'global @n size 8 align 8\nglobal @z size 32 align 8\n';
    const masked = (lines: string): string[] => pointsOf(`  %n:i64 = load @n\n${lines}\n  return`, others);
    const walk = '  %a:i64 = ptrtoint:i64(element(@z, %n:i64, 12))\n';
    const down = '%b:ptr = inttoptr:ptr(and(%a:i64, -16:i64))';
    expect(masked(`${walk}  ${down}`)).toEqual(['b: z+0 z+16']);
    expect(masked(`  %a:i64 = ptrtoint:i64(offset(@z, 20, 4))\n  ${down}`)).toEqual(['b: z+16']);
    const up = (object: string): string =>
      `  %a:ptr = inttoptr:ptr(and(add(ptrtoint:i64(${object}), 15:i64), -16:i64))`;
    expect(masked(up('@x'))).toEqual(['a: x+0']);
    expect(masked(up('offset(@z, 9)'))).toEqual(['a: z+16']);
  });

  it('knows which bits of a mark may be set', () => {
    const marked = (mark: string): string[] =>
      pointsOf(
        `  %n:i64 = load @n
  %a:ptr = inttoptr:ptr(or(ptrtoint:i64(@z), ${mark}))
  return`,
        'global @n size 8 align 8\nglobal @z size 8 align 8\n',
      );
    expect(marked('and(%n:i64, 1:i64)')).toEqual(['a: z+0|1']);
    // A complement is taken back before the address is used.
    expect(marked('-1:i64')).toEqual(['a: z+0']);
    expect(marked('shl(%n:i64, 48:i64)')).toEqual(['a: z+0']);
    expect(marked('zext:i64(eq(%n:i64, 0:i64))')).toEqual(['a: z+0|1']);
    expect(marked('and(lshr(%n:i64, 60:i64), 6:i64)')).toEqual(['a: z+0|2|4|6']);
  });
});
