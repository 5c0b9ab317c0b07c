// Several files as one program, and preprocessed files.

import { describe, expect, it } from 'vitest';
import { diagnosticOf, parse, states } from './run.js';

/** The program of a.c and the other files. */
const files = (others: Readonly<Record<string, string>>) => ({
  link: Object.keys(others),
  readFile: (path: string): string | undefined => others[path],
});

describe('linking', () => {
  it('joins what is external and keeps apart what is static', () => {
    const main =
      'extern int shared; static int own = 1; int other(void); static int help(void) { return 10; }\nint sum; int main(void) { shared = 5; sum = own + help() + other(); }';
    const options = files({
      'b.c':
        'int shared; static int own = 2; static int help(void) { return 20; }\nint other(void) { return shared + own + help(); }',
    });
    const [only, ...rest] = states(main, 'sc', options);
    expect(rest).toEqual([]);
    expect(only.split(' ').sort()).toEqual(['own#2=2', 'own=1', 'shared=5', 'sum=38']);
  });

  it('keeps a static name of the first file apart from one that the others share', () => {
    const main =
      'static int v = 1; static int f(void) { return 1; } int g(void), h(void); int r; int main(void) { r = f() + v + g() * 10 + h() * 1000; }';
    const options = files({
      'b.c': 'int v = 10; int f(void) { return 2; } int g(void) { return f() + v; }',
      'c.c': 'extern int v; int f(void); int h(void) { return f() * v; }',
    });
    expect(states(main, 'sc', { ...options, observe: ['r'] })).toEqual(['r=20122']);
  });

  it('keeps inline definitions apart, unless a declaration makes one that of all files', () => {
    const main =
      'inline int f(void) { return 1; } inline int k(void) { return 5; } int g(void), h(void), i(void); int r; int main(void) { r = f() + g() * 10 + h() * 100 + i() * 1000 + k() * 10000; }';
    const options = files({
      'b.c': '__inline__ int f(void); inline int f(void) { return 2; } int g(void) { return f(); }',
      'c.c': 'inline int f(void) { return 3; } extern int f(void); int h(void) { return f(); }',
      'd.c': 'int f(void); int i(void) { return f(); }',
    });
    expect(states(main, 'sc', { ...options, observe: ['r'] })).toEqual(['r=53321']);
    const twice = files({ 'b.c': 'extern inline int f(void) { return 2; }' });
    const first = 'inline int f(void) { return 1; } int f(void); int main(void) { return f(); }';
    expect(diagnosticOf(first, twice).message).toBe('f is defined twice (also in the first file)');
  });

  it('calls what another file keeps in a struct without a tag', () => {
    const type = 'typedef struct { int (*get)(int); int (*put)(int); } table;\n';
    const main = `${type}extern table all; int r; int main(void) { r = all.get(1) * 10 + all.put(1); }`;
    const options = files({
      'b.c': `typedef struct { int k; } other;\n${type}static int get(int v) { return v; } static int put(int v) { return v + 1; } table all = { get, put };`,
    });
    expect(states(main, 'sc', { ...options, observe: ['r'] })).toEqual(['r=12']);
  });

  it('is not what a header does whose variables the file declares again', () => {
    const main = '#include "h.h"\nint x; __thread int t; int main(void) { t = 4; x = t + 1; }';
    const options = files({ 'h.h': 'int x; extern int y; __thread int t;\n' });
    expect(states(main, 'sc', { ...options, link: [] })).toEqual(['x=5']);
  });

  it('has the library in every file', () => {
    const main = 'int other(const char *s); int r; int main(void) { r = other("abc"); }';
    const options = files({
      'b.c':
        '#include <string.h>\n#include <errno.h>\n#include <semaphore.h>\nint other(const char *s) { sem_t t; errno = 2; sem_init(&t, 0, 1); sem_wait(&t); return (int)strlen(s) + errno; }',
    });
    expect(states(main, 'sc', options)).toEqual(['r=5']);
  });

  it('takes the same struct of both files for one type', () => {
    const header = 'struct node { struct node *next; int v; }; typedef struct { int a; } pair;';
    const main = `${header} int read_it(struct node *, pair *); int r; int main(void) { struct node n = { 0, 3 }; pair p = { 4 }; r = read_it(&n, &p); }`;
    const options = files({
      'b.c': `${header} int read_it(struct node *n, pair *p) { return n->v + p->a; }`,
    });
    expect(states(main, 'sc', options)).toEqual(['r=7']);
  });

  it.each([
    [
      'extern int x; int main(void) { return x; }',
      'long x;',
      'x is long here and int in line 1 of the first file',
    ],
    ['int x; int main(void) { return x; }', 'int x = 1;', 'x is defined in two files'],
    [
      'int f(int); int main(void) { return f(1); }',
      'int f(void) { return 1; }',
      'f is declared with two different types',
    ],
    [
      'int f(void) { return 1; } int main(void) { return f(); }',
      'int f(void) { return 2; }',
      'f is defined twice',
    ],
    [
      'struct s { int a; }; struct s *p; int main(void) { return 0; }',
      'struct s { long a; }; extern struct s *p; struct s *q(void) { return p; }',
      'p is struct s * here and struct s * in line 1',
    ],
  ])('%s with %s', (main, other, message) => {
    const diagnostic = diagnosticOf(main, files({ 'b.c': other }));
    expect(diagnostic.message).toContain(message);
    expect(diagnostic.file).toBe('b.c');
  });

  it('says which file a mistake is in, and finds those of all files', () => {
    const first = diagnosticOf(
      'int main(void) { return y; }',
      files({ 'b.c': '\nint f(void) { return z; }' }),
    );
    expect([first, ...(first.more ?? [])].map(({ file, line }) => `${file}:${line}`)).toEqual([
      'a.c:1',
      'b.c:2',
    ]);
  });
});

it('tells the mistakes of a header once, however many files include it', () => {
  const files: Record<string, string> = {
    'h.h': 'int x = nosuch;\n',
    'b.c': '#include "h.h"\nint f(void) { return nowhere; }',
  };
  const { message, more } = diagnosticOf('#include "h.h"\nint main(void) { return 0; }', {
    readFile: (path) => files[path],
    link: ['b.c'],
  });
  expect([message, ...(more ?? []).map((other) => other.message)]).toEqual([
    'nosuch is not declared',
    'nowhere is not declared',
  ]);
});

describe('preprocessed files', () => {
  it('have line markers and what glibc declares', () => {
    const text = `# 1 "a.c"
# 1 "<built-in>" 1
# 1 "/usr/include/pthread.h" 1 3 4
typedef union { char __size[40]; long int __align; } mtx_t;
typedef union { struct __pthread_mutex_s { int __lock; unsigned int __count; } __data; char __size[40]; long int __align; } pthread_mutex_t;
typedef unsigned long int pthread_t;
extern int pthread_create (pthread_t *__restrict __newthread, const void *__restrict __attr, void *(*__start_routine) (void *), void *__restrict __arg) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1, 3)));
extern int pthread_join (pthread_t __th, void **__thread_return);
extern int pthread_mutex_lock (pthread_mutex_t *__mutex) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
extern int pthread_mutex_unlock (pthread_mutex_t *__mutex) __asm__ ("" "pthread_mutex_unlock");
__extension__ extern __inline __attribute__ ((__gnu_inline__)) int twice (int x) { return x + x; }
extern double strtod (const char *__restrict __nptr, char **__restrict __endptr);
extern _Float128 strtof128 (const char *s); extern char **environ;
# 2 "a.c" 2
pthread_mutex_t m = { { 0, 0 } };
int x;
void *f(void *a) { pthread_mutex_lock(&m); x += twice(1); pthread_mutex_unlock(&m); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }
`;
    expect(states(text)).toEqual(['x=4']);
    expect(parse(text).name).toBe('a');
  });

  it('define library functions again as copies for inlining, as gcc -O2 with _FORTIFY_SOURCE does', () => {
    const copy = '__extension__ extern __inline __attribute__ ((__always_inline__, __gnu_inline__)) int';
    const text = `typedef struct _IO_FILE FILE; extern FILE *stderr; extern int __overflow (FILE *, int); int x;
extern int __fprintf_chk (FILE *f, int flag, const char *format, ...);
${copy} fprintf (FILE *f, const char *format, ...) { return __fprintf_chk (f, 1, format, __builtin_va_arg_pack ()); }
${copy} putc_unlocked (int c, FILE *f) { return __overflow (f, c); }
${copy} own (int n) { return n + 1; }
int main(void) { fprintf(stderr, "%d", x); x = own(x); return 0; }
`;
    expect(states(text)).toEqual(['x=1']);
  });
});
