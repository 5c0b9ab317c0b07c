// Variables of the C library that a file declares itself, as `gcc -E` leaves the declarations of glibc's headers.

import { describe, expect, it } from 'vitest';
import { findings, states } from '../run.js';

const stdio = `typedef struct _IO_FILE FILE;
extern FILE *stdin; extern FILE *stdout; extern FILE *stderr;
extern int fprintf(FILE *stream, const char *format, ...);
extern int printf(const char *format, ...);
extern int fputs(const char *text, FILE *stream);
extern int fclose(FILE *stream);
extern FILE *fopen(const char *path, const char *mode);
`;
const getopt = `extern int getopt(int argc, char *const *argv, const char *options);
extern char *optarg; extern int optind, opterr, optopt;
`;

describe('standard streams of a preprocessed file', () => {
  it.each([
    ['printed to', 'fprintf(stderr, "%d", 1); fputs("x", stdout);'],
    ['kept in a variable', 'FILE *log = stderr; fprintf(log, "x");'],
    ['pointed to', 'FILE **log = &stderr; fprintf(*log, "x");'],
    ['in place of a file', 'FILE *f = fopen("a", "r"); fputs("x", f ? f : stdout); if (f) fclose(f);'],
    ['none is a null pointer', 'if (!stdin || !stdout || !stderr || stdout == stderr) *(int *)0 = 1;'],
    ['an own variable of the name', 'int stdout = 3; if (stdout != 3) *(int *)0 = 1;'],
  ])('%s', (_, body) => {
    expect(findings(`${stdio}int main(void) { ${body} return 0; }`)).toEqual([]);
  });

  it('are found where they are used after fclose', () => {
    expect(findings(`${stdio}int main(void) { fclose(stdout); printf("x"); return 0; }`)).toEqual([
      'misuse 8: use of a stream that was closed',
    ]);
  });

  it('may be set by the program', () => {
    const set = 'stderr = 0; if (stderr) *(int *)0 = 1; stderr = stdout; fprintf(stderr, "x");';
    expect(findings(`${stdio}int main(void) { ${set} return 0; }`)).toEqual([]);
  });
});

describe('other variables that the library defines', () => {
  it('are those that its functions set', () => {
    const text = `${getopt}int n, next; int main(int argc, char **argv) {
      while (getopt(argc, argv, "n:") == 'n') n = optarg[0] - '0';
      next = optind; return 0; }`;
    expect(states(text, 'sc', { args: ['-n', '7', 'rest'], observe: ['n', 'next'] })).toEqual(['n=7 next=3']);
  });

  it('belong to the program that defines them', () => {
    expect(states('int optind = 5; char *optarg; int main(void) { return 0; }')).toEqual(['optind=5']);
  });

  it.each([
    ['environ', 'extern char **environ;', 'for (char **e = environ; *e; e++) n++;', 0],
    ['__environ', 'extern char **__environ;', 'n = *__environ == 0;', 1],
    [
      'environ after setenv and unsetenv',
      'extern char **environ; int setenv(const char *, const char *, int); int unsetenv(const char *);',
      'setenv("A", "1", 1); setenv("B", "2", 1); unsetenv("A"); for (char **e = environ; *e; e++) n += (*e)[2] - \'0\';',
      2,
    ],
    [
      'program_invocation_name',
      'extern char *program_invocation_name;',
      'n = program_invocation_name[0] != 0;',
      1,
    ],
    ['tzname', 'extern char *tzname[2]; extern long timezone;', 'n = tzname[1][0] != 0 && timezone == 0;', 1],
  ])('%s', (_, declared, body, n) => {
    const text = `${declared} int n; int main(void) { ${body} return 0; }`;
    expect(findings(text)).toEqual([]);
    expect(states(text, 'sc', { observe: ['n'] })).toEqual([`n=${n}`]);
  });
});
