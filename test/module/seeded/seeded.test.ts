// Every bug that is put into a pass is noticed by some judge. `npm run judge seeded-passes` asks all judges about all bugs; here the
// interpreter is asked again about the bugs that it noticed.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { noticedByInterpreter, passBugs, withPassBug } from './find.js';
import { type NoticedBugs, passesTable } from './table.js';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const noticed: NoticedBugs = JSON.parse(read('noticed.json'));

describe('bugs of passes', () => {
  it('are noticed, each by some judge, and there are ten', () => {
    expect(passBugs.length).toBeGreaterThanOrEqual(10);
    for (const { name } of passBugs)
      expect([name, Object.keys(noticed[name] ?? {}).length > 0]).toEqual([name, true]);
    expect(read('../../../docs/judges.md')).toContain(passesTable(noticed));
  });

  const ofInterpreter = passBugs.filter(({ name }) => noticed[name]?.interpreter !== undefined);
  it.each(ofInterpreter.map((bug) => [bug.name, bug] as const))(
    'the interpreter notices %s',
    async (name, bug) => {
      expect(noticedByInterpreter(await withPassBug(bug))).toBe(noticed[name]?.interpreter);
    },
    60_000,
  );
});
