// The command line, the environment, dates and numbers of chance: the library of model/ answers as the other one does.

import { describe, expect, it } from 'vitest';
import { onModel } from '../readers.js';

const program = (body: string, globals = 'int x, y;'): string => `#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>
extern char **environ;
${globals} int main(int argc, char **argv) { ${body} return 0; }`;

describe('both libraries agree on', () => {
  it.each<[what: string, body: string, args?: string]>([
    ['an environment that is empty', 'x = getenv("A") == 0; y = *environ == 0;'],
    [
      'what setenv puts there',
      'setenv("A", "12", 1); setenv("A", "3", 0); x = atoi(getenv("A")); setenv("A", "45", 1); y = atoi(getenv("A"));',
    ],
    ['names that are none', 'x = setenv("", "1", 1); y = errno == EINVAL && unsetenv("a=b") == -1;'],
    [
      'unsetenv, putenv and clearenv',
      'char e[] = "B=7"; setenv("A", "1", 1); putenv(e); unsetenv("A"); x = getenv("A") == 0; y = getenv("B")[0]; clearenv(); y += getenv("B") == 0;',
    ],
    ['setlocale', 'x = setlocale(LC_ALL, "") != 0; y = setlocale(LC_ALL, "xx") == 0;'],
    [
      'options',
      'int c; while ((c = getopt(argc, argv, "ab:")) != -1) x = 256 * x + (c == \'b\' ? *optarg : c); y = optind;',
      'u -a -b z v',
    ],
    [
      'long options that set a variable',
      'static int flagged; struct option longs[] = { { "alpha", 0, 0, 1 }, { "beta", 2, &flagged, 5 }, { 0, 0, 0, 0 } }; int at = -1; while (getopt_long(argc, argv, "", longs, &at) != -1) x = 10 * x + at; y = flagged;',
      '--be --alpha',
    ],
    ['dates', 'time_t t = 5; x = strlen(ctime(&t)); char b[9]; y = strftime(b, 9, "%H", localtime(&t));'],
    ['a number below another', 'x = arc4random_uniform(3); y = arc4random_uniform(1);'],
    ['getrandom', 'char b; x = getrandom(&b, 1, 8) == -1 && errno == EINVAL; y = getrandom(&b, 1, 0);'],
  ])('%s', (_, body, args) => {
    const options = args === undefined ? {} : { args: args.split(' ') };
    const model = onModel(program(body), options);
    expect(model).toMatchSnapshot();
    expect(model.findings).toEqual([]);
    expect(model.states.length).toBeGreaterThan(0);
  });
});

it('a program may define a variable of the name itself', () => {
  expect(onModel('int optind = 5; char *optarg; int main(void) { optind++; return 0; }').states).toEqual([
    'optind=6',
  ]);
});
