// The arguments of main.

import { describe, expect, it } from 'vitest';
import { diagnosticOf, findings, parse, states } from '../run.js';

const program = (call: string): string => `#include <stdlib.h>
#include <unistd.h>
#include <getopt.h>
unsigned h = 7; int steps;
static void mix(unsigned v) { h = h * 31 + v; }
static void text(const char *s) { if (!s) { mix(1000); return; } while (*s) mix((unsigned)*s++); mix(2000); }
static int flagged;
static struct option longs[] = {
  {"alpha", no_argument, 0, 'a'}, {"beta", required_argument, 0, 'b'}, {"bet", optional_argument, &flagged, 5},
  {"gamma", optional_argument, 0, 300}, {0,0,0,0} };
int main(int argc, char **argv) {
  int c, index = -7; opterr = 0;
  while (steps < 12 && (c = ${call}) != -1) {
    steps++; mix(c); text(optarg); mix(optind); if (c == '?' || c == ':') mix(optopt); mix(index);
  }
  mix(optind); for (int i = 1; i < argc; i++) text(argv[i]);
  mix(flagged);
}`;

describe('getopt', () => {
  // the expected values were printed by the same program, compiled with gcc
  it.each<[call: string, args: string, h: number]>([
    ['getopt(argc, argv, "ab:c")', '-a x -bc y -cb z', 818996204],
    ['getopt(argc, argv, "+ab:")', '-a x -b', 2374790972],
    ['getopt(argc, argv, "-ab:")', '-a x -b', 721738589],
    ['getopt(argc, argv, ":ab:")', '-q -b', 1454341152],
    ['getopt(argc, argv, "ab::")', '-b -bx -- -a', 2005007908],
    ['getopt_long(argc, argv, "ab:", longs, &index)', 'f --beta=3 --gam -a --nope --bet', 3972874448],
    ['getopt_long_only(argc, argv, "ab:", longs, &index)', '-alpha -b f -gamma=z -al', 658056758],
  ])('%s of %s', (call, args, h) => {
    expect(
      states(program(call), 'sc', { args: args.split(' '), observe: ['h'], unroll: 40 }).map(
        (state) => Number(state.replace('h=', '')) >>> 0,
      ),
    ).toEqual([h]);
  });
});

describe('argv', () => {
  const threads = (body: string): string => `#include <pthread.h>
#include <stdlib.h>
void *f(void *p) { return p; }
int main(int argc, char **argv) { pthread_t t; ${body} }`;

  it('says how many threads there are', () => {
    const text = threads('int n = atoi(argv[1]); for (int i = 0; i < n; i++) pthread_create(&t, 0, f, 0);');
    expect(parse(text, { args: ['3'] }).threads).toHaveLength(4);
    expect(parse(text, { args: ['11'] }).threads).toHaveLength(12);
  });

  it('is read as it is where the program writes it', () => {
    const text = `#include <assert.h>
#include <stdlib.h>
int main(int argc, char **argv) { argv[1][0] = '9'; assert(atoi(argv[1]) == 95 && argc == 2); argv[1] = "7"; assert(atoi(argv[1]) == 7); }`;
    expect(findings(text, 'sc', { args: ['15'] })).toEqual([]);
  });

  it('holds bytes', () => {
    const text = `#include <assert.h>
#include <string.h>
int main(int argc, char **argv) { assert(strlen(argv[1]) == 2 && (unsigned char)argv[1][0] == 0xc3 && !argv[2]); }`;
    expect(findings(text, 'sc', { args: ['é'] })).toEqual([]);
  });
});

describe('types of the system', () => {
  it.each([
    ['DIR *d;', 'the type DIR of <dirent.h> is not supported'],
    ['struct stat s;', 'struct stat of <sys/stat.h> is not supported'],
    ['struct iovec v[3];', 'struct iovec of <sys/uio.h> is not supported'],
    ['return sizeof(struct in6_addr);', 'struct in6_addr of <netinet/in.h> is not supported'],
    ['fd_set s;', 'the type fd_set of <sys/select.h> is not supported'],
    ['struct mine m;', 'm has the incomplete type struct mine'],
  ])('%s', (body, message) => {
    expect(diagnosticOf(`#include <unistd.h>\nint main(void) { ${body} }`).message).toBe(message);
  });

  it('a program may have its own', () => {
    const text = `#include <stdlib.h>
#include <assert.h>
typedef struct { int a, b; } mode_t;
mode_t m;
int main(void) { mode_t *p = &m; p->b = 1; off64_t o = 2; assert(m.b + o == 3); }`;
    expect(findings(text)).toEqual([]);
  });
});
