// The table of seeded bugs in docs/judges.md.

import type { TablePlace } from '../../../documentTable.js';
import { type FrontEndBug, frontEndBugs } from './bugs.js';

/** The program that shows each bug. */
export type FoundBy = Readonly<Record<string, string>>;

export const seededPlace: TablePlace = {
  document: 'docs/judges.md',
  begin: '<!-- seeded bugs: npm run judge seeded-c -->',
  end: '<!-- end -->',
};

export const seededTable = (found: FoundBy): string => seededTableOf(frontEndBugs, found);

export function seededTableOf(bugs: readonly FrontEndBug[], found: FoundBy): string {
  const rows = bugs.map(({ name, what, file }) => [
    name,
    what,
    `\`src/${file}\``,
    found[name] ?? 'not found',
  ]);
  const all = [['bug', 'what is wrong', 'in', 'found by the program'], ...rows];
  const widths = all[0].map((_, i) => Math.max(...all.map((row) => row[i].length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  return [line(all[0]), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
