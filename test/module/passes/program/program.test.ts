import { describe, expect, it } from 'vitest';
import { explore } from '../../../../src/explicit/explore.js';
import { parseModule } from '../../../../src/module/parse.js';
import { programOf } from '../../../../src/module/passes/program/index.js';
import { printProgram } from '../../../../src/program/printer.js';
import { present } from '../../../../src/support/present.js';

/** The threads of the program that a settled module becomes. */
function code(text: string): string {
  const printed = printProgram(programOf(parseModule(text), { name: 'test' }));
  const lines = printed.slice(printed.indexOf('\n\n')).trim().split('\n');
  return lines.slice(0, lines.lastIndexOf('}') + 1).join('\n');
}

const cellsIn = (text: string): readonly string[] =>
  programOf(parseModule(text), { name: 'test' }).locations.map(
    ({ name, shape }) =>
      `${name}: ${shape?.cells.map(({ offset, width }) => `${offset}/${width}`).join(' ')}`,
  );

describe('program', () => {
  it('has threads, spawns and joins', () => {
    const text = `layout "int" scalar 4 signed
global @x size 4 align 4 layout "int"
global @y size 4 align 4 layout "int"
thread "main" () {
entry:
  start 1()
  store @x, 1:i32
  %1:i32 = load @y
  intrinsic join(1:i32)
  return
}
thread "worker" () {
entry:
  store @y, 1:i32 seq_cst
  %1:i32 = load @x
  return
}
`;
    expect(code(text)).toBe(`main(int* x, int* y) {
  spawn(worker);
  *x = 1;
  int \`$1\` = *y;
  join(1);
}

spawned worker() {
  __order(relaxed) smp_wmb();
  __order(seq_cst) *&y = 1;
  __order(relaxed) smp_mb();
  int \`$1\` = *&x;
}`);
  });

  it('keeps its own registers apart from those of the module', () => {
    const text = `global @x size 8 align 8
global @y size 4 align 4
thread "main" () {
entry:
  %.2:i32 = load @y
  store offset(@x, 4), 1:i32
  %.1:i64 = load @x
  store @x, add(%.1:i64, sext:i64(%.2:i32))
  %.3:i32 = load @y
  store @y, add(%.3:i32, %.2:i32)
  return
}
`;
    const program = programOf(parseModule(text), { name: 'test' });
    expect(explore(program, { model: 'sc' }).findings).toEqual([]);
  });

  it('frees a block of which only a later part is used', () => {
    const text = `global @x size 8 align 8
thread "main" () {
entry:
  %p:ptr = intrinsic allocate(16:i64, 8:i64, 0:i32)
  %v:i64, %h:i32 = load offset(%p:ptr, 8)
  store @x, zext:i64(%h:i32)
  intrinsic release(%p:ptr)
  return
}
`;
    const program = programOf(parseModule(text), { name: 'test' });
    const { findings, outcomes } = explore(program, { model: 'sc' });
    expect(findings).toEqual([]);
    expect(outcomes).toHaveLength(1);
  });

  it("names a library's own cells so that traces leave them out", () => {
    const text = `global @__model_released size 4 align 4 bytes "" model
global @errno size 4 align 4 bytes "" model
global @__model_gate size 4 align 4 bytes "" model
global @_ZTV1A size 16 align 8 bytes ""
thread "main" () {
entry:
  store @__model_released, 1:i32
  store @errno, 1:i32
  store @__model_gate, 1:i32
  %1:ptr = load @_ZTV1A
  return
}
`;
    const names = programOf(parseModule(text), { name: 'test' }).locations.map(({ name }) => name);
    expect(names).toEqual(['library.released', 'errno', 'library.gate', 'library.own._ZTV1A']);
  });

  it('divides objects by the accesses to them', () => {
    const text = `global @s size 24 align 8
thread "main" () {
entry:
  store offset(@s, 0), 1:i32
  store offset(@s, 4), 1:i8
  store offset(@s, 8), null
  %1:i64 = load offset(@s, 16)
  %2:i32 = load offset(@s, 20)
  return
}
`.replace('null', '0:ptr');
    expect(cellsIn(text)).toEqual(['s: 0/32 4/8 8/32 16/32 20/32']);
  });

  it('makes an access of several cells several accesses', () => {
    const text = `global @s size 8 align 8
thread "main" () {
entry:
  store @s, 1:i64
  %1:i32 = load offset(@s, 4)
  %2:i64 = load @s
  return
}
`;
    expect(code(text)).toMatchInlineSnapshot(`
      "main(int* s) {
        *s = 1;
        s[4] = 0;
        int \`$1\` = s[4];
        int \`$.1\` = *s;
        int \`$.2\` = s[4];
        wide \`$2\` = zext32(\`$.1\`) | (zext32(\`$.2\`) << 32W);
      }"
    `);
  });

  it('keeps a walk in a member within it', () => {
    const text = `global @s size 16 align 8
thread "main" () {
entry:
  store offset(@s, 8), 1:i64
  %p:ptr = offset(@s, 0, 8)
  jump loop
loop:
  %1:i8 = load %p:ptr
  %p:ptr = offset(%p:ptr, 1)
  branch eq(%1:i8, 0:i8), out, loop
out:
  return
}
`;
    expect(cellsIn(text)).toEqual(['s: 0/8 1/8 2/8 3/8 4/8 5/8 6/8 7/8 8/64']);
  });

  it('has loops, choices and a switch', () => {
    const text = `global @x size 4 align 4
thread "main" () {
entry:
  jump test
test:
  %1:i32 = load @x
  branch eq(%1:i32, 0:i32), test, out
out:
  switch %1:i32 [1:i32 one, 2:i32 one, 3:i32 three] other
one:
  store @x, 10:i32
  jump last
three:
  store @x, 30:i32
  jump last
other:
  jump last
last:
  return
}
`;
    expect(code(text)).toMatchInlineSnapshot(`
      "main(int* x) {
        int \`$1\`;
        loop.1: while (1) {
          \`$1\` = *x;
          if (\`$1\` != 0) {
            break loop.1;
          }
        }
        if (\`$1\` == 1 || \`$1\` == 2) {
          *x = 10;
        } else {
          if (\`$1\` == 3) {
            *x = 30;
          }
        }
      }"
    `);
  });

  it('makes a section of what lies between its begin and its ends', () => {
    const text = `global @x size 4 align 4
thread "main" () {
entry:
  intrinsic atomic_begin()
  %1:i32 = load @x
  branch eq(%1:i32, 0:i32), free, taken
free:
  store @x, 1:i32
  intrinsic atomic_end()
  jump out
taken:
  intrinsic atomic_end()
  store @x, 2:i32
  jump out
out:
  return
}
`;
    expect(code(text)).toMatchInlineSnapshot(`
      "main(int* x) {
        int \`$1\`, \`$section 1\`;
        atomic {
          \`$1\` = *x;
          if (\`$1\` == 0) {
            *x = 1;
            \`$section 1\` = 1;
          } else {
            \`$section 1\` = 0;
          }
        }
        if (\`$section 1\` == 0) {
          *x = 2;
        }
      }"
    `);
  });
});

describe('mixed sizes', () => {
  const shared = (first: string, second: string): string => `global @s size 8 align 8
thread "main" () {
entry:
  store @s, 0:i64
  start 1()
  ${first}
  return
}
thread "worker" () {
entry:
  ${second}
  return
}
`;

  it('are refused where threads could see a part of an access', () => {
    const text = shared('store @s, 1:i64\n  %1:i64 = load @s', 'store offset(@s, 4), 1:i32');
    expect(() => code(text)).toThrow('different sizes');
  });

  it('are fine before threads run, in sections and in read-modify-writes', () => {
    expect(code(shared('', 'store offset(@s, 4), 1:i32'))).toContain('s[4] = 0');
    expect(code(shared('rmw add @s, 1:i64 seq_cst', '%1:i32 = load offset(@s, 4)'))).toContain('atomic');
  });

  it('are fine in a copy, and an atomic section that copies bytes says whether they have values', () => {
    const copied = (order: string): string =>
      shared(
        'store offset(@s, 4), 1:i32',
        `%value:i64, %has:i32 = load @s${order}
  intrinsic require(%has:i32, "assertion", "it has a value")`,
      );
    const findings = (order: string, indivisible?: 'all') =>
      explore(programOf(parseModule(copied(order)), { name: 'test', ...present({ indivisible }) }), {
        model: 'sc',
      }).findings;
    expect(findings('')).toEqual([]);
    expect(findings(' relaxed', 'all')).toEqual([]);
  });

  it('are refused after a thread was joined that may have started the one that could tell', () => {
    const text = `global @s size 8 align 8
thread "main" () {
entry:
  start 1()
  intrinsic join(1:i32)
  store @s, 1:i64
  return
}
thread "starter" () {
entry:
  start 2()
  return
}
thread "worker" () {
entry:
  store offset(@s, 4), 1:i32
  return
}
`;
    expect(() => code(text)).toThrow('different sizes');
  });

  it('are fine before the one thread starts that could tell, and after it was joined', () => {
    const later = (before: string, after: string): string => `global @s size 8 align 8
thread "main" () {
entry:
  start 1()
  ${before}
  start 2()
  ${after}
  return
}
thread "other" () {
entry:
  return
}
thread "worker" () {
entry:
  store offset(@s, 4), 1:i32
  return
}
`;
    expect(code(later('store @s, 1:i64', ''))).toContain('s[4] = ');
    const join = 'intrinsic join(2:i32)';
    expect(code(later('', `${join}\n  store @s, 1:i64`))).toContain('s[4] = ');
    expect(() => code(later('', 'store @s, 1:i64'))).toThrow('different sizes');
    expect(() => code(later('', `store @s, 1:i64\n  ${join}`))).toThrow('different sizes');
    expect(() => code(later('', 'intrinsic join(1:i32)\n  store @s, 1:i64'))).toThrow('different sizes');
  });
});
