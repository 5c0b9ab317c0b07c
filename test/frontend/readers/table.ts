// The table of seeded bugs in docs/crosscheck.md that the comparison of readers finds.

import { seededTableOf } from '../c/seeded/table.js';
import { readerBugs } from './bugs.js';

/** The program that shows each bug. */
export type FoundBy = Readonly<Record<string, string>>;

const begin = '<!-- seeded bugs of readers: npm run seeded:readers -->';
const end = '<!-- end of readers -->';

export const readersTable = (found: FoundBy): string => seededTableOf(readerBugs, found);

export function withReadersTable(document: string, table: string): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/crosscheck.md has no place for the table');
  return `${document.slice(0, from + begin.length)}\n\n${table}\n\n${document.slice(to)}`;
}
