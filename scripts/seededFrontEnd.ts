// Puts each bug into the front end and says which known program shows it: written to test/frontend/c/seeded/found.json and to
// the table in docs/judges.md. npm run judge seeded-c [-- NAME...]: all of them, or those whose names are given.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withTable } from '../test/documentTable.js';
import { frontEndBugs } from '../test/frontend/c/seeded/bugs.js';
import { foundBy } from '../test/frontend/c/seeded/find.js';
import { type FoundBy, seededPlace, seededTable } from '../test/frontend/c/seeded/table.js';

const record = fileURLToPath(new URL('../test/frontend/c/seeded/found.json', import.meta.url));
const document = fileURLToPath(new URL('../docs/judges.md', import.meta.url));
const names = process.argv.slice(2);

let found: FoundBy = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
for (const bug of frontEndBugs) {
  if (names.length > 0 && !names.includes(bug.name)) continue;
  const program = await foundBy(bug).catch((error: unknown) => {
    console.log(error instanceof Error ? error.message.split('\n')[0] : String(error));
    return undefined;
  });
  console.log(`${bug.name}: ${program ?? 'not found'}`);
  const { [bug.name]: _, ...others } = found;
  found = program === undefined ? others : { ...others, [bug.name]: program };
}
const known = frontEndBugs.flatMap(({ name }) => (name in found ? [[name, found[name]] as const] : []));
writeFileSync(record, `${JSON.stringify(Object.fromEntries(known), undefined, 2)}\n`);
writeFileSync(document, withTable(readFileSync(document, 'utf8'), seededPlace, seededTable(found)));
process.exit(known.length === frontEndBugs.length ? 0 : 1);
