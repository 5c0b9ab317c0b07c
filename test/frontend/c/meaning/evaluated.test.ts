// Every argument of a library function is evaluated once, as in gcc's binary.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../run.js';

const head = `#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
int n, x, k[4] = { 1, 2, 3, 4 }; long y; char b[32] = "ab cd", c[32] = "ab"; int *p = k; void *v; char *e; double d = 1.5;
pthread_t t; thrd_t h; pthread_attr_t a; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutexattr_t ma; pthread_cond_t co = PTHREAD_COND_INITIALIZER; pthread_condattr_t ca;
pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER; pthread_barrier_t ba; pthread_once_t once = PTHREAD_ONCE_INIT; pthread_key_t key; pthread_spinlock_t sp; sem_t s;
mtx_t cm; cnd_t cc; tss_t ck; once_flag co2 = ONCE_FLAG_INIT; atomic_int ai; struct timespec ts = { 1, 2 }; sigset_t ss; atomic_flag af;
static void *f(void *q) { return q; } static int g(void *q) { return 0; } static void nothing(void) {} static void gone(void *q) {}
static int compare(const void *l, const void *r) { return *(const int *)l - *(const int *)r; }
`;

/** Calls; an argument in <...> is counted. Arguments that must be constant are written as they are. */
const calls: readonly string[] = [
  'puts(<b>)',
  'fputs(<b>, <stderr>)',
  'perror(<b>)',
  'printf("%d %s", <1>, <b>)',
  'fprintf(<stderr>, "%.*s %f", <1>, <b>, <d>)',
  'x = printf("%d %s", <1>, <b>)',
  'putchar(<65>)',
  'fputc(<65>, <stderr>)',
  'putc(<65>, <stderr>)',
  'write(<2>, <b>, <1>)',
  'fwrite(<b>, <1>, <2>, <stderr>)',
  'x = write(<2>, <b>, <1>)',
  'x = fwrite(<b>, <1>, <2>, <stderr>)',
  'sprintf(<c>, "%d %s", <1>, <"q">)',
  'snprintf(<c>, <4>, "%d%c", <1>, <65>)',
  'fflush(<stdout>)',
  'sscanf(<b>, "%s", <c>)',
  'memset(<c>, <0>, <3>)',
  'memset(<c>, <0>, 3)',
  'memcpy(<c>, <b>, <3>)',
  'memcpy(<c>, <b>, 3)',
  'memmove(<c>, <b>, <3>)',
  'x = memcmp(<c>, <b>, <3>)',
  'x = memcmp(<c>, <b>, 3)',
  'v = mempcpy(<c>, <b>, <3>)',
  'v = mempcpy(<c>, <b>, 3)',
  'bzero(<c>, <3>)',
  'bcopy(<b>, <c>, <3>)',
  'x = bcmp(<b>, <c>, <3>)',
  'v = memchr(<b>, <97>, <3>)',
  'v = memrchr(<b>, <97>, <3>)',
  'v = rawmemchr(<b>, <97>)',
  'v = memmem(<b>, <3>, <c>, <1>)',
  'v = memccpy(<c>, <b>, <32>, <4>)',
  'x = strlen(<b>)',
  'x = strnlen(<b>, <3>)',
  'x = strcmp(<b>, <c>)',
  'x = strncmp(<b>, <c>, <2>)',
  'x = strcasecmp(<b>, <c>)',
  'x = strncasecmp(<b>, <c>, <2>)',
  'strcpy(<c>, <b>)',
  'stpcpy(<c>, <b>)',
  'strncpy(<c>, <b>, <3>)',
  'stpncpy(<c>, <b>, <3>)',
  'strcat(<c>, <"q">)',
  'strncat(<c>, <"q">, <1>)',
  'e = strchr(<b>, <98>)',
  'e = strrchr(<b>, <98>)',
  'e = strchrnul(<b>, <98>)',
  'e = strstr(<b>, <"b">)',
  'e = strcasestr(<b>, <"B">)',
  'x = strspn(<b>, <"a">)',
  'x = strcspn(<b>, <" ">)',
  'e = strpbrk(<b>, <" ">)',
  'e = strtok(<c>, <" ">)',
  'strtok_r(<c>, <" ">, <&e>)',
  'e = strdup(<b>)',
  'e = strndup(<b>, <2>)',
  'e = strerror(<1>)',
  'x = abs(<-1>)',
  'y = labs(<-1>)',
  'x = atoi(<"12">)',
  'y = atol(<"12">)',
  'y = strtol(<"12">, <&e>, <10>)',
  'y = strtoul(<"12">, <0>, <10>)',
  'x = div(<7>, <2>).quot',
  'y = ldiv(<7>, <2>).rem',
  'x = isdigit(<49>)',
  'x = toupper(<97>)',
  'v = malloc(<8>)',
  'v = calloc(<2>, <4>)',
  'e = malloc(4), e = realloc(<e>, <8>)',
  'e = malloc(4), e = reallocarray(<e>, <2>, <4>)',
  'v = aligned_alloc(<16>, <16>)',
  'x = posix_memalign(<&v>, <16>, <8>)',
  'x = posix_memalign(<&v>, <3>, <8>)',
  'free(<malloc(4)>)',
  'qsort(<k>, <4>, sizeof *k, <compare>)',
  'v = bsearch(<k>, <k>, <4>, sizeof *k, <compare>)',
  'x = rand_r((unsigned *)<&x>)',
  'srand(<1>)',
  'pthread_create(<&t>, <0>, f, <0>), pthread_join(<t>, 0)',
  'pthread_create(&t, 0, f, 0), pthread_join(<t>, <&v>)',
  'pthread_create(&t, 0, f, 0), pthread_detach(<t>)',
  'thrd_create(<&h>, g, <0>), thrd_join(<h>, <&x>)',
  'thrd_create(&h, g, 0), thrd_detach(<h>)',
  'x = pthread_equal(<pthread_self()>, <pthread_self()>)',
  'x = thrd_equal(<thrd_current()>, <thrd_current()>)',
  'pthread_attr_init(<&a>), pthread_attr_setdetachstate(<&a>, <0>), pthread_attr_setstacksize(<&a>, <65536>), pthread_attr_destroy(<&a>)',
  'pthread_mutexattr_init(<&ma>), pthread_mutexattr_settype(<&ma>, <1>), pthread_mutex_init(<&m>, <&ma>)',
  'pthread_mutex_init(<&m>, <0>), pthread_mutex_lock(<&m>), pthread_mutex_unlock(<&m>), pthread_mutex_destroy(<&m>)',
  'x = pthread_mutex_trylock(<&m>)',
  'x = pthread_mutex_timedlock(<&m>, <&ts>)',
  'pthread_mutex_lock(&m), x = pthread_mutex_timedlock(<&m>, <&ts>)',
  'x = pthread_mutex_clocklock(<&m>, <0>, <&ts>)',
  'x = pthread_mutex_clocklock(<&m>, <77>, <&ts>)',
  'pthread_spin_init(<&sp>, <0>), pthread_spin_lock(<&sp>), pthread_spin_unlock(<&sp>), pthread_spin_destroy(<&sp>)',
  'pthread_spin_init(&sp, 0), x = pthread_spin_trylock(<&sp>)',
  'pthread_cond_init(<&co>, <0>), pthread_cond_signal(<&co>), pthread_cond_broadcast(<&co>), pthread_cond_destroy(<&co>)',
  'pthread_mutex_lock(&m), x = pthread_cond_timedwait(<&co>, <&m>, <&ts>)',
  'pthread_mutex_lock(&m), x = pthread_cond_clockwait(<&co>, <&m>, <0>, <&ts>)',
  'pthread_rwlock_init(<&w>, <0>), pthread_rwlock_rdlock(<&w>), pthread_rwlock_unlock(<&w>), pthread_rwlock_destroy(<&w>)',
  'pthread_rwlock_wrlock(<&w>), x = pthread_rwlock_tryrdlock(<&w>) + pthread_rwlock_trywrlock(<&w>) + pthread_rwlock_timedrdlock(<&w>, <&ts>)',
  'pthread_barrier_init(<&ba>, <0>, <1>), pthread_barrier_wait(<&ba>), pthread_barrier_destroy(<&ba>)',
  'pthread_once(<&once>, <nothing>)',
  'call_once(<&co2>, <nothing>)',
  'pthread_key_create(<&key>, <gone>), pthread_setspecific(<key>, <b>), v = pthread_getspecific(<key>), pthread_key_delete(<key>)',
  'tss_create(<&ck>, <gone>), tss_set(<ck>, <b>), v = tss_get(<ck>)',
  'sem_init(<&s>, <0>, <1>), sem_wait(<&s>), sem_post(<&s>), sem_getvalue(<&s>, <&x>), x = sem_trywait(<&s>), x = sem_timedwait(<&s>, <&ts>), sem_destroy(<&s>)',
  'mtx_init(<&cm>, mtx_plain), mtx_lock(<&cm>), mtx_unlock(<&cm>), x = mtx_trylock(<&cm>), mtx_unlock(<&cm>), mtx_destroy(<&cm>)',
  'mtx_init(&cm, mtx_timed), x = mtx_timedlock(<&cm>, <&ts>)',
  'cnd_init(<&cc>), cnd_signal(<&cc>), cnd_broadcast(<&cc>), cnd_destroy(<&cc>)',
  'cnd_init(&cc), mtx_init(&cm, mtx_plain), mtx_lock(&cm), x = cnd_timedwait(<&cc>, <&cm>, <&ts>)',
  'pthread_setname_np(<pthread_self()>, <b>)',
  'x = sched_get_priority_max(<1>)',
  'pthread_setconcurrency(<1>)',
  'x = clock_gettime(<0>, <&ts>)',
  'y = time(<0>)',
  'usleep(<1>)',
  'nanosleep(<&ts>, <0>)',
  'atomic_init(<&ai>, <1>)',
  'atomic_store(<&ai>, <1>)',
  'x = atomic_load(<&ai>)',
  'x = atomic_exchange(<&ai>, <1>)',
  'x = atomic_fetch_add(<&ai>, <1>)',
  'x = atomic_compare_exchange_strong(<&ai>, <&x>, <1>)',
  'atomic_store_explicit(<&ai>, <1>, memory_order_release)',
  'x = atomic_flag_test_and_set(<&af>)',
  'atomic_flag_clear(<&af>)',
  'x = __atomic_load_n(<&x>, 5)',
  '__atomic_store_n(<&x>, <1>, 5)',
  'x = __atomic_compare_exchange_n(<&x>, <p>, <1>, 0, 5, 5)',
  '__atomic_load(<&x>, <p>, 5)',
  '__atomic_store(<&x>, <p>, 5)',
  '__atomic_exchange(<&x>, <p>, <k>, 5)',
  'x = __sync_fetch_and_add(<&x>, <1>)',
  'x = __sync_bool_compare_and_swap(<&x>, <1>, <2>)',
  '__sync_lock_release(<&x>)',
  'x = __builtin_expect(<1>, <1>)',
  'x = __builtin_expect_with_probability(<1>, <1>, 0.5)',
  'v = __builtin_assume_aligned(<b>, 16)',
  'x = __builtin_popcount(<3>)',
  'x = __builtin_clz(<3>)',
  'x = __builtin_add_overflow(<1>, <2>, <&x>)',
  'x = __builtin_add_overflow_p(<1>, <2>, 0)',
  'x = __builtin_bswap32(<1>)',
  '__builtin_prefetch(<b>)',
  'assert(<1>)',
  'e = getenv(<b>)',
  'sigemptyset(<&ss>), sigaddset(<&ss>, <2>), x = sigismember(<&ss>, <2>)',
  'signal(<2>, <SIG_IGN>)',
  'x = atexit(<nothing>)',
  'pthread_attr_init(<&a>), pthread_attr_getdetachstate(<&a>, <&x>)',
  'y = strtoimax(<"1">, <0>, <10>)',
  'y = imaxabs(<-1>)',
  'e = strsep(<&e>, <" ">)',
  'x = ffs(<4>)',
  'x = access(<"/nowhere">, <0>)',
  'x = remove(<"/nowhere">)',
  'x = isatty(<1>)',
  'y = sysconf(<30>)',
];

const written = (call: string): string => call.replace(/<((?:[^<>]|->)*)>/g, '(n++, $1)');
const countOf = (call: string): number => written(call).split('(n++, ').length - 1;

describe('arguments are evaluated once', () => {
  it.each(calls)('%s', (call) => {
    const { findings, outcomes } = run(
      `${head}int main(void) { ${written(call)}; assert(n == ${countOf(call)}); return 0; }`,
      'sc',
      { unroll: 16, observe: ['n'] },
    );
    expect(findings.map(({ finding }) => `${finding.at?.line}: ${finding.message}`)).toEqual([]);
    expect(outcomes.map(String)).toEqual([`${countOf(call)}`]);
  });

  it('by gcc', () => {
    const folder = mkdtempSync(join(tmpdir(), 'evaluated-'));
    try {
      const tests = calls.map(
        (call, i) =>
          `static void t${i}(void) { n = 0; ${written(call)}; if (n != ${countOf(call)}) { fprintf(stderr, "\\nWRONG ${i}\\n"); exit(1); } }`,
      );
      const forked = calls.map(
        (_, i) =>
          `if (fork() == 0) { t${i}(); _exit(0); } wait(&status); if (status != 0) return ${i % 200} + 1;`,
      );
      writeFileSync(
        join(folder, 'a.c'),
        `${head}#include <sys/wait.h>\n${tests.join('\n')}\nint main(void) { int status; ${forked.join('\n')} return 0; }`,
      );
      try {
        execFileSync('gcc', ['-w', '-pthread', '-o', join(folder, 'a'), join(folder, 'a.c')], {
          stdio: 'pipe',
        });
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
        throw error;
      }
      execFileSync(join(folder, 'a'), { stdio: 'pipe' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the time of a timed wait is read', () => {
  const waits: readonly (readonly [string, string])[] = [
    ['pthread_mutex_lock(&m);', 'pthread_cond_timedwait(&co, &m, T);'],
    ['pthread_mutex_lock(&m);', 'pthread_cond_clockwait(&co, &m, 0, T);'],
    ['mtx_init(&cm, mtx_plain); cnd_init(&cc); mtx_lock(&cm);', 'cnd_timedwait(&cc, &cm, T);'],
    ['sem_init(&s, 0, 0);', 'sem_timedwait(&s, T);'],
    ['pthread_mutex_lock(&m);', 'pthread_mutex_timedlock(&m, T);'],
    ['mtx_init(&cm, mtx_timed); mtx_lock(&cm);', 'mtx_timedlock(&cm, T);'],
    ['pthread_rwlock_wrlock(&w);', 'pthread_rwlock_timedwrlock(&w, T);'],
  ];

  it.each(waits)('%s %s', (before, wait) => {
    const kinds = (declared: string, time: string): string[] =>
      run(
        `${head}int main(void) { ${declared} ${before} ${wait.replace('T', time)} return 0; }`,
      ).findings.map(({ finding }) => finding.kind);
    expect(kinds('struct timespec t = { 1, 2 };', '&t')).toEqual([]);
    expect(kinds('struct timespec t; t.tv_sec = 1;', '&t')).toEqual(['uninitialised-read']);
    expect(kinds('', '0')).toEqual(['invalid-address']);
  });
});
