import { describe, expect, it } from 'vitest';
import { removableC } from '../../../src/frontend/edit/c.js';
import { editableLitmus } from '../../../src/frontend/edit/index.js';
import { sameProgram } from '../../../src/frontend/edit/sameProgram.js';
import type { Editable } from '../../../src/program/editable.js';
import { effectsOf, Marks } from '../../../src/program/effects.js';

function expectFaithful(editable: Editable): void {
  const marks = new Marks(editable);
  const all = [...editable.candidates.keys()];
  expect(sameProgram(editable.read(all), editable.program)).toBe(true);
  for (const chosen of [[], ...all.map((c) => [c]), all]) {
    const wanted = marks.apply(editable.marked, effectsOf(editable.candidates, chosen));
    expect([chosen, sameProgram(editable.read(chosen), wanted)]).toEqual([chosen, true]);
  }
}

const kinds = ({ candidates }: Editable): string[] =>
  candidates.map(({ add, source }) => `${add} ${source.line}`);

describe('fences that are taken out of C', () => {
  const text = `#include <pthread.h>
#define mb() __sync_synchronize()
int x, y;
void *run(void *unused) {
  x = 1;
  mb();
  if (y)
    mb();
  else {
    x = 2; __atomic_thread_fence(__ATOMIC_RELEASE); // why
    y = 2;
  }
  end: mb();
  __atomic_store_n(&x, 3, __ATOMIC_SEQ_CST);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  y = x;
  pthread_join(t, 0);
  return 0;
}
`;

  it('are the statements that do nothing else', () => {
    const editable = removableC(text, 'p.c');
    expect(kinds(editable)).toEqual(['full 6', 'full 8', 'store-store 10', 'full 13']);
    expectFaithful(editable);
  });

  it('leave no trace', () => {
    expect(removableC(text, 'p.c').edit([])[0].after).toBe(
      text
        .replace('  mb();\n  if', '  if')
        .replace('    mb();\n  else', '    ;\n  else')
        .replace(' __atomic_thread_fence(__ATOMIC_RELEASE); // why', ' // why')
        .replace('end: mb();', 'end: ;'),
    );
  });
});

describe('fences that are taken out of a test', () => {
  it('go with their row if nothing else is in it', () => {
    const text = `X86 t
{ }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MFENCE      | MFENCE      ;
 MOV EAX,[y] | SFENCE      ;
 L: MFENCE   | MOV EAX,[x] ;
exists (0:EAX=0)
`;
    const editable = editableLitmus(text, 't.litmus', {}, 'remove');
    expect(kinds(editable).toSorted()).toEqual(['full 5', 'full 5', 'full 7', 'store-store 6']);
    expectFaithful(editable);
    expect(editable.edit([])[0].after).toBe(
      text
        .replace(' MFENCE      | MFENCE      ;\n', '')
        .replace('SFENCE', '      ')
        .replace('L: MFENCE', 'L:       '),
    );
  });

  it('are statements in C', () => {
    const text =
      'C t\n{ }\n\nP0(int* x) {\n  *x = 1;\n  smp_mb();\n  *x = 2; smp_wmb();\n}\n\nexists (x=1)\n';
    const editable = editableLitmus(text, 't.litmus', {}, 'remove');
    expect(kinds(editable)).toEqual(['full 6', 'store-store 7']);
    expectFaithful(editable);
    expect(editable.edit([])[0].after).toBe(text.replace('  smp_mb();\n', '').replace(' smp_wmb();', ''));
  });
});
