// The plain machine, on which every witness is run again, against the fast one, which shares no step with it. Programs have
// everything that a machine knows: waits, widths, blocks of the heap, faults, stops in atomic blocks, starts of threads.

import { describe, expect, it } from 'vitest';
import { modelNames, outcomeKey, traceKey } from '../../../src/execution/execution.js';
import { type Finding, findingKey } from '../../../src/execution/finding.js';
import { type ExploreOptions, explore } from '../../../src/explicit/explore.js';
import { randomProgram } from '../../../src/generate/random.js';
import { features as everyFeature, type Feature } from '../../../src/generate/randomOptions.js';
import { randomStarts } from '../../../src/generate/randomStarts.js';
import { randomSyncProgram } from '../../../src/generate/randomSync.js';
import type { Program } from '../../../src/program/program.js';

const first = Number(process.env.DIPTYCH_PLAIN_FIRST ?? 0);
const runs = Number(process.env.DIPTYCH_PLAIN_RUNS ?? 40);

interface Seen {
  readonly outcomes: readonly string[];
  readonly findings: readonly string[];
  readonly traces: readonly string[];
  readonly complete: boolean;
}

function seen(program: Program, options: ExploreOptions): Seen {
  const traces = new Set<string>();
  const { outcomes, findings, complete } = explore(program, {
    ...options,
    maxExecutions: 400,
    unroll: 2,
    onExecution: (witness) => traces.add(traceKey(witness().execution)),
  });
  return {
    outcomes: outcomes.map(outcomeKey).sort(),
    findings: [...new Set(findings.map(({ finding }) => said(finding)))].sort(),
    traces: [...traces].sort(),
    complete,
  };
}
/** Without the number of a heap block, which no trace says, and the invalid address, of which each place tells one. */
const said = (finding: Finding): string =>
  findingKey(finding)
    .replace(/heap\d+/g, 'heap')
    .replace(/ memory \d+ bytes from a null pointer/, ' a null pointer');

const random = (features: readonly Feature[], size: number) => (seed: number) =>
  randomProgram(seed, { features, mix: false, size });

/** Its final states are some of its final states. */
function filtered(seed: number): Program {
  const program = randomProgram(seed, { size: 6 });
  const left = program.observed[seed % program.observed.length];
  return { ...program, filter: { kind: 'compare', op: '!=', left, right: { kind: 'const', value: 1 } } };
}

const kinds: readonly (readonly [string, (seed: number) => Program])[] = [
  ['everything', (seed) => randomProgram(seed, { features: everyFeature, size: 6 })],
  ['waits', random(['wait', 'lock', 'fault', 'spawn', 'rmw'], 6)],
  ['widths', random(['width', 'rmw', 'array', 'nondet', 'pointer', 'wait'], 6)],
  ['atomic blocks', random(['atomic', 'stop-in-atomic', 'assume', 'assert', 'loop', 'alloc', 'fault'], 6)],
  ['starts of threads', randomStarts],
  ['filtered states', filtered],
  ['synchronisation', (seed) => randomSyncProgram(seed, { heap: true })],
];

describe('the plain machine', () => {
  describe.each(kinds)('with programs of %s', (_, make) => {
    it.each(modelNames)('sees what the fast one sees under %s', (model) => {
      let compared = 0;
      for (let seed = first; seed < first + runs; seed++) {
        const program = make(seed);
        const fast = seen(program, { model, dpor: 'optimal' });
        if (!fast.complete) continue;
        const plain = seen(program, { model, dpor: 'none' });
        if (!plain.complete) continue;
        compared++;
        expect([seed, plain.outcomes, plain.findings]).toEqual([seed, fast.outcomes, fast.findings]);
        // A commit that stops its thread does so before or after stores that the fast machine buffers at once.
        if (!plain.findings.some((key) => /^(use-after|double)-free/.test(key)))
          expect([seed, plain.traces]).toEqual([seed, fast.traces]);
      }
      expect(compared).toBeGreaterThan(runs / 2);
    });
  });
});
