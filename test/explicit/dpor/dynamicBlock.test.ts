// Atomic blocks whose cells depend on their reads: the sleeping steps that they wake are known only when they are
// executed.

import { expect, it } from 'vitest';
import { explore } from '../../../src/explicit/explore.js';
import { parseLitmus } from '../../../src/frontend/litmus/index.js';

const text = `C block-after-its-pointer-changed
{ x=0; p=x; }

P0(int* p) {
  int r0;
  atomic {
    r0 = *p;
    *r0 = 1;
  }
}

P1(int* p) {
  *p = 1;
}

P2(int* x) {
  int r0 = *x;
}

locations [2:r0;]
exists (2:r0=0)
`;

it.each(['optimal', 'source', 'none'] as const)('loses no trace with %s', (dpor) => {
  const { outcomes, blocked, executions } = explore(parseLitmus(text, 'block.litmus'), { model: 'sc', dpor });
  expect(outcomes.map(String).sort()).toEqual(['0', '1']);
  if (dpor !== 'source') expect({ executions, blocked }).toEqual({ executions: 2, blocked: 1 });
});
