// Code lenses: the questions that can be asked about a program, above it, with the answers that are known.

import type { CodeLens } from 'vscode-languageserver';
import type { ReportCase } from '../../report/formats/item.js';
import type { FileCommandName } from '../fileCommands.js';
import type { OpenFile } from './openFile.js';

export const lensCommands = ['outcomes', 'robust', 'races', 'fences'] as const;
type LensCommand = (typeof lensCommands)[number];

export const lensCommandOf = (name: string): LensCommand | undefined =>
  lensCommands.find((command) => `diptych.${command}` === name);

export const showExecutionCommand = 'diptych.showExecution';

/** Above main, or in the first line. */
export function lensesOf(file: OpenFile): CodeLens[] {
  if (file.isModel) return [];
  const main = file.path.endsWith('.litmus')
    ? 0
    : Math.max(
        0,
        file.lines.findIndex((line) => /\bmain\s*\(/.test(line)),
      );
  const range = { start: { line: main, character: 0 }, end: { line: main, character: 1 } };
  const lens = (title: string, command: string): CodeLens => ({
    range,
    command: { title, command, arguments: [file.uri] },
  });
  return [
    ...lensCommands.map((command) => {
      const known = file.title(command);
      return lens(known === undefined ? command : `${command}: ${known}`, `diptych.${command}`);
    }),
    ...(file.findings.some(({ steps }) => steps.length > 0)
      ? [lens('show execution', showExecutionCommand)]
      : []),
  ];
}

type Words = Readonly<Record<ReportCase['result'], string>>;
const usual: Words = { passed: 'yes', failed: 'no', error: 'error', skipped: 'no answer' };
const wordsOf: Partial<Record<FileCommandName, Words>> = {
  races: { ...usual, passed: 'none', failed: 'found' },
  fences: { ...usual, passed: 'none needed', failed: 'missing' },
  check: { ...usual, passed: 'holds', failed: 'violated' },
  outcomes: { ...usual, passed: 'all known', skipped: 'not all known' },
};

/** `tso no, pso no` */
export function titleOf(command: FileCommandName, cases: readonly ReportCase[]): string {
  const words = wordsOf[command] ?? usual;
  const [first] = cases;
  if (first === undefined) return '';
  if (cases.every(({ result }) => result === first.result) && cases.length !== 1) return words[first.result];
  return cases.length === 1
    ? words[first.result]
    : cases.map(({ name, result }) => `${name.replace(/^.* /, '')} ${words[result]}`).join(', ');
}
