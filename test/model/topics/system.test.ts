// Mappings, limits, processors, other programs and waits for signals: the library of model/ answers as the other one does.

import { describe, expect, it } from 'vitest';
import { onModel } from '../readers.js';

const program = (body: string, globals = ''): string => `#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
int x, y; ${globals}
int main(void) { ${body} return 0; }`;

const anonymous = 'PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0';

describe('both libraries agree on', () => {
  it.each([
    ['new memory', `int *p = mmap(0, 4096, ${anonymous}); p[1] = 3; x = p[0] + p[1]; y = munmap(p, 4096);`],
    [
      'memory that no machine has',
      `x = mmap(0, 1ul << 50, ${anonymous}) == MAP_FAILED; y = errno == ENOMEM;`,
    ],
    [
      'sets of processors',
      'cpu_set_t c, d; CPU_ZERO(&c); CPU_ZERO(&d); CPU_SET(1, &c); CPU_SET(70, &c); CPU_SET(70, &d); x = CPU_COUNT(&c); CPU_XOR(&d, &c, &d); y = CPU_COUNT(&d) + CPU_ISSET(1, &d);',
    ],
    [
      'paths and names',
      'char b[12]; x = gethostname(b, 12) == 0 && strcmp(b, "localhost") == 0; y = getcwd(b, 1) == 0 && errno == ERANGE;',
    ],
    [
      'limits',
      'struct rlimit l = { 5, 4 }; x = setrlimit(RLIMIT_STACK, &l) == -1 && errno == EINVAL; y = getrusage(7, 0);',
    ],
    ['another program', 'x = 1; x = execv("a", 0); y = errno == ENOENT;'],
    [
      'a library that is there or not',
      'void *h = dlopen("a", RTLD_NOW); x = h != 0; if (h) y = dlclose(h) == 0;',
    ],
    [
      'the resolution of clocks',
      'struct timespec t; x = clock_getres(CLOCK_REALTIME, &t) == 0 && t.tv_nsec == 1; y = clock_getres(10, &t);',
    ],
    [
      'a wait for a signal that was blocked',
      'sigset_t s, o; sigemptyset(&s); sigaddset(&s, SIGUSR1); sigprocmask(SIG_BLOCK, &s, &o); signal(SIGUSR1, h); raise(SIGUSR1); y = x; sigsuspend(&o); y = 10 * y + x;',
      'void h(int n) { x++; }',
    ],
  ])('%s', (_, body, globals = '') => {
    const model = onModel(program(body, globals), { unroll: 24 });
    expect(model).toMatchSnapshot();
    expect(model.states.length).toBeGreaterThan(0);
  });
});
