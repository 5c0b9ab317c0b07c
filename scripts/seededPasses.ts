// Puts each bug into a pass and says which judges notice it: written to test/module/seeded/noticed.json and to the table in
// docs/judges.md. npm run judge seeded-passes [-- NAME...]: all of them, or those whose names are given. It needs gcc.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withTable } from '../test/documentTable.js';
import {
  noticedBy,
  noticedByGcc,
  noticedByInterpreter,
  passBugs,
  withPassBug,
} from '../test/module/seeded/find.js';
import { type NoticedBugs, passesPlace, passesTable } from '../test/module/seeded/table.js';

const record = fileURLToPath(new URL('../test/module/seeded/noticed.json', import.meta.url));
const document = fileURLToPath(new URL('../docs/judges.md', import.meta.url));
const names = process.argv.slice(2);

// A judge that objects to the passes as they are would notice every bug.
const unchanged = await withPassBug(undefined);
const objections = [noticedByInterpreter(unchanged), await noticedByGcc(unchanged)];
console.log(`without a bug: ${objections.map((found) => found ?? 'nothing').join(', ')}`);

let noticed: NoticedBugs = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
for (const bug of passBugs) {
  if (names.length > 0 && !names.includes(bug.name)) continue;
  const by = await noticedBy(bug);
  console.log(`${bug.name}: ${JSON.stringify(by)}`);
  noticed = { ...noticed, [bug.name]: by };
}
writeFileSync(record, `${JSON.stringify(noticed, undefined, 2)}\n`);
writeFileSync(document, withTable(readFileSync(document, 'utf8'), passesPlace, passesTable(noticed)));
const isNoticed = (name: string): boolean => Object.keys(noticed[name] ?? {}).length > 0;
process.exit(
  objections.every((found) => found === undefined) && passBugs.every(({ name }) => isNoticed(name)) ? 0 : 1,
);
