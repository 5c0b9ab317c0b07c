// Random litmus tests for the processor are tests that the front end reads and the harness takes.

import { describe, expect, it } from 'vitest';
import { x86Machine } from '../../lab/judge/compiler.js';
import { parseLitmusTest } from '../../src/frontend/litmus/index.js';
import { nativeTest } from '../../src/native/litmusTest.js';
import { randomLitmus } from '../../src/native/randomLitmus.js';
import { crosscheckNative } from '../../src/native/witness.js';
import { startEngines } from '../../src/verdict/engines.js';

const x86 = await x86Machine();
if (x86 === undefined) console.warn('no gcc for x86-64: random litmus tests are not run');

describe('random litmus tests', () => {
  it('are read, and made into programs, and observe all they read', () => {
    for (let seed = 0; seed < 100; seed++) {
      const test = parseLitmusTest(randomLitmus(seed), 'test.litmus');
      expect(nativeTest(test).text).toContain('test_P1');
      const loads = randomLitmus(seed).match(/MOV E.X,\[|XCHG|XADD/g) ?? [];
      const registers = test.program.observed.filter(({ kind }) => kind === 'register');
      expect(registers).toHaveLength(loads.length);
    }
    expect(randomLitmus(7)).toBe(randomLitmus(7));
  });

  it.runIf(x86 !== undefined)('show no state outside TSO', async () => {
    const sums = await crosscheckNative({
      tests: 1,
      seed: 1,
      runs: 500,
      engines: await startEngines('explicit'),
      limits: { unroll: 2 },
      timeLimitMs: 60_000,
    });
    expect(sums).toMatchObject({ tests: 1, runs: 500, open: 0, conflicts: [] });
    expect(sums.seen).toBeGreaterThan(0);
  });
});
