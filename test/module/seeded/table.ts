// The table of seeded bugs of passes in docs/judges.md.

import type { TablePlace } from '../../documentTable.js';
import { type Noticed, passBugs } from './find.js';

export type NoticedBugs = Readonly<Record<string, Noticed>>;

export const passesPlace: TablePlace = {
  document: 'docs/judges.md',
  begin: '<!-- seeded bugs of passes: npm run judge seeded-passes -->',
  end: '<!-- end -->',
};

export function passesTable(noticed: NoticedBugs): string {
  const rows = passBugs.map(({ name, file }) => {
    const { knownProgram = 'no', interpreter = 'no', gcc = 'no' } = noticed[name] ?? {};
    return [name, `\`${file.slice('module/passes/'.length)}\``, knownProgram, interpreter, gcc];
  });
  const all = [['bug', 'in', 'known program', 'interpreter', 'gcc'], ...rows];
  const widths = all[0].map((_, i) => Math.max(...all.map((row) => row[i].length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  return [line(all[0]), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
