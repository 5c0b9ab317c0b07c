import { expect, it } from 'vitest';
import { onceForEach } from '../../src/cli/onceForEach.js';
import { explore } from '../../src/explicit/explore.js';
import { violationLine } from '../../src/report/checkText.js';
import { parse } from '../frontend/c/run.js';

it('tells of each model once, for all engines', () => {
  const program = parse('int x; int main(void) { x = 1; __VERIFIER_assert(x == 2); }');
  const [{ finding }] = explore(program, { model: 'sc', unroll: 8 }).findings;
  const claim = { kind: 'finding', finding } as const;
  const told: string[] = [];
  const tell = onceForEach((line) => told.push(line));
  for (const engine of ['explicit', 'symbolic', 'explicit'] as const)
    for (const model of ['sc', 'tso'] as const) tell(violationLine(program, { model, engine, claim }));
  expect(told.map((line) => line.slice(0, 38))).toEqual([
    'violated under sc, found by the explic',
    'violated under tso, found by the expli',
  ]);
});
