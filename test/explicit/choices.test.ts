// Values chosen by class against every value, on random programs whose ranges are small enough to try them all.

import { describe, expect, it } from 'vitest';
import { modelNames } from '../../src/execution/execution.js';
import { type ExploreOptions, explore } from '../../src/explicit/explore.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { randomProgram } from '../../src/generate/random.js';
import type { Program } from '../../src/program/program.js';
import { jsonText } from '../../src/report/jsonText.js';
import { Random } from '../../src/support/prng.js';

const answer = (program: Program, options: ExploreOptions) => {
  const { outcomes, findings, cutLoops, complete } = explore(program, options);
  return {
    outcomes: outcomes.map((o) => o.join()).sort(),
    findings: findings.map(({ finding: f }) => `${f.kind} ${f.thread} ${f.at?.line} ${f.message}`).sort(),
    cutLoops: cutLoops.map((loop) => `${loop.thread} ${loop.label}`).sort(),
    complete,
  };
};

function agree(program: Program, name: string): boolean {
  for (const model of modelNames) {
    const options = { model, unroll: 3, maxExecutions: 20_000 };
    const every = answer(program, { ...options, choices: 'every-value' });
    if (!every.complete) return false;
    expect(answer(program, { ...options, choices: 'classes' }), `${name}, ${model}`).toEqual(every);
  }
  return true;
}

const litmus = (threads: readonly string[], observed: string): Program =>
  parseLitmus(
    `C T\n{}\n${threads.map((body, t) => `P${t}(int* x, int* y) {\n${body}\n}`).join('\n')}\nlocations [${observed}]`,
    'T.litmus',
  );

/** Statements about chosen values: passed on through memory, moved, compared, tested. */
function body(random: Random): string {
  const r = (): string => `r${random.int(0, 3)}`;
  const p = (): string => random.pick(['x', 'y']);
  const small = (): number => random.int(-4, 5);
  const value = (): string =>
    random.pick([
      r(),
      `${r()} + ${small()}`,
      `${small()} - ${r()}`,
      `-${r()}`,
      `~${r()}`,
      `${r()} - ${r()}`,
      `${r()} * ${random.pick([2, 4, -3, 0x2000_0000])}`,
      `${r()} * 4 - ${r()}`,
      `${r()} << ${random.int(0, 3)}`,
    ]);
  const test = (): string =>
    random.pick([
      `${value()} ${random.pick(['<', '<=', '>', '>=', '==', '!='])} ${random.pick([String(small()), value()])}`,
      `${random.pick(['ult', 'ule', 'ugt', 'uge'])}(${value()}, ${random.pick([String(small()), r()])})`,
      r(),
      `!${r()}`,
      `${r()} < ${small()} && ${r()} != 1`,
      `${r()} == 2 || ${r()} > ${small()}`,
    ]);
  const wide = (): string => {
    const from = random.pick([-3, -1, 0, 0x7fff_fffd, 0x3fff_fffe, -0x4000_0002]);
    return `${r()} = nondet(${from}, ${Math.min(from + random.int(1, 4), 0x7fff_ffff)});`;
  };
  const one = (): string =>
    random.weighted<() => string>([
      [3, wide],
      [2, () => `${r()} = ${value()};`],
      [2, () => `*${p()} = ${value()};`],
      [2, () => `${r()} = *${p()};`],
      [2, () => `if (${test()}) { *${p()} = ${small()}; } else { ${r()} = ${value()}; }`],
      [1, () => `assume(${test()});`],
      [1, () => `assert(${test()});`],
      [1, () => `${r()} = fetch_add_relaxed(${p()}, ${value()});`],
      [1, () => `${r()} = cmpxchg_relaxed(${p()}, ${value()}, ${value()});`],
      [0.5, () => `while (${test()}) { ${r()} = ${r()} - 1; }`],
      [0.5, () => `atomic { ${r()} = *x; *y = ${value()}; }`],
    ])();
  return ['r0 = 0; r1 = 0; r2 = 0; r3 = 0;', ...Array.from({ length: random.int(2, 6) }, one)].join('\n');
}

describe('choices by class', () => {
  it('answer as every value does, on programs about chosen values', () => {
    let tried = 0;
    for (let seed = 0; seed < Number(process.env.DIPTYCH_CHOICES ?? 120); seed++) {
      const random = new Random(seed);
      const threads = Array.from({ length: random.int(1, 2) }, () => body(random));
      const observed = random.pick(['x; y;', 'x;', '0:r0;', 'y; 0:r1;']);
      if (agree(litmus(threads, observed), `seed ${seed}\n${threads.join('\n---\n')}`)) tried++;
    }
    expect(tried).toBeGreaterThan(100);
  });

  it('answer as every value does, on programs with all features', () => {
    for (let seed = 0; seed < 150; seed++) {
      const random = randomProgram(seed, { size: 7 });
      if (jsonText(random.threads).includes('"nondet"')) agree(random, `seed ${seed}`);
    }
  });

  it('compare with constants and with each other', () => {
    const p = litmus(
      [
        'r1 = nondet(); r2 = nondet(); if (r1 < r2) { *x = 1; } else { if (r1 == r2) *x = 2; else *x = 3; } if (ugt(r1, -6)) *y = 1;',
      ],
      'x; y;',
    );
    const { outcomes, complete } = explore(p, { model: 'sc' });
    expect(complete).toBe(true);
    expect(outcomes.map((o) => o.join()).sort()).toEqual(['1,0', '1,1', '2,0', '2,1', '3,0', '3,1']);
  });

  it('order any number of values', () => {
    const p = litmus(
      [
        'r1 = nondet(); *x = r1; r2 = nondet(); r3 = nondet(); r0 = r1; if (r2 > r0) { r0 = r2; } if (r3 > r0) { r0 = r3; } assert(r0 >= r1 && r0 >= r2 && r0 >= r3);',
        'r1 = *x; if (r1 > 1000000) *y = 1;',
      ],
      'y;',
    );
    for (const model of modelNames) {
      const { outcomes, findings, complete } = explore(p, { model });
      expect(complete).toBe(true);
      expect(findings).toEqual([]);
      expect(outcomes.map((o) => o.join()).sort()).toEqual(['0', '1']);
    }
  });

  it('compare multiples of any number of values', () => {
    const p = litmus(
      [
        'r1 = nondet(); r2 = nondet(); assume(ult(r1, 1000000) && ult(r2, 1000000)); if (r1 * 4 > r2 * 4) *x = 1; if (ugt(r1 << 3, 800)) *y = 1; assert(r1 * 12 != 2400);',
      ],
      'x; y;',
    );
    const { outcomes, findings, complete } = explore(p, { model: 'sc' });
    expect([complete, findings.length]).toEqual([true, 1]);
    expect(outcomes.map((o) => o.join()).sort()).toEqual(['0,0', '0,1', '1,0', '1,1']);
  });

  it('find the one value that matters', () => {
    const p = litmus(['r1 = nondet(); *x = r1 + 5;', 'r1 = *x; assert(r1 != 123456789);'], 'y;');
    expect(explore(p, { model: 'tso' }).findings.length).toBe(1);
  });

  it('try each value where a final state shows it', () => {
    const p = litmus(['r1 = nondet(); assume(ugt(r1, -6)); *x = r1;'], 'x;');
    const { outcomes, complete } = explore(p, { model: 'pso' });
    expect(complete).toBe(true);
    expect(outcomes.map((o) => Number(o[0])).sort((a, b) => a - b)).toEqual([-5, -4, -3, -2, -1]);
  });

  it('without reduction need a range that can be tried', () => {
    const p = litmus(['r1 = nondet();'], 'x;');
    expect(() => explore(p, { model: 'sc', dpor: 'none' })).toThrow('nondeterministic');
  });
});
