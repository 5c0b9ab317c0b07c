// Litmus tests on the processor: which of the states that TSO allows it shows. Needs a C compiler on x86 or AArch64,
// or an emulator.

import { join } from 'node:path';
import { outcomeKey } from '#diptych/execution/execution.js';
import { readProgram } from '#diptych/frontend/index.js';
import { findToolchain } from '#diptych/native/compiler.js';
import { processorVerdict } from '#diptych/native/verdict.js';
import { defaultUnroll } from '#diptych/program/loopBounds.js';
import { startEngines } from '#diptych/verdict/engines.js';
import { askOutcomes } from '#diptych/verdict/outcomes.js';
import { homeFolder } from '../home.js';
import type { Cells, Finished, Limit, Row, Scale, Section } from '../table.js';

const quick = ['SB', 'MP'];
const full = [
  'SB',
  'n6',
  'iwp2.3.b',
  'iwp2.4',
  'R',
  'RWC',
  'MP',
  'LB',
  'S',
  '2+2W',
  'WRC',
  'IRIW',
  'SB+mfences',
];

const runsOf = (scale: Scale): number => (scale === 'quick' ? 10_000 : 1_000_000);

async function measure(name: string, runs: number, limit: Limit): Promise<Cells> {
  const file = join(homeFolder, 'benchmarks', 'litmus', `${name}.litmus`);
  const program = await readProgram(file);
  const question = {
    models: ['sc' as const, 'tso' as const],
    engines: await startEngines('both'),
    limits: { unroll: defaultUnroll },
  };
  const verdict = await askOutcomes(program, question);
  const options = { runs, seed: 1, timeLimitMs: limit.timeLimitMs };
  const native = await processorVerdict(file, verdict, question, options);
  const tso = verdict.results.find(({ answer }) => answer.model === 'tso');
  const weak = new Set(
    (tso?.outcomes ?? []).filter(({ sc }) => sc === false).map(({ outcome }) => outcomeKey(outcome)),
  );
  const seen = native.states.filter(({ outcome }) => weak.has(outcomeKey(outcome)));
  return {
    runs: native.runs,
    allowed: tso?.outcomes.length ?? 0,
    seen: native.states.length - native.forbidden.length,
    weak: weak.size,
    seenWeak: seen.length,
    weakRuns: seen.reduce((sum, { count }) => sum + count, 0),
    forbidden: native.forbidden.length,
    judged: native.judged,
  };
}

const finish = ({ judged, forbidden }: Cells): Finished => ({
  problems:
    judged === 'by tso' && forbidden === 0
      ? []
      : [{ kind: 'disagreement', message: `${forbidden} states outside TSO, ${judged}` }],
});

export const processorSection = (scale: Scale): Section => ({
  name: 'processor',
  title: 'Litmus tests on the processor',
  about: [
    `Tests of x86, ${runsOf(scale).toLocaleString('en')} runs each (\`diptych outcomes --native\`)${where()}.`,
  ],
  columns: [
    { key: 'test', head: 'test', unit: 'text' },
    { key: 'runs', head: 'runs', unit: 'count' },
    { key: 'allowed', head: 'states of TSO', unit: 'count' },
    { key: 'seen', head: 'seen', unit: 'count' },
    { key: 'weak', head: 'not of SC', unit: 'count' },
    { key: 'seenWeak', head: 'of them seen', unit: 'count' },
    { key: 'weakRuns', head: 'in runs', unit: 'count' },
    { key: 'forbidden', head: 'states outside TSO', unit: 'count' },
  ],
  rows: (toolchain() === undefined ? [] : scale === 'quick' ? quick : full).map(
    (test): Row => ({
      id: test,
      cells: { test },
      parts: [
        {
          name: 'native',
          time: 'time',
          measure: (limit) => measure(test, runsOf(scale), limit),
        },
      ],
      finish,
    }),
  ),
});

function toolchain(): ReturnType<typeof findToolchain> | undefined {
  try {
    return findToolchain('x86 test');
  } catch {
    return undefined;
  }
}

function where(): string {
  const found = toolchain();
  if (found?.mapping !== undefined)
    return `, here as instructions of AArch64 that keep the order of x86 (${found.mapping}; docs/record.md)`;
  return found?.emulator === undefined ? '' : `, here emulated by ${found.emulator}`;
}
