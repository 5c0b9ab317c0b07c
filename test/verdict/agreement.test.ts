// Both engines through the verdict layer on random programs: they agree, and everything they found is certified.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../src/execution/execution.js';
import type { FindingKind } from '../../src/execution/finding.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { features, type RandomOptions } from '../../src/generate/randomOptions.js';
import type { Program } from '../../src/program/program.js';
import { askCheck } from '../../src/verdict/check.js';
import { startEngines } from '../../src/verdict/engines.js';
import { arbitraryProgram } from '../generate/arbitrary.js';

const engines = await startEngines('both');

/** The kinds of findings, by model. */
async function agreedFindings(program: Program): Promise<FindingKind[][]> {
  const { results } = await askCheck(program, {
    models: modelNames,
    engines,
    limits: { unroll: 3 },
    strict: false,
  });
  for (const { answer } of results) {
    expect(answer.differences).toEqual([]);
    expect(answer.confirmed).toBe(true);
    for (const { outcomes, findings, statistics } of answer.engines.values())
      expect(statistics.certified).toBe(outcomes.length + findings.length);
  }
  return results.map(({ answer }) => answer.findings.map(({ finding }) => finding.kind));
}

async function expectAgreement(options: RandomOptions, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitraryProgram(options), async (p) => void (await agreedFindings(p))),
    {
      numRuns: runs,
    },
  );
}

describe('the engines', () => {
  it('agree, and all they find is certified', () => expectAgreement({ size: 6 }, 60));

  it('agree on threads that wait for values', () =>
    expectAgreement({ size: 6, features: ['wait', 'rmw', 'fence', 'if', 'alloc', 'fault'], mix: false }, 40));

  it('agree on what goes wrong', () => expectAgreement({ size: 6, features }, 60));

  it('agree where what follows depends on a load that no execution gets past', async () => {
    const text = `C a
{ int x=0; }
P0(int* x) {
  int r0, r1, r2, r3;
  l: {
    r0 = *x;
    if (r0) { r1 = 1; }
    if (r1) { break l; }
    r2 = *0;
    r3 = r2;
    if (!r3) { }
  }
  int r4 = *x;
}
P1(int* x) { *x = 1; }
exists (x=1)`;
    const kinds = await agreedFindings(parseLitmus(text, 'a.litmus'));
    expect(kinds).toEqual(modelNames.map(() => ['invalid-address']));
  });

  it('agree on an access of more bits than its cell has, in the end of an execution', async () => {
    const text = `C a
{ cells_4_16_0_8_1_8_2_8_3_8 int a[4]={0,0,0,0}; }
P0(int* a) {
  int r0 = load8(a);
  if (r0) { int r1 = *a; }
}
P1(int* a) { store8(a, 1); }`;
    const kinds = await agreedFindings(parseLitmus(text, 'a.litmus'));
    expect(kinds).toEqual(modelNames.map(() => ['mixed-size']));
  });
});
