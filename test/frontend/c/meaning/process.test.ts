// A program and its surroundings, and threads beside locks: cancellation, RCU, the end of the process, signals,
// streams, attributes. Expected states are those of POSIX, worked out by hand.

import { describe, expect, it } from 'vitest';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { diagnosticOf, findings, parse, states } from '../run.js';

const headers = `#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <sys/time.h>
#include <unistd.h>
`;

/** A thread that runs `body`, cancelled by main at any time; then `after`. */
const cancelled = (globals: string, body: string, after = ''): string =>
  `${headers}${globals} void *f(void *p) { ${body} return 0; }
  int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_cancel(t); pthread_join(t, &r); ${after} return 0; }`;

const main = (globals: string, body: string): string =>
  `${headers}${globals} int main(int argc, char **argv) { ${body} return 0; }`;

describe('main', () => {
  it('ends the process where it returns or calls exit, though it may end alone elsewhere', () => {
    const ends = (end: string): string =>
      `${headers}sem_t s; int nondet_int(void); void *w(void *p) { sem_wait(&s); return p; }
int main(void) { pthread_t t; sem_init(&s, 0, 0); pthread_create(&t, 0, w, 0); if (nondet_int()) { sem_post(&s); pthread_exit(0); } ${end} }`;
    for (const end of ['return 0;', 'exit(0);', '']) expect([end, findings(ends(end))]).toEqual([end, []]);
    expect(findings(ends('pthread_exit(0);'))).toHaveLength(1);
  });

  it('is cancelled, and has a result, like any thread', () => {
    const joined = `${headers}int x; pthread_t m; void *w(void *p) { void *r; BEFORE pthread_join(m, &r); x = r == RESULT; return p; }
int main(void) { pthread_t t; m = pthread_self(); pthread_create(&t, 0, w, 0); LAST }`;
    const cancels = joined
      .replace('BEFORE', 'pthread_cancel(m);')
      .replace('RESULT', 'PTHREAD_CANCELED')
      .replace('LAST', 'while (1) pthread_testcancel();');
    expect(states(cancels)).toEqual(['x=1 m=720720']);
    const exits = joined
      .replace('BEFORE', '')
      .replace('RESULT', '(void *)5')
      .replace('LAST', 'pthread_exit((void *)5);');
    expect(states(exits)).toEqual(['x=1 m=720720']);
  });
});

describe('keys', () => {
  it.each([
    ['pthread_setspecific(k, &x);', 1],
    ['pthread_getspecific(k);', 1],
    ['pthread_key_delete(k);', 1],
    [
      'pthread_key_create(&k, 0); pthread_setspecific(k, &x); pthread_key_delete(k); pthread_getspecific(k);',
      1,
    ],
    [
      'pthread_key_create(&k, 0); pthread_setspecific(k, &x); pthread_getspecific(k); pthread_key_delete(k);',
      0,
    ],
  ])('that are none: %s', (body, count) => {
    expect(findings(main('int x; pthread_key_t k;', body))).toHaveLength(count);
  });
});

describe('cancelled threads', () => {
  it.each<[what: string, text: string, finals: string[]]>([
    ['go on to the next cancellation point', cancelled('int x;', 'x = 1; sleep(1); x = 2;'), ['x=1', 'x=2']],
    ['end nowhere else', cancelled('int x;', 'x = 1; x = 2;'), ['x=2']],
    [
      'are not cancelled while they forbid it, and are afterwards',
      cancelled(
        'int x;',
        'int old; pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old); usleep(1); x = 1; pthread_setcancelstate(old, 0); x = 2; pthread_testcancel(); x = 3;',
      ),
      // cancelled before the first call is cancelled at the second: nothing lies between that is a cancellation point
      ['x=2', 'x=3'],
    ],
    [
      'have a result that says so',
      cancelled('int x;', 'while (1) pthread_testcancel();', 'x = r == PTHREAD_CANCELED;'),
      ['x=1'],
    ],
    [
      'run what they pushed, last first, and are not cancelled meanwhile',
      cancelled(
        'int x; void c(void *p) { sleep(1); x = 10 * x + (int)(long)p; }',
        'pthread_cleanup_push(c, (void *)1); pthread_cleanup_push(c, (void *)2); while (1) sleep(1); pthread_cleanup_pop(0); pthread_cleanup_pop(0);',
      ),
      ['x=21'],
    ],
    [
      'are woken while they wait for a condition, and have the mutex then',
      cancelled(
        'int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; void u(void *p) { x++; pthread_mutex_unlock(&m); }',
        'pthread_mutex_lock(&m); pthread_cleanup_push(u, 0); while (1) pthread_cond_wait(&c, &m); pthread_cleanup_pop(0);',
        'pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);',
      ),
      ['x=2'],
    ],
    [
      'are woken while they wait for a semaphore',
      cancelled('int x; sem_t s;', 'sem_wait(&s); x = 1;', ''),
      ['x=0'],
    ],
  ])('%s', (_, text, finals) => {
    for (const model of ['sc', 'tso', 'pso'] as const) {
      expect(findings(text, model)).toEqual([]);
      expect(states(text, model)).toEqual(finals);
    }
  });

  it('asynchronous cancellation is refused in programs that cancel, and nothing to others', () => {
    const body = 'pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);';
    expect(diagnosticOf(cancelled('int x;', body)).message).toContain('asynchronous cancellation');
    expect(findings(main('', `int old; ${body} pthread_setcanceltype(0, &old); assert(old == 1);`))).toEqual(
      [],
    );
  });
});

describe('RCU', () => {
  const reader = (enter: string, leave: string): string => `#include <lkmm.h>
#include <stdlib.h>
#include <assert.h>
int a = 1, freed; int *p = &a;
void *f(void *u) { ${enter} int *q = rcu_dereference(p); if (q == &a) assert(!READ_ONCE(freed)); ${leave} return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); rcu_assign_pointer(p, 0); synchronize_rcu(); WRITE_ONCE(freed, 1); pthread_join(t, 0); }`;

  it('a grace period waits for the readers of before', () => {
    for (const model of ['sc', 'tso', 'pso'] as const) {
      expect(
        findings(reader('rcu_read_lock(); rcu_read_lock();', 'rcu_read_unlock(); rcu_read_unlock();'), model),
      ).toEqual([]);
      expect(findings(reader('', ''), model)).toHaveLength(1);
    }
  });

  it('misuse is found', () => {
    expect(findings(reader('', 'rcu_read_unlock();'))).toContainEqual(
      expect.stringContaining('without its rcu_read_lock'),
    );
    expect(findings(reader('rcu_read_lock();', 'synchronize_rcu();')).join()).toContain('deadlock');
  });
});

describe('the process', () => {
  const end = 'int x; void f(void) { x = 10 * x + 1; } void g(void) { x = 10 * x + 2; }';

  it.each<[what: string, text: string, finals: string[]]>([
    ['atexit, last first', main(end, 'atexit(f); atexit(g); x = 3;'), ['x=321']],
    ['exit runs what atexit was given', main(end, 'atexit(f); x = 3; exit(1);'), ['x=31']],
    ['_exit does not', main(end, 'atexit(f); x = 3; _exit(1);'), ['x=3']],
    [
      'a signal comes at any time, or not before the process ends',
      main('int x, y; void h(int n) { x = n; }', 'signal(SIGTERM, h); y = x;'),
      ['x=0 y=0', 'x=15 y=0', 'x=15 y=15'],
    ],
    [
      'a signal that is raised comes once, one to another thread at any time; without a handler it ends the process',
      main(
        'int x, y; void h(int n) { x = x * 100 + n; } void *f(void *a) { sleep(1); return a; }',
        'pthread_t t; signal(SIGTERM, h); pthread_create(&t, 0, f, 0); raise(SIGTERM); pthread_kill(t, SIGTERM); y = x; raise(SIGINT); y = 7;',
      ),
      ['x=15 y=15', 'x=1515 y=15', 'x=1515 y=1515'],
    ],
    [
      'sigaction, and handlers that are none',
      main(
        'int x; void h(int n) { x = n; }',
        'struct sigaction a = { .sa_handler = SIG_IGN }; sigemptyset(&a.sa_mask); sigaction(SIGPIPE, &a, 0); signal(SIGINT, SIG_DFL);',
      ),
      ['x=0'],
    ],
    [
      'a handler may be told more, and one that is not there is not',
      main(
        'int x, y; void h(int n, siginfo_t *i, void *c) { x = n; y = i->si_signo; }',
        'struct sigaction a = { .sa_sigaction = h, .sa_flags = SA_SIGINFO }; sigaction(SIGUSR1, &a, 0); sigaction(SIGUSR2, 0, &a);',
      ),
      ['x=0 y=0', 'x=10 y=10'],
    ],
    [
      'a thread waits for any signal of a set',
      main('int x;', 'sigset_t s; sigemptyset(&s); sigaddset(&s, 2); sigaddset(&s, 15); sigwait(&s, &x);'),
      ['x=15', 'x=2'],
    ],
    [
      'what stands around main runs before it and after it, by priority',
      main(
        `int x; void add(int n) { x = 10 * x + n; } void late(void) { add(5); }
         __attribute__((constructor)) void b(void) { add(2); } __attribute__((constructor(101))) void a(int n) { add(n); }
         __attribute__((destructor(101))) void e(void) { add(7); } void d(void) __attribute__((destructor)); void d(void) { add(6); }`,
        'add(3); atexit(late); add(4); exit(0);',
      ),
      ['x=1234567'],
    ],
    [
      'a loop that waits for a signal ends',
      main('volatile sig_atomic_t x; void h(int n) { x = 1; }', 'signal(2, h); while (!x) sleep(1);'),
      ['x=1'],
    ],
    [
      'a file is there or not',
      main('int x;', 'FILE *f = fopen("a", "w"); if (f) { fprintf(f, "%d", 1); fclose(f); x = 1; }'),
      ['x=0', 'x=1'],
    ],
    ['streams are there', main('int x;', 'x = stderr != 0 && stdout != stderr;'), ['x=1']],
    [
      'there are no options',
      main(
        'int x;',
        'int c; while ((c = getopt(argc, argv, "a:b")) != -1) x = c; x += optind; if (getenv("A")) x = 9;',
      ),
      ['x=1'],
    ],
  ])('%s', (_, text, finals) => {
    expect(findings(text)).toEqual([]);
    expect(states(text)).toEqual(finals);
  });

  it('fgets reads any line that fits', () => {
    const read = (more: string): string[] =>
      findings(main('', `char b[3]; if (!fgets(b, 3, stdin)) return 0; ${more}`), 'sc', { observe: [] });
    expect(read('assert(b[0] == 0 || b[1] == 0 || b[2] == 0);')).toEqual([]);
    for (const possible of ["b[0] == 'h' && b[1] == 'i'", 'b[0] == 10'])
      expect(read(`assert(!(${possible}));`)).toHaveLength(1);
  });

  it('gets reads any line, also one that does not fit', () => {
    const found = findings(main('', 'char b[1]; if (gets(b)) assert(b[0] == 7);'), 'sc', {
      observe: [],
      unroll: 1,
    });
    expect(new Set(found.map((text) => text.split(' ')[0]))).toEqual(new Set(['assertion', 'out-of-bounds']));
  });

  describe('scanf', () => {
    const found = (body: string): string[] =>
      findings(main('', body), 'sc', { observe: [], unroll: 4 }).map((text) => text.split(' ')[0]);

    it('reads any text of the characters and the width that it asks for', () => {
      const word = 'char b[3] = "??"; if (scanf("%2s", b) != 1) return 0;';
      expect(
        found(`${word} assert(b[0] != 32 && b[0] != 10); assert(b[0] != 0 && (b[1] == 0 || b[2] == 0));`),
      ).toEqual([]);
      for (const possible of ["b[0] == 'h' && b[1] == 0", "b[1] == 'i'"])
        expect(found(`${word} assert(!(${possible}));`)).toEqual(['assertion']);
      expect(
        found('char b[2]; if (scanf(" %1[^a-z,]", b) == 1) assert(b[0] != 44 && (b[0] < 97 || b[0] > 122));'),
      ).toEqual([]);
    });

    it('reads text that does not fit', () => {
      expect(found('char b[2]; scanf("%2s", b);')).toEqual(['invalid-address']);
      expect(found('char b[1]; scanf("%s", b);')).toContain('out-of-bounds');
    });

    it('stores what it read, and nothing behind it', () => {
      const read = 'int v = 7; double d = 1; char c[2] = "?"; int n = scanf("%d,%lf %*d%2c", &v, &d, c);';
      expect(
        found(
          `${read} assert(n >= -1 && n <= 3); assert(n > 0 || v == 7); assert(n > 1 || d == 1); assert(n > 2 || c[0] == 63);`,
        ),
      ).toEqual([]);
      expect(found(`${read} assert(v != 5 || n != 1);`)).toEqual(['assertion']);
    });
  });
});

it('bit-fields of what has no value yet are stored without reading it', () => {
  const fields =
    'struct s { int a; unsigned f : 3, g : 5; }; int out; void *t(void *p) { struct s *q = p; out = q->f + q->g; return 0; }';
  const body = `struct s l, v, *h = malloc(sizeof *h); l.f = 5; l.g = 2; assert(l.f + l.g == 7); h->f = 7; h->g = 1; assert(h->f == 7); free(h);
    v.f = 1; v.g = 3; pthread_t th; pthread_create(&th, 0, t, &v); pthread_join(th, 0); assert(out == 4);`;
  expect(findings(main(fields, body))).toEqual([]);
});

describe('floating-point numbers that are not known', () => {
  const timed = (more: string): string =>
    main(
      'int x; double g;',
      `struct timespec a, b; clock_gettime(0, &a); clock_gettime(0, &b); double e = (b.tv_sec - a.tv_sec) * 1e3; e += x / 2.0; ${more} printf("%f", -e);`,
    );

  it('may be printed', () => {
    expect(findings(timed(''), 'sc', { observe: [] })).toEqual([]);
  });
});

it('locked instructions in assembly', () => {
  const asm = `int lock, n, r, m;
    static int xchg(volatile int *p, int v) { __asm__ __volatile__("xchgl %0,%1" : "=r"(v) : "m"(*p), "0"(v) : "memory"); return v; }
    static int cas(volatile int *p, int o, int n) { int ret; asm volatile("lock; cmpxchgl %2,%1" : "=a"(ret), "+m"(*p) : "r"(n), "0"(o) : "memory"); return ret; }
    static int casb(volatile int *p, int o, int n) { unsigned char ok; asm volatile("lock cmpxchgl %[n], %1\\n\\tsete %0" : "=q"(ok), "+m"(*p), "+a"(o) : [n] "r"(n) : "memory", "cc"); return ok; }
    static int xadd(volatile int *p, int v) { asm volatile("lock; xaddl %0, %1" : "+r"(v), "+m"(*p) : : "memory"); return v; }
    static int last(int *p) { unsigned char c; asm volatile("lock; decl %0; sete %1" : "+m"(*p), "=qm"(c) : : "memory"); return c != 0; }
    static long tick(void) { unsigned lo, hi; asm volatile("rdtsc" : "=a"(lo), "=d"(hi)); return (long)hi << 32 | lo; }
    static long after(void) { unsigned lo = 0, hi; asm volatile("cpuid;" "rdtsc;" : "+a"(lo), "=d"(hi) : : "%ecx", "%ebx", "memory"); return (long)hi << 32 | lo; }
    typedef struct { char v[4]; } word;
    static int casw(void *p, int o, int n) { int r = o; asm volatile("lock; cmpxchgl %2, %1" : "+a"(r), "+m"(*(word *)p) : "r"(n) : "memory"); return r; }
    static int addw(void *p, int v) { int r = v; asm volatile("lock; xaddl %0, %1" : "+r"(r), "+m"(*(word *)p) : : "memory"); asm volatile("lock; addl %1, %0" : "=m"(*(word *)p) : "ir"(v) : "memory"); return r; }
    void *f(void *p) { while (xchg(&lock, 1)) asm volatile("rep; nop"); n++; asm volatile("" ::: "memory"); lock = 0; asm volatile("lock; incl %0" : "+m"(m)); r += xadd(&m, 0) > 0; return p; }`;
  const body = `tick(); after(); pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); assert(n == 2 && m == 2);
    assert(cas(&n, 2, 7) == 2 && n == 7 && cas(&n, 3, 1) == 7 && n == 7); assert(casb(&n, 7, 8) && !casb(&n, 7, 9) && n == 8);
    assert(casw(&n, 8, 9) == 8 && casw(&n, 8, 7) == 9 && n == 9 && addw(&n, 2) == 9 && n == 13); n = 8;
    assert(!last(&m) && last(&m)); int y; asm("" : "=r"(y) : "0"(n)); assert(y == 8);`;
  expect(findings(main(asm, body), 'sc', { observe: [] })).toEqual([]);
});

it('attributes keep what they are given', () => {
  const body = `pthread_attr_t a; size_t n; int d; pthread_attr_init(&a); pthread_attr_setstacksize(&a, 65536);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED); pthread_attr_getstacksize(&a, &n); pthread_attr_getdetachstate(&a, &d);
    assert(n == 65536 && d == PTHREAD_CREATE_DETACHED); pthread_attr_destroy(&a);
    pthread_mutexattr_t m; int k, s, p; pthread_mutexattr_init(&m); pthread_mutexattr_settype(&m, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_SHARED); pthread_mutexattr_setprotocol(&m, PTHREAD_PRIO_INHERIT);
    pthread_mutexattr_gettype(&m, &k); pthread_mutexattr_getpshared(&m, &s); pthread_mutexattr_getprotocol(&m, &p);
    assert(k == PTHREAD_MUTEX_RECURSIVE && s == PTHREAD_PROCESS_SHARED && p == PTHREAD_PRIO_INHERIT);
    pthread_mutex_t l; pthread_mutex_init(&l, &m); pthread_mutex_lock(&l); pthread_mutex_lock(&l); pthread_mutex_unlock(&l); pthread_mutex_unlock(&l);
    assert(pthread_detach((pthread_t)10) == ESRCH);`;
  expect(findings(main('', body))).toEqual([]);
});

describe('names in everyday files', () => {
  it.each<[what: string, globals: string, body: string]>([
    [
      'lists of sys/queue.h',
      '#include <sys/queue.h>\nstruct n { int v; STAILQ_ENTRY(n) s; TAILQ_ENTRY(n) t; LIST_ENTRY(n) l; SLIST_ENTRY(n) o; } a = { 1 }, b = { 2 }, c = { 3 }; STAILQ_HEAD(, n) s = STAILQ_HEAD_INITIALIZER(s); TAILQ_HEAD(tq, n) t; LIST_HEAD(, n) l; SLIST_HEAD(, n) o;',
      `struct n *e; int r = 0; STAILQ_INSERT_TAIL(&s, &a, s); STAILQ_INSERT_TAIL(&s, &b, s); STAILQ_INSERT_HEAD(&s, &c, s); STAILQ_FOREACH(e, &s, s) r = 10 * r + e->v; assert(r == 312);
       STAILQ_REMOVE_HEAD(&s, s); assert(STAILQ_FIRST(&s) == &a); TAILQ_INIT(&t); TAILQ_INSERT_TAIL(&t, &a, t); TAILQ_INSERT_TAIL(&t, &b, t); TAILQ_INSERT_HEAD(&t, &c, t); TAILQ_REMOVE(&t, &a, t);
       r = 0; TAILQ_FOREACH(e, &t, t) r = 10 * r + e->v; assert(r == 32); LIST_INIT(&l); LIST_INSERT_HEAD(&l, &a, l); LIST_INSERT_AFTER(&a, &b, l); LIST_INSERT_HEAD(&l, &c, l); LIST_REMOVE(&a, l);
       r = 0; LIST_FOREACH(e, &l, l) r = 10 * r + e->v; assert(r == 32); SLIST_INIT(&o); SLIST_INSERT_HEAD(&o, &a, o); SLIST_INSERT_HEAD(&o, &b, o); SLIST_REMOVE_HEAD(&o, o); assert(SLIST_FIRST(&o) == &a && !SLIST_EMPTY(&o));`,
    ],
    [
      'posix_memalign',
      '',
      'int *p; if (posix_memalign((void **)&p, 16, 8)) return 1; p[1] = 4; assert(p[1] == 4); free(p);',
    ],
    [
      'sets of processors',
      '',
      'cpu_set_t c; CPU_ZERO(&c); CPU_SET(1, &c); assert(pthread_setaffinity_np(pthread_self(), sizeof c, &c) == 0);',
    ],
    [
      'arrays without an end of CBMC',
      'extern _Bool __CPROVER_threads_exited[];',
      '__CPROVER_threads_exited[3] = 1; assert(__CPROVER_threads_exited[3] && !__CPROVER_threads_exited[2]);',
    ],
    ['read', '', 'char c[2]; long n = read(0, c, 2); assert(n >= -1 && n <= 2);'],
  ])('%s', (_, globals, body) => {
    expect(findings(main(globals, body), 'sc', { observe: [] })).toEqual([]);
  });

  it('a variable may have the name of a function of the library', () => {
    const program = parse(main('int signal, error; void *f(void *p) { return p; }', 'signal = error + 1;'));
    expect(program.locations.map(({ name }) => name).filter((name) => name.includes('__lib'))).toEqual([]);
  });

  it('a handle that is a number is an address', () => {
    expect(
      findings(main('void *f(void *p) { return p; }', 'pthread_t t; pthread_create(t, 0, f, 0);')),
    ).toHaveLength(1);
  });
});

it('the result of a thread goes where a void pointer says', () => {
  const body = `pthread_t t; long a; void *b; pthread_create(&t, 0, f, 0); pthread_join(t, (void *)&a); assert(a == 7);
    pthread_create(&t, 0, f, 0); pthread_join(t, (void *)&b); assert(b == (void *)7);`;
  expect(findings(main('void *f(void *p) { return (void *)7; }', body))).toEqual([]);
});

it('a name that is only declared brings no part of the library', () => {
  const program = parse(
    'extern int pthread_cancel(unsigned long t); extern char *strcpy(char *a, const char *b); extern double _Complex wide(int); int x; int main(void) { x = 1; }',
  );
  expect(program.locations.map(({ name }) => name)).toEqual(['x']);
  // a used object is read, in any form
  const used =
    'extern int f(int y) __attribute__((pure)); extern int (*g(int))(void); int x; int f(int y) { return y; } int main(void) { x = f(3); }';
  expect(states(used)).toEqual(['x=3']);
  expect(diagnosticOf('extern double _Complex wide(int); int main(void) { wide(1); }').message).toContain(
    '_Complex',
  );
});

describe("a process's questions about itself", () => {
  it('is any number within its limits', async () => {
    const engine = await SymbolicEngine.start();
    const text = `#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
int main(void) {
  struct rusage r;
  struct rlimit l;
  char host[64], path[4];
  cpu_set_t set;
  assert(getrusage(RUSAGE_SELF, &r) == 0 && r.ru_utime.tv_sec >= 0 && r.ru_utime.tv_usec < 1000000);
  assert(getrusage(7, &r) == -1);
  assert(getrlimit(RLIMIT_STACK, &l) == 0 && l.rlim_cur <= l.rlim_max);
  assert(gethostname(host, sizeof host) == 0 && getcwd(path, sizeof path) == path && getcwd(path, 1) == 0);
  CPU_ZERO(&set);
  CPU_SET(1, &set);
  CPU_SET(70, &set);
  CPU_CLR(70, &set);
  assert(CPU_ISSET(1, &set) && !CPU_ISSET(70, &set) && CPU_COUNT(&set) == 1);
  assert(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) >= 1);
}`;
    expect(engine.findings(parse(text), { model: 'sc', unroll: 64 }).findings).toEqual([]);
  });
});
