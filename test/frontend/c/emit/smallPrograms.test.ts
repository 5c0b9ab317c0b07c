// Steps that the engines need not see are not in the program.

import { describe, expect, it } from 'vitest';
import { explore } from '../../../../src/explicit/explore.js';
import { parseC } from '../../../../src/frontend/c/index.js';
import { AddressNames } from '../../../../src/program/addressNames.js';
import { layOut } from '../../../../src/program/layout.js';
import type { Program } from '../../../../src/program/program.js';
import { forEachStatement } from '../../../../src/program/statement.js';
import { findingsIn } from '../run.js';

const read = (text: string, defines: readonly string[] = []): Program =>
  parseC(`#include <pthread.h>\n#include <stdlib.h>\n${text}`, 'a.c', { defines });

/** The kinds of statements of a thread that are events. */
function eventsOf(program: Program, thread: number): string[] {
  const found: string[] = [];
  forEachStatement(program.threads[thread].body, ({ kind }) => {
    if (!['assign', 'if', 'block', 'break', 'assume', 'assert'].includes(kind)) found.push(kind);
  });
  return found;
}

describe('a thread', () => {
  it('has no step for a join but the join', () => {
    const program = read(`int x; void *f(void *a) { x = 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; pthread_join(t, 0); }`);
    expect([eventsOf(program, 0), eventsOf(program, 1)]).toEqual([['spawn', 'store', 'join'], ['store']]);
  });

  it('does not look at the kind of a mutex that lies beside the condition it waits for', () => {
    const program = read(`struct { int n; pthread_mutex_t m; pthread_cond_t c; } q;
void *f(void *a) { pthread_mutex_lock(&q.m); while (!q.n) pthread_cond_wait(&q.c, &q.m); pthread_mutex_unlock(&q.m); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&q.m); q.n = 1; pthread_mutex_unlock(&q.m); pthread_join(t, 0); }`);
    expect(eventsOf(program, 0)).toEqual(['spawn', 'lock', 'store', 'unlock', 'join']);
    expect(findingsIn(explore(program, { model: 'sc', unroll: 8 }))).toEqual([
      'deadlock 6: main waits for f, f waits for a signal of q.c',
    ]);
  });

  it('keeps a chosen value in a register', () => {
    const program = read(`int x, __VERIFIER_nondet_int(void); char __VERIFIER_nondet_char(void);
int main(void) { struct { int a; char b; } s; s.a = __VERIFIER_nondet_int(); s.b = __VERIFIER_nondet_char();
  if (s.a > 7 && s.b == 1) x = 1; }`);
    expect(eventsOf(program, 0)).toEqual(['nondet', 'nondet', 'store']);
  });

  it('keeps any value in a register, in a block too', () => {
    const text = 'int x; int main(void) { int i, *p = malloc(sizeof *p); if (i == 7 || *p == 3) x = 1; }';
    const program = read(text, ['DIPTYCH_ANY_VALUES']);
    const { outcomes, findings } = explore(program, { model: 'sc', unroll: 8 });
    expect([outcomes, findings]).toEqual([[[0], [1]], []]);
  });
});

describe('a pointer', () => {
  it('to a member that nothing touches has its name', () => {
    const program = read(`struct { int head; struct { int lo, hi; } tail[2]; } q; int *p;
int main(void) { q.tail[1].hi = 2; p = &q.tail[1].lo; }`);
    const names = new AddressNames(program, layOut(program));
    const q = layOut(program).addressOf.get('q') ?? 0;
    expect([0, 4, 12, 16].map((offset) => names.pointer(q + offset))).toEqual([
      '&q',
      '&q.tail[0]',
      '&q.tail[1]',
      '&q.tail[1].hi',
    ]);
  });
});

describe('a jump', () => {
  it('comes back to locals as they are', () => {
    const program = read(`#include <setjmp.h>
int x; jmp_buf e;
int main(void) { volatile int seen = 0; int c = setjmp(e); seen += 1; if (c < 2) longjmp(e, c + 1); x = seen; }`);
    expect(explore(program, { model: 'sc', unroll: 8 }).outcomes).toEqual([[3]]);
  });
});
