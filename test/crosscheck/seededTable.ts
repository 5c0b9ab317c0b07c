// The table of seeded bugs in docs/crosscheck.md.

import { type FoundBugs, seededBugs } from './seededBugs.js';

const begin = '<!-- seeded bugs: npm run seeded -->';
const end = '<!-- end -->';

export function seededTable(found: FoundBugs): string {
  const rows = seededBugs.map(({ name, what, file, plain }) => {
    const { programs, questions } = found[name] ?? { programs: 0, questions: [] };
    return `| ${name} | ${what} | \`${file}\` | ${programs}${plain === true ? ' plain' : ''} | ${questions.join(', ')} |`;
  });
  return [
    '| bug | what is wrong | in | programs | seen in |',
    '| --- | --- | --- | --: | --- |',
    ...rows,
  ].join('\n');
}

export function withTable(document: string, table: string): string {
  const [before, rest] = document.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error('docs/crosscheck.md has no place for the table');
  return `${before}${begin}\n\n${table}\n\n${end}${after}`;
}

/** The rows of the table as they are in the document, without padding. */
export function rowsOf(document: string): string[] {
  const lines = document.split(begin)[1]?.split(end)[0]?.split('\n') ?? [];
  return lines
    .filter((line) => line.startsWith('|') && !/^\|[ :-]+\|/.test(line))
    .map((line) => line.replace(/\s+\|/g, ' |').replace(/\|\s+/g, '| '));
}
