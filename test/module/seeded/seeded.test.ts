// Every bug that is put into a pass is noticed by some judge. `npm run judge seeded-passes` asks all judges about all bugs. Here the
// interpreter is asked again about the bugs that it noticed, on the module that showed each. The suites ask about all modules before it.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inSuites } from '../../counts.js';
import { isNoticedAt, noticedByInterpreter, passBugs, withPassBug } from './find.js';
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
      const module = noticed[name]?.interpreter ?? '';
      const [changed, unchanged] = [await withPassBug(bug), await withPassBug(undefined)];
      expect([isNoticedAt(changed, module), isNoticedAt(unchanged, module)]).toEqual([true, false]);
      if (inSuites) expect(noticedByInterpreter(changed)).toBe(module);
    },
  );
});
