import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explore } from '../../../src/explicit/explore.js';
import { installedLibrary } from '../../../src/frontend/libraryFile.js';
import { parseModule } from '../../../src/module/parse.js';
import { programOfModule } from '../../../src/module/passes/index.js';
import { link, noLibrary } from '../../../src/module/passes/link.js';
import { StateNames } from '../../../src/report/state.js';
import { behaviours } from '../interpreter.js';

const library = installedLibrary();

const view = new DataView(new ArrayBuffer(8));
const bits = (x: number, type: 'f32' | 'f64'): bigint => {
  if (type === 'f64') view.setFloat64(0, x);
  else view.setFloat32(0, x);
  return type === 'f64' ? view.getBigInt64(0) : BigInt(view.getInt32(0));
};

/** A value of the type is chosen when the module runs, so that no pass computes with it. */
const chosen = (name: string, type: 'f32' | 'f64', [a, b]: readonly [number, number]): string[] => [
  `%c${name}:i32 = call @__diptych_choose(2:i32)`,
  `%${name}:${type} = select(ne(%c${name}:i32, 0:i32), ${bits(a, type)}:${type}, ${bits(b, type)}:${type})`,
];

const number = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.5, 3, -7.25, 2 ** 31, 1e300, 5e-324, Infinity, -Infinity, Number.NaN),
  fc.double(),
  fc.integer({ min: -1000, max: 1000 }).map((n) => n / 16),
);
const pair = fc.tuple(number, number);
const type = fc.constantFrom('f32' as const, 'f64' as const);

const arithmetic = fc.constantFrom('fadd', 'fsub', 'fmul', 'fdiv');
const comparison = fc.constantFrom(
  ...['foeq', 'fone', 'folt', 'fole', 'fogt', 'foge', 'ford'],
  ...['fueq', 'fune', 'fult', 'fule', 'fugt', 'fuge', 'funo'],
);

const moduleOf = (lines: readonly string[], result: string): string => `layout "long" scalar 8 signed
global @g size 8 align 8 bytes "" label "g" layout "long"
function @main() -> i32 {
entry:
${[...lines, `store @g, ${result}`].map((line) => `  ${line}`).join('\n')}
  return 0:i32
}
`;

/** The final values of `g` by the interpreter, which computes with the numbers of JavaScript, and by the program. */
function compareWith(text: string): void {
  const module = parseModule(text);
  const wanted = [...behaviours(link(module, noLibrary))].map((end) => {
    const list = /^g=\[([\d,]*)\]/.exec(end)?.[1] ?? '';
    const bytes = new Uint8Array(list.split(',').map(Number));
    return `g=${new BigInt64Array(bytes.buffer)[0]};`;
  });
  const program = programOfModule(module, library, { name: 'random' });
  const { outcomes, complete } = explore(program, { model: 'sc' });
  const names = new StateNames(program);
  expect(complete).toBe(true);
  expect([...new Set(outcomes.map((outcome) => names.state(outcome)))].sort()).toEqual(
    [...new Set(wanted)].sort(),
  );
}

describe('floating-point numbers that are only known when the module runs', () => {
  it('are computed', () => {
    fc.assert(
      fc.property(type, arithmetic, pair, pair, (of, op, a, b) => {
        const lines = [...chosen('a', of, a), ...chosen('b', of, b), `%r:${of} = ${op}(%a:${of}, %b:${of})`];
        // All bits of a NaN but those that make it one differ between machines.
        const isNumber = `foeq(%r:${of}, %r:${of})`;
        const whole = of === 'f64' ? 'bitcast:i64(%r:f64)' : 'sext:i64(bitcast:i32(%r:f32))';
        compareWith(moduleOf(lines, `select(${isNumber}, ${whole}, 7:i64)`));
      }),
      { numRuns: 30 },
    );
  });

  it('are compared', () => {
    fc.assert(
      fc.property(type, comparison, pair, pair, (of, op, a, b) => {
        const lines = [...chosen('a', of, a), ...chosen('b', of, b)];
        compareWith(moduleOf(lines, `zext:i64(${op}(%a:${of}, %b:${of}))`));
      }),
      { numRuns: 60 },
    );
  });

  it('are converted', () => {
    const small = fc
      .tuple(...[0, 1].map(() => fc.integer({ min: 0, max: 100 }).map((n) => n / 8)))
      .map(([a = 0, b = 0]) => [a, b] as const);
    const int = fc.constantFrom('i8', 'i16', 'i32', 'i64');
    fc.assert(
      fc.property(type, int, fc.boolean(), small, (of, to, isSigned, a) => {
        const [there, back, widen] = isSigned ? ['fptosi', 'sitofp', 'sext'] : ['fptoui', 'uitofp', 'zext'];
        const other = of === 'f32' ? 'f64' : 'f32';
        const lines = [
          ...chosen('a', of, a),
          `%n:${to} = ${there}:${to}(fneg:${of}(fneg:${of}(%a:${of})))`,
          `%x:${other} = ${back}:${other}(add(%n:${to}, 3:${to}))`,
          `%y:${of} = ${of === 'f32' ? 'fptrunc' : 'fpext'}:${of}(%x:${other})`,
          `%z:i64 = fptosi:i64(fmul(%y:${of}, fabs:${of}(%a:${of})))`,
        ];
        const n = to === 'i64' ? '%n:i64' : `${widen}:i64(%n:${to})`;
        compareWith(moduleOf(lines, `add(mul(${n}, 100000:i64), %z:i64)`));
      }),
      { numRuns: 30 },
    );
  });
});
