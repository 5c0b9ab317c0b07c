// Whole commands of the table `rivals`: diptych as it is published and the given tools, on the same files with the
// same bounds, each with its start, and their answers.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineName } from '#diptych/verdict/engine.js';
import { homeFolder } from '../home.js';
import { commandTime, type Ended, runCommand } from '../run/wholeCommand.js';
import { type Cells, type Limit, type Part, type Tools, timeCell } from '../table.js';
import { type CheckerName, checkers, type Tool, type ToolQuestion } from './tools.js';

const launcher = join(homeFolder, 'dist', 'bin', 'diptych.cjs');

/** The command as it is published, if it was built. */
export const diptych = (words: readonly string[]): readonly string[] | undefined =>
  existsSync(launcher) ? [process.execPath, launcher, ...words] : undefined;

const smallest = 'int main(void) { return 0; }\n';

/** How long a command takes for a program that does nothing: the least of several. */
function startOf(command: (file: string) => readonly string[], limit: Limit): number {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-start-'));
  try {
    const file = join(folder, 'nothing.c');
    writeFileSync(file, smallest);
    return Math.min(...Array.from({ length: 3 }, () => runCommand(command(file), limit).seconds));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const ownWords = ({ file, defines, unroll, model }: ToolQuestion): string[] => [
  'check',
  '-m',
  model,
  ...(unroll === undefined ? [] : ['--unroll', String(unroll)]),
  ...defines.flatMap((define) => ['-D', define]),
  file,
];

/** Exit statuses of `diptych check`. */
const ownVerdicts: readonly (string | undefined)[] = ['holds', 'violated'];

const verdictOf = ({ finished, status }: Ended): string =>
  finished ? (ownVerdicts[status ?? -1] ?? 'unknown') : 'unknown';

/** A build of diptych. Its cells are called after it: `explicitCommand`, `explicitCommandBefore`. */
export interface Build {
  readonly suffix: '' | 'Before';
  command(words: readonly string[]): readonly string[] | undefined;
}

/** This one, and the other if one was given. */
export function buildsOf({ diptych: other }: Tools): Build[] {
  const own: Build = { suffix: '', command: diptych };
  if (other === undefined) return [own];
  return [own, { suffix: 'Before', command: (words) => [process.execPath, other, ...words] }];
}

/** The engines of a command, in CPU seconds: `explicitCommand`, `explicitSays` and `explicitCommandStart`, and the same of others. */
export const engineCommand = (
  { suffix, command }: Build,
  engine: EngineName | 'both',
  question: ToolQuestion,
): Part => ({
  name: `${engine} command ${suffix}`,
  time: `${engine}Command${suffix}`,
  measure(limit): Cells {
    const words = (file: string): readonly string[] =>
      command([
        ...ownWords({ ...question, file, defines: file === question.file ? question.defines : [] }),
        '-e',
        engine,
      ]) ?? [];
    if (words(question.file).length === 0) return {};
    // The first run keeps code for the next ones.
    const start = startOf(words, limit);
    const ended = runCommand(words(question.file), limit);
    return {
      [`${engine}Command${suffix}`]: commandTime(ended, limit),
      [`${engine}Says${suffix}`]: verdictOf(ended),
      [`${engine}CommandStart${suffix}`]: start,
    };
  },
});

/** With both engines, as a user waits for it: `bothWall` seconds. */
export const bothCommand = ({ suffix, command }: Build, question: ToolQuestion): Part => ({
  name: `both ${suffix}`,
  time: `bothWall${suffix}`,
  measure(limit): Cells {
    const words = command(ownWords(question));
    if (words === undefined) return {};
    const ended = runCommand(words, limit);
    return {
      [`bothWall${suffix}`]: timeCell(ended.wall, ended.finished),
      [`bothSays${suffix}`]: verdictOf(ended),
    };
  },
});

/** `cbmcCommand`, `cbmcSays` and `cbmcStart`. */
export function checkerPart(name: CheckerName, tools: Tools, question: ToolQuestion): Part[] {
  const path = tools[name];
  const tool = checkers[name];
  if (path === undefined || tool.arguments(question) === undefined) return [];
  return [{ name, time: `${name}Command`, measure: (limit) => measured(name, path, tool, question, limit) }];
}

function measured(name: CheckerName, path: string, tool: Tool, question: ToolQuestion, limit: Limit): Cells {
  const command = (file: string): readonly string[] => [
    path,
    ...(tool.arguments({ ...question, file }) ?? []),
  ];
  const ended = runCommand(command(question.file), limit);
  const verdict = ended.finished ? tool.verdict(ended.text) : 'unknown';
  return {
    [`${name}Command`]: verdict === 'refused' ? 'refused' : commandTime(ended, limit),
    [`${name}Says`]: verdict,
    [`${name}Start`]: startOf(command, limit),
  };
}

/** The first line that has a number in it. */
export const versionOf = (path: string, words: readonly string[], limit: Limit): string =>
  runCommand([path, ...words], limit)
    .text.split('\n')
    .find((line) => /\d/.test(line))
    ?.trim() ?? 'unknown';
