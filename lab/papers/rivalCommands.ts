// Whole commands of the table `rivals`: diptych as it is published and the tools that were given, on the same files with the same
// bounds, each with its start, and what they say.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineName } from '#diptych/verdict/engine.js';
import { homeFolder } from '../home.js';
import { commandTime, runCommand } from '../run/wholeCommand.js';
import type { Cells, Limit, Part, Tools } from '../table.js';
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

const ownWords = (engine: EngineName, { file, defines, unroll, model }: ToolQuestion): string[] => [
  'check',
  '-e',
  engine,
  '-m',
  model,
  '--unroll',
  String(unroll),
  ...defines.flatMap((define) => ['-D', define]),
  file,
];

/** Exit statuses of `diptych check`. */
const ownVerdicts: readonly (string | undefined)[] = ['holds', 'violated'];

/** `explicitCommand`, `explicitSays` and `explicitCommandStart`, or the same of the other engine. */
export const ownCommand = (engine: EngineName, question: ToolQuestion): Part => ({
  name: `${engine} command`,
  time: `${engine}Command`,
  measure(limit): Cells {
    const command = (file: string): readonly string[] =>
      diptych(
        ownWords(engine, { ...question, file, defines: file === question.file ? question.defines : [] }),
      ) ?? [];
    if (command(question.file).length === 0) return {};
    // The first run keeps code for the next ones.
    const start = startOf(command, limit);
    const ended = runCommand(command(question.file), limit);
    return {
      [`${engine}Command`]: commandTime(ended, limit),
      [`${engine}Says`]: ended.finished ? (ownVerdicts[ended.status ?? -1] ?? 'unknown') : 'unknown',
      [`${engine}CommandStart`]: start,
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
