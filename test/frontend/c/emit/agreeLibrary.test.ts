// Calls of the library that both readers of C must mean alike.

import { describe, it } from 'vitest';
import { expectAgreement } from './agreement.js';

const futex =
  '#include <errno.h>\n#include <linux/futex.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n#include <pthread.h>\n';

const waits = `#include <pthread.h>\nint go; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n`;
const waiter = (name: string, mutex: string): string =>
  `void *${name}(void *a) { pthread_mutex_lock(&${mutex}); while (!go) pthread_cond_wait(&c, &${mutex}); pthread_mutex_unlock(&${mutex}); return a; }`;
const main = `int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_mutex_lock(&m); pthread_mutex_lock(&n);
  go = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); pthread_join(t, 0); pthread_join(u, 0); }`;

/** With the variables of a final state. */
const programs: readonly (readonly [name: string, text: string, observe: readonly string[]])[] = [
  [
    'a futex that is woken',
    `${futex}int w, r; void *f(void *a) { __atomic_store_n(&w, 1, 5); syscall(SYS_futex, &w, FUTEX_WAKE, 1); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); while (!__atomic_load_n(&w, 5)) syscall(SYS_futex, &w, FUTEX_WAIT_PRIVATE, 0, 0); r = 1; }`,
    ['w', 'r'],
  ],
  [
    'a futex that nobody wakes',
    `${futex}int w, r; int main(void) { r = syscall(SYS_futex, &w, FUTEX_WAIT_BITSET, 1, 0, 0, -1) ? errno == EAGAIN : 2; syscall(SYS_futex, &w, FUTEX_WAIT, 0, 0); r = 7; }`,
    ['r'],
  ],
  [
    'waits for a condition with two mutexes',
    `${waits}${waiter('f', 'm')} ${waiter('g', 'n')} ${main}`,
    ['go'],
  ],
  ['waits for a condition with one mutex', `${waits}${waiter('f', 'm')} ${waiter('g', 'm')} ${main}`, ['go']],
];

describe.each(['sc', 'tso'] as const)('both readers, under %s', (model) => {
  it.each(programs)('%s', (_, text, observe) => expectAgreement(text, model, { observe }));
});
