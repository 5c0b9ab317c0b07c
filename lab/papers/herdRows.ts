// The litmus folder as one command per model: each engine, and herd7 if it was given. All say which tests show their final state.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModelName, modelNames } from '#diptych/execution/execution.js';
import { homeFolder } from '../home.js';
import { engineNames } from '../parts.js';
import { commandTime, runCommand } from '../run/wholeCommand.js';
import type { Cells, Limit, Part, Problem, Scale, Section, Tools } from '../table.js';
import { diptych } from './rivalCommands.js';
import { herd } from './tools.js';

const folder = join(homeFolder, 'benchmarks', 'litmus');

/** Those of the dialect whose meaning all tools agree on. */
const testsOf = (scale: Scale): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.litmus'))
    .map((name) => join(folder, name))
    .filter((file) => /^X86\b/.test(readFileSync(file, 'utf8')))
    .slice(0, scale === 'quick' ? 5 : undefined);

function observed(name: string, command: readonly string[] | undefined, limit: Limit): Cells {
  if (command === undefined) return {};
  const ended = runCommand(command, limit);
  const seen = [...herd.observations(ended.text)].map(([test, shown]) => `${test}=${Number(shown)}`);
  return {
    [`${name}Command`]: commandTime(ended, limit),
    [`${name}Seen`]: seen.sort().join(' '),
    tests: seen.length,
  };
}

const parts = (model: ModelName, scale: Scale, tools: Tools): Part[] => {
  const theirs = tools.herd7;
  const known = herd.arguments([], model) !== undefined;
  return [
    ...engineNames.map(
      (engine): Part => ({
        name: engine,
        time: `${engine}Command`,
        limitSeconds: 60,
        measure: (limit) =>
          observed(
            engine,
            diptych([
              'outcomes',
              '-e',
              engine,
              '-m',
              model,
              '--format',
              'herd',
              '-j',
              '1',
              ...testsOf(scale),
            ]),
            limit,
          ),
      }),
    ),
    ...(theirs === undefined || !known
      ? []
      : [
          {
            name: 'herd7',
            time: 'herd7Command',
            limitSeconds: 60,
            measure: (limit: Limit): Cells =>
              observed('herd7', [theirs, ...(herd.arguments(testsOf(scale), model) ?? [])], limit),
          },
        ]),
  ];
};

/** A test on which two of them differ. */
function difference(cells: Cells): Problem[] {
  const answers = [...engineNames, 'herd7'].flatMap((name) => {
    const seen = cells[`${name}Seen`];
    return typeof seen === 'string' && seen !== '' ? [{ name, seen: new Set(seen.split(' ')) }] : [];
  });
  const [first, ...others] = answers;
  return others.flatMap(({ name, seen }): Problem[] => {
    const test = [...first.seen].find((answer) => !seen.has(answer));
    return test === undefined
      ? []
      : [{ kind: 'verdict', message: `${first.name} and ${name} differ on ${test.split('=')[0]}` }];
  });
}

export const litmusRows = (scale: Scale, tools: Tools): Section => ({
  name: 'litmus',
  title: 'Litmus tests',
  about: ['All tests of benchmarks/litmus for X86 in one command.'],
  columns: [
    { key: 'model', head: 'model', unit: 'text' },
    { key: 'tests', head: 'tests', unit: 'count' },
    { key: 'explicitCommand', head: 'explicit, s', unit: 's' },
    { key: 'symbolicCommand', head: 'symbolic, s', unit: 's' },
    ...(tools.herd7 === undefined ? [] : [{ key: 'herd7Command', head: 'herd7, s', unit: 's' } as const]),
    { key: 'answers', head: 'answers', unit: 'text' },
  ],
  rows: modelNames.map((model) => ({
    id: `litmus ${model}`,
    cells: { model },
    parts: parts(model, scale, tools),
    finish: (cells) => {
      const problems = difference(cells);
      return { cells: { answers: problems.length === 0 ? 'the same' : 'DIFFER' }, problems };
    },
  })),
});
