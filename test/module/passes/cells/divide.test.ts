import { describe, expect, it } from 'vitest';
import { parseModule } from '../../../../src/module/parse.js';
import { divide } from '../../../../src/module/passes/cells/divide.js';
import { PointsTo } from '../../../../src/module/passes/points/solve.js';

/** Offset and bytes of each cell of each object. */
function cellsOf(lines: string): string[] {
  const module = parseModule(`global @a size 16 align 8
global @b size 16 align 8
global @n size 8 align 8
thread "main" () {
entry:
${lines}
  return
}
`);
  const { cells } = divide(module, new PointsTo(module));
  return [...cells].map(
    ([object, list]) => `${object}: ${list.map(({ offset, bytes }) => `${offset}/${bytes}`).join(' ')}`,
  );
}

describe('cells', () => {
  it('are as wide as the accesses, and cut where they overlap', () => {
    expect(
      cellsOf(`  store @a, 1:i64
  %1:i32 = load offset(@a, 8)
  %2:i16 = load offset(@a, 10)`),
    ).toEqual(['a: 0/8 8/2 10/2']);
  });

  it('are the same on both sides of a copy, as far as it goes', () => {
    expect(
      cellsOf(`  store offset(@a, 4), 1:i32
  store offset(@a, 12), 1:i32
  copy offset(@b, 8), @a, 8:i64`),
    ).toEqual(['a: 4/4 12/4', 'b: 12/4']);
  });

  it('are the same in all objects that an address may mean', () => {
    expect(
      cellsOf(`  %n:i64 = load @n
  store select(eq(%n:i64, 0:i64), @a, offset(@b, 8)), 1:i64
  %1:i32 = load offset(@a, 4)`),
    ).toEqual(['n: 0/8', 'a: 0/4 4/4', 'b: 8/4 12/4']);
  });

  it('end where a range of unknown length begins, and where its object ends', () => {
    expect(
      cellsOf(`  %n:i64 = load @n
  store @a, 1:i64
  store offset(@a, 8), 1:i64
  copy offset(@a, 4), offset(@b, 12), %n:i64`),
    ).toEqual(['n: 0/8', 'a: 0/4 4/4 8/8', 'b: 12/4']);
  });

  it('are there for all bytes that a comparison reads', () => {
    expect(cellsOf('  %c:i32 = intrinsic compare(@a, @b, 6:i64)')).toEqual(['a: 0/4 4/2', 'b: 0/4 4/2']);
  });
});
