// The text of a choice in a trace.

import { expect, it } from 'vitest';
import { explore } from '../../src/explicit/explore.js';
import { parseC } from '../../src/frontend/c/index.js';
import { choiceText } from '../../src/report/choiceText.js';

/** The texts of choices in the executions of findings. */
function said(text: string): string[] {
  const program = parseC(text, 'test.c');
  const all: string[] = [];
  explore(program, {
    model: 'sc',
    onExecution(build) {
      const { execution } = build();
      if (execution.findings.length === 0) return;
      for (const event of execution.events) if (event.kind === 'choice') all.push(choiceText(program, event));
    },
  });
  return all;
}

it('is the value, where one stands for many that the program does not distinguish', () => {
  expect(
    said('#include <assert.h>\n#include <stdlib.h>\nint main(void) { assert(rand() != 1000); }'),
  ).toEqual(['choose 1000']);
});

it('is the value that was chosen, whatever becomes of it', () => {
  const text =
    '#include <assert.h>\n#include <stdlib.h>\nint main(void) { int k = rand() % 3; k = k + 5; assert(k != 7); }';
  expect(said(text)).toEqual(['choose 2']);
});

it('is what a weak compare-exchange does', () => {
  const text = `#include <assert.h>\n#include <stdatomic.h>\natomic_int x;
    int main(void) { int e = 0; int done = atomic_compare_exchange_weak(&x, &e, 1); assert(done); }`;
  expect(said(text)).toEqual(['fails by chance']);
});
