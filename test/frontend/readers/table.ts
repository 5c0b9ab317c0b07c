// The table of seeded bugs in docs/crosscheck.md that the comparison of readers finds.

import type { TablePlace } from '../../documentTable.js';
import { type FoundBy, seededTableOf } from '../c/seeded/table.js';
import { readerBugs } from './bugs.js';

export const readersPlace: TablePlace = {
  document: 'docs/crosscheck.md',
  begin: '<!-- seeded bugs of readers: npm run judge seeded-readers -->',
  end: '<!-- end of readers -->',
};

export const readersTable = (found: FoundBy): string => seededTableOf(readerBugs, found);
