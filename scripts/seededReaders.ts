// Puts each bug into a reader of C and says which known program shows it: written to test/frontend/readers/found.json and to the
// table in docs/crosscheck.md. npm run judge seeded-readers [-- NAME...]: all of them, or those whose names are given. It needs clang.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withTable } from '../test/documentTable.js';
import type { FoundBy } from '../test/frontend/c/seeded/table.js';
import { readerBugs } from '../test/frontend/readers/bugs.js';
import { readerBugFoundBy } from '../test/frontend/readers/find.js';
import { knownPrograms } from '../test/frontend/readers/programs.js';
import { readersPlace, readersTable } from '../test/frontend/readers/table.js';

const record = fileURLToPath(new URL('../test/frontend/readers/found.json', import.meta.url));
const document = fileURLToPath(new URL('../docs/crosscheck.md', import.meta.url));
const names = process.argv.slice(2);

let found: FoundBy = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
for (const bug of readerBugs) {
  if (names.length > 0 && !names.includes(bug.name)) continue;
  const program = await readerBugFoundBy(bug, knownPrograms).catch((error: unknown) => {
    console.log(error instanceof Error ? error.message.split('\n')[0] : String(error));
    return undefined;
  });
  console.log(`${bug.name}: ${program ?? 'not found'}`);
  const { [bug.name]: _, ...others } = found;
  found = program === undefined ? others : { ...others, [bug.name]: program };
}
const known = readerBugs.flatMap(({ name }) => (name in found ? [[name, found[name]] as const] : []));
writeFileSync(record, `${JSON.stringify(Object.fromEntries(known), undefined, 2)}\n`);
writeFileSync(document, withTable(readFileSync(document, 'utf8'), readersPlace, readersTable(found)));
process.exit(known.length === readerBugs.length ? 0 : 1);
