// Random litmus tests for the processor are tests that the front end reads and the harness takes.

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseLitmusTest } from '../../src/frontend/litmus/index.js';
import { nativeTest } from '../../src/native/litmusTest.js';
import { randomLitmus } from '../../src/native/randomLitmus.js';
import { crosscheckNative } from '../../src/native/witness.js';
import { startEngines } from '../../src/verdict/engines.js';

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

  const x86 =
    process.arch === 'x64' ||
    (spawnSync('x86_64-linux-gnu-gcc', ['--version']).status === 0 &&
      spawnSync('qemu-x86_64', ['--version']).status === 0);
  it.runIf(x86)('show no state outside TSO', async () => {
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
