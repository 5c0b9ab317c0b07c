// Functions that choose by a size, of which each call gives a constant.

import { describe, expect, it } from 'vitest';
import { diagnosticOf, states } from '../run.js';

const program = (swap: string, call = '__swap(&head, (long)&b, sizeof head)'): string => `#include <pthread.h>
struct node { struct node *next; int v; } a = { 0, 1 }, b = { 0, 2 }, *head = &a;
int x, y; char small;
${swap}
void *w(void *q) { __atomic_store_n(&y, ((struct node *)${call})->v, 0); return q; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  x = head->v;
  pthread_join(t, 0);
}`;

const sized = `static long __swap(void *p, long v, int size) {
  switch (size) {
  case 1: return __atomic_exchange_n((char *)p, (char)v, 5);
  case 2: { return __atomic_exchange_n((short *)p, (short)v, 5); }
  case 4: v = __atomic_exchange_n((int *)p, (int)v, 5); break;
  case 8: v = __atomic_exchange_n((long *)p, v, 5);
  }
  return v;
}`;

describe('cases that no call leads to', () => {
  const both = ['x=1 y=1', 'x=2 y=1'];

  it('do not divide what is used in one size', () => {
    expect(states(program(sized), 'tso', { observe: ['x', 'y'] })).toEqual(both);
  });

  it('are seen through functions that pass the size on', () => {
    const outer = `${sized} static long outer(int size, void *p, long v) { return __swap(p, v, size); }`;
    const call = 'outer(sizeof(long), &head, (long)&b)';
    expect(states(program(outer, call), 'tso', { observe: ['x', 'y'] })).toEqual(both);
  });

  it('leave what others are called with: each object has its own size', () => {
    const call = '(__swap(&small, 1, 1), __swap(&head, (long)&b, 8))';
    expect(states(program(sized, call), 'tso', { observe: ['x', 'y', 'small'] })).toEqual(
      both.map((state) => `${state} small=1`),
    );
  });

  it.each([
    ['the size changes', '__swap(&head, (long)&b, 7)', sized.replace('{\n', '{\n  size++;\n')],
    [
      'a pointer may call it',
      '(*swap)(&head, (long)&b, 8)',
      `${sized} long (*swap)(void *, long, int) = __swap;`,
    ],
  ])('count no more where it is known what calls give: %s', (_, call, swap) => {
    expect(states(program(swap, call), 'tso', { observe: ['x', 'y'] })).toEqual(both);
  });

  it.each([
    ['a call gives what is not known', '__swap(&head, (long)&b, y + 8)'],
    ['one is fallen into', '__swap(&head, (long)&b, 0)', sized.replace('case 1:', 'case 0: y = 0; case 1:')],
    ['it is the default', '__swap(&head, (long)&b, 9)', sized.replace('case 1:', 'default:')],
    [
      'control jumps into it',
      '__swap(&head, (long)&b, 8)',
      sized.replace('case 1:', 'case 1: in:').replace('case 8:', 'case 8: if (y) goto in;'),
    ],
  ])('count where %s', (_, call, swap = sized) => {
    expect(diagnosticOf(program(swap, call)).message).toMatch(/different sizes|used in parts/);
  });
});
