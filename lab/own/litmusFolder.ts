// The litmus folder in one warm process per engine and model: how long a test takes once everything is compiled and loaded.

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareOutcomes, modelNames } from '#diptych/execution/execution.js';
import { readProgram } from '#diptych/frontend/index.js';
import { defaultUnroll } from '#diptych/program/loopBounds.js';
import { type EngineName, forFinalStates } from '#diptych/verdict/engine.js';
import { startEngines } from '#diptych/verdict/engines.js';
import { homeFolder } from '../home.js';
import { engineNames } from '../parts.js';
import { cpuSeconds, median, peakMemory, timed } from '../run/measure.js';
import type { Cells, Part, Scale, Section } from '../table.js';

const folder = join(homeFolder, 'benchmarks', 'litmus');

export const litmusSection = (scale: Scale): Section => ({
  name: 'litmus',
  title: 'Litmus tests',
  about: [
    'All outcomes of every test of benchmarks/litmus in one process per engine; the median test when the process is warm (second pass), and the first pass over all, which compiles code as it goes.',
  ],
  columns: [
    { key: 'model', head: 'model', unit: 'text' },
    { key: 'tests', head: 'tests', unit: 'count' },
    { key: 'executions', head: 'executions', unit: 'count' },
    { key: 'explicitMedian', head: 'explicit, median ms', unit: 'ms' },
    { key: 'explicitTime', head: 'first pass, s', unit: 's' },
    { key: 'explicitMemory', head: 'MB', unit: 'MB' },
    { key: 'events', head: 'events, median', unit: 'count' },
    { key: 'clauses', head: 'clauses, median', unit: 'count' },
    { key: 'symbolicMedian', head: 'symbolic, median ms', unit: 'ms' },
    { key: 'symbolicTime', head: 'first pass, s', unit: 's' },
    { key: 'symbolicMemory', head: 'MB', unit: 'MB' },
    { key: 'agreement', head: 'engines', unit: 'text' },
  ],
  rows: modelNames.map((model) => ({
    id: `litmus ${model}`,
    cells: { model },
    parts: engineNames.map(
      (engine): Part => ({
        name: engine,
        time: `${engine}Time`,
        limitSeconds: 60,
        measure: () => measureFolder(engine, model, scale === 'quick' ? 20 : undefined),
      }),
    ),
    finish: ({ explicitOutcomes, symbolicOutcomes }) =>
      explicitOutcomes === symbolicOutcomes
        ? { cells: { agreement: 'agree' } }
        : {
            cells: { agreement: 'DISAGREE' },
            problems: [{ kind: 'disagreement', message: 'different outcomes' }],
          },
  })),
});

async function measureFolder(
  name: EngineName,
  model: (typeof modelNames)[number],
  most: number | undefined,
): Promise<Cells> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.litmus'));
  const programs = await Promise.all(files.slice(0, most).map((file) => readProgram(join(folder, file))));
  const [engine] = await startEngines(name);
  const limits = { unroll: defaultUnroll };
  const pass = async () => {
    const answers = [];
    for (const program of programs)
      answers.push(
        await timed(() => engine.explore(forFinalStates(program, limits), model, limits, () => {})),
      );
    return answers;
  };
  const start = cpuSeconds();
  const first = await pass();
  const firstPass = cpuSeconds() - start;
  const second = await pass();
  const statistic = (key: string): number[] => first.map(({ value }) => value.statistics[key] ?? 0);
  const digest = createHash('sha256');
  for (const { value } of first)
    digest.update(
      `${[...value.outcomes]
        .sort(compareOutcomes)
        .map((outcome) => outcome.join())
        .join(';')}\n`,
    );
  return {
    tests: programs.length,
    ...(name === 'explicit'
      ? { executions: statistic('executions').reduce((a, b) => a + b, 0) }
      : { events: median(statistic('events')), clauses: median(statistic('clauses')) }),
    [`${name}Median`]: median(second.map(({ seconds }) => seconds)) * 1000,
    [`${name}Time`]: firstPass,
    [`${name}Memory`]: peakMemory(),
    [`${name}Outcomes`]: digest.digest('hex').slice(0, 16),
  };
}
