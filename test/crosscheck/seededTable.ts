// The table of seeded bugs in docs/crosscheck.md.

import type { TablePlace } from '../documentTable.js';
import { type FoundBugs, seededBugs } from './seededBugs.js';

export const seededPlace: TablePlace = {
  document: 'docs/crosscheck.md',
  begin: '<!-- seeded bugs: npm run judge seeded -->',
  end: '<!-- end -->',
};

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

/** The rows of the table as they are in the document, without padding. */
export function rowsOf(document: string): string[] {
  const lines = document.split(seededPlace.begin)[1]?.split(seededPlace.end)[0]?.split('\n') ?? [];
  return lines
    .filter((line) => line.startsWith('|') && !/^\|[ :-]+\|/.test(line))
    .map((line) => line.replace(/\s+\|/g, ' |').replace(/\|\s+/g, '| '));
}
