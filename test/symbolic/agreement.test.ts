// The symbolic engine against the explicit one on random programs: the same outcomes, findings, cut loops and
// robustness, and as many graphs as traces. Witnesses replay on the machine, and the cat file allows them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../../src/cat/judge.js';
import { loadModel } from '../../src/cat/models.js';
import { type ModelName, modelNames, traceKey, type Witness } from '../../src/execution/execution.js';
import { cutLoopKey, findingKey } from '../../src/execution/finding.js';
import { hbCycle } from '../../src/execution/hb.js';
import { compile } from '../../src/explicit/bytecode/compile.js';
import { explore } from '../../src/explicit/explore.js';
import { storeBufferModels } from '../../src/explicit/machines/index.js';
import { Machine } from '../../src/explicit/machines/machine.js';
import { parseC } from '../../src/frontend/c/index.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { defaultFeatures, type RandomOptions } from '../../src/generate/randomOptions.js';
import type { Program } from '../../src/program/program.js';
import { assumeSpinLoops } from '../../src/program/spinLoops.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';
import { everyday } from '../counts.js';
import { arbitraryProgram } from '../generate/arbitrary.js';
import { waitingProgram } from '../program/waitingPrograms.js';
import { heapPrograms } from './heapPrograms.js';
import { mortalProgram } from './mortalPrograms.js';
import { shapedProgram } from './shapedPrograms.js';

const engine = await SymbolicEngine.start();
const unroll = 3;
const sorted = (keys: Iterable<string>): string[] => [...new Set(keys)].sort();

function expectCertified(program: Program, model: ModelName, witness: Witness | undefined): void {
  if (witness === undefined) throw new Error('no witness');
  const machine = Machine.start(compile(program, { unroll }), storeBufferModels[model]);
  for (const step of witness.schedule) machine.apply(step);
  expect(machine.steps()).toEqual([]);
  const replayed = machine.execution();
  expect(traceKey(witness.execution)).toBe(traceKey(replayed));
  expect(sorted(witness.execution.findings.map(findingKey))).toEqual(
    sorted(replayed.findings.map(findingKey)),
  );
  expect(witness.execution.outcome).toEqual(replayed.outcome);
  expect(judge(loadModel(model), program, witness.execution).allowed).toBe(true);
}

function expectAgreement(program: Program, model: ModelName): void {
  const options = { model, unroll };
  let cyclic = false;
  const explicit = explore(program, {
    ...options,
    // The reference: with reduction, findings that differ in a value only may be reported once.
    dpor: 'none',
    onExecution(witness) {
      cyclic ||= model !== 'sc' && hbCycle(witness().execution) !== undefined;
    },
  });
  const { outcomes, cutLoops } = engine.outcomes(program, options);
  expect(sorted(outcomes.map(String))).toEqual(sorted(explicit.outcomes.map(String)));
  expect(sorted(cutLoops.map(cutLoopKey))).toEqual(sorted(explicit.cutLoops.map(cutLoopKey)));
  if (outcomes.length > 0)
    expectCertified(program, model, engine.witness(program, outcomes[0], options)?.witness);

  const { findings } = engine.findings(program, options);
  expect(sorted(findings.map((f) => findingKey(f.finding)))).toEqual(
    sorted(explicit.findings.map((f) => findingKey(f.finding))),
  );
  for (const { witness } of findings) expectCertified(program, model, witness);

  const { robust, violation } = engine.robust(program, options);
  expect(robust).toBe(!cyclic);
  if (violation !== undefined) expectCertified(program, model, violation.witness);

  expect(engine.count(program, options).graphs).toBe(explicit.executions);
}

function agreeOn(options: RandomOptions, numRuns: number): void {
  fc.assert(fc.property(arbitraryProgram(options), fc.constantFrom(...modelNames), expectAgreement), {
    numRuns: everyday(numRuns),
  });
}

describe('the engines agree', () => {
  it('on values of 8 to 64 bits', () => {
    agreeOn({ features: defaultFeatures, mix: false, size: 5 }, 8);
    agreeOn({ features: ['rmw', 'width', 'dependency', 'array', 'if'], mix: false, size: 6 }, 8);
    agreeOn({ features: ['rmw', 'width', 'alloc', 'fault', 'pointer', 'spawn'], mix: false, size: 5 }, 8);
  });

  it('on random programs with everything but the heap', () => {
    agreeOn({}, 90);
  });

  it('on programs whose process ends with a thread while others wait', () => {
    const ending = fc.oneof(
      arbitraryProgram({ features: ['lock', 'spawn', 'assume', 'rmw'], mix: false, size: 5 }),
      fc.integer().map((seed) => assumeSpinLoops(waitingProgram(seed, { stops: false }))),
    );
    let cutOff = 0;
    const compared = (without: Program, model: ModelName): void => {
      const program = { ...without, endsWith: 0 };
      expectAgreement(program, model);
      const waiting = (p: Program): string[] =>
        explore(p, { model, unroll, dpor: 'none' }).findings.flatMap(({ finding }) =>
          finding.kind === 'deadlock' || finding.kind === 'hang' ? [findingKey(finding)] : [],
        );
      const all = waiting(without);
      const left = waiting(program);
      expect(all).toEqual(expect.arrayContaining(left));
      cutOff += all.length - left.length;
    };
    fc.assert(fc.property(ending, fc.constantFrom(...modelNames), compared), { numRuns: everyday(15) });
    expect(cutOff).toBeGreaterThan(0);
  });

  it('on a thread that waits for a thread started only after a finding', () => {
    const text = `C never
{ x=0; }
P0() { int r0 = *0; spawn(P1, r0); }
spawned P1(int r0) { int r1 = *r0; take(&x, least, 0, add, 0); }
no condition`;
    for (const model of modelNames) expectAgreement(parseLitmus(text, 'never.litmus'), model);
  });

  it('on random programs with locks, threads and joins that may wait for ever', () => {
    agreeOn({ features: ['lock', 'spawn', 'assume', 'loop', 'fault', 'rmw', 'if'] }, 40);
  });

  it('on programs that wait in loops, and which of them wait for ever', () => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), fc.constantFrom(...modelNames), (seed, stops, model) => {
        expectAgreement(assumeSpinLoops(waitingProgram(seed, { stops })), model);
      }),
      { numRuns: everyday(50) },
    );
  });

  it('on random programs whose cells have lifetimes', () => {
    fc.assert(
      fc.property(fc.nat({ max: 5000 }), fc.constantFrom(...modelNames), (seed, model) =>
        expectAgreement(mortalProgram(seed), model),
      ),
      { numRuns: everyday(20) },
    );
  });

  it('on random programs whose cells have widths and lie apart', () => {
    fc.assert(
      fc.property(fc.nat({ max: 5000 }), fc.constantFrom(...modelNames), (seed, model) =>
        expectAgreement(shapedProgram(seed), model),
      ),
      { numRuns: everyday(20) },
    );
  });

  it('on pointers that are followed one after the other', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    for (let n = 1; n <= names.length; n++) {
      const nodes = names.slice(0, n);
      const links = nodes.slice(1).map((name, i) => `${nodes[i]}.next = &${name};`);
      const text = `struct node { struct node *next; int v; }; struct node *head; int last;
int main() { struct node ${nodes.join(', ')}; ${links.join(' ')} ${nodes[n - 1]}.v = 7; head = &a;
last = head${'->next'.repeat(n - 1)}->v; }`;
      expectAgreement(parseC(text, 'a.c'), 'sc');
    }
  });

  it('on blocks that may be too small for an object', () => {
    for (const size of ['n * sizeof(long)', 'n', 'n * 5'])
      for (const use of ['t[0] = 1;', 't[n] = 1;', 'if (n > 0) t[n - 1] = 1;', '']) {
        const text = `#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
int main(void) { int n = __VERIFIER_nondet_bool() + __VERIFIER_nondet_bool(); long *t = malloc(${size}); ${use} free(t); long *u = malloc(8); *u = n; free(u); }`;
        expectAgreement(parseC(text, 'a.c'), 'sc');
      }
  });

  it('on random programs that misuse the heap', () => {
    agreeOn({ features: ['alloc', 'fault', 'pointer', 'lock'], mix: false }, 50);
    fc.assert(fc.property(heapPrograms, fc.constantFrom(...modelNames), expectAgreement), {
      numRuns: everyday(50),
    });
  });
});
