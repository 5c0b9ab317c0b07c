// Liveness of nested loops: registers that an outer loop makes live reach the inner ones. Each loop is analysed a few
// times, not twice for each analysis of the loop around it.

import { expect, it } from 'vitest';
import { register } from '../../src/program/expression.js';
import { liveLoops } from '../../src/program/liveness.js';
import type { Statement, StatementOf } from '../../src/program/statement.js';

const depth = 40;

/** while (c0) { while (c1) { ... } r0 = r1; }: the registers live in the innermost loop come from all around it. */
function nested(level: number): StatementOf<'while'> {
  const inner: Statement[] = level + 1 < depth ? [nested(level + 1)] : [];
  return {
    kind: 'while',
    label: `l${level}`,
    condition: register(`c${level}`),
    body: [...inner, { kind: 'assign', target: `r${level}`, value: register(`r${level + 1}`) }],
  };
}

it('ends for forty loops inside each other', () => {
  const found = liveLoops([nested(0)], new Set(['r0']));
  expect(found.size).toBe(depth);
  const innermost = [...found].find(([{ label }]) => label === `l${depth - 1}`)?.[1];
  // every other r is given a value before it is read
  const conditions = Array.from({ length: depth }, (_, i) => `c${i}`);
  expect([...(innermost?.round ?? [])].sort()).toEqual([...conditions, `r${depth}`].sort());
});
