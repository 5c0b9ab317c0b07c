// Calls of the library that both readers of C must mean alike.

import { describe, it } from 'vitest';
import { expectAgreement } from './agreement.js';

const futex =
  '#include <errno.h>\n#include <linux/futex.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n#include <pthread.h>\n';

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
];

describe.each(['sc', 'tso'] as const)('both readers, under %s', (model) => {
  it.each(programs)('%s', (_, text, observe) => expectAgreement(text, model, { observe }));
});
