// Looks for every seeded bug from seed 0 on and writes down how many random programs it took: to
// test/crosscheck/seededBugs.found.json and to the table in docs/crosscheck.md. With names: only for these bugs.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findSeededBug } from '../test/crosscheck/seeded.js';
import { type FoundBugs, seededBugs } from '../test/crosscheck/seededBugs.js';
import { seededPlace, seededTable } from '../test/crosscheck/seededTable.js';
import { withTable } from '../test/documentTable.js';

const most = Number(process.env.MOST ?? 2000);
const record = fileURLToPath(new URL('../test/crosscheck/seededBugs.found.json', import.meta.url));
const document = fileURLToPath(new URL('../docs/crosscheck.md', import.meta.url));
const names = process.argv.slice(2);

let found: FoundBugs = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
const unknown = names.filter((name) => !seededBugs.some((bug) => bug.name === name));
if (unknown.length > 0) throw new Error(`no bug is named ${unknown.join(', ')}`);

for (const bug of seededBugs) {
  if (names.length > 0 && !names.includes(bug.name)) continue;
  const result = await findSeededBug(bug, { from: 0, most });
  if (result === undefined) console.log(`${bug.name}: not found in ${most} programs`);
  else {
    const questions = [...new Set(result.disagreements.map((d) => d.question))];
    found = { ...found, [bug.name]: { programs: result.programs, questions } };
    console.log(`${bug.name}: ${result.programs} programs (${questions.join(', ')})`);
    const known = seededBugs.flatMap(({ name }) => (name in found ? [[name, found[name]] as const] : []));
    writeFileSync(record, `${JSON.stringify(Object.fromEntries(known), undefined, 2)}\n`);
  }
}
writeFileSync(document, withTable(readFileSync(document, 'utf8'), seededPlace, seededTable(found)));
process.exit(0);
