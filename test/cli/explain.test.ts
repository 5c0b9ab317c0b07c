// `diptych explain`: why a final state is possible, or what forbids it.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { capture } from './capture.js';
import { sbText } from './litmus.js';

let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-explain-'));
  writeFileSync(at('SB.litmus'), sbText);
  writeFileSync(
    at('mp.c'),
    `#include <pthread.h>
volatile int x, y; int a, b;
void *f(void *p) { x = 1; y = 1; return 0; }
void *g(void *p) { a = y; b = x; return 0; }
int main() {
  pthread_t s, t;
  pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0);
  pthread_join(s, 0); pthread_join(t, 0);
  return 0;
}
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('names a state as it was written, floating-point numbers too', async () => {
  writeFileSync(at('float.c'), 'double d; float e; int main(void) { d = 1.5; e = 0.1f; return 0; }\n');
  const { status, stdout } = await capture('explain', '--outcome', 'd=1.5 e=0.1', at('float.c'));
  expect(status).toBe(0);
  expect(stdout.split('\n')[1]).toBe('d=1.5 /\\ e=0.1');
});

it('shows the cycle of the model that forbids it, an execution of the one that allows it, and the difference', async () => {
  const { status, stdout } = await capture('explain', '--outcome', '0:EAX=0 1:EAX=0', at('SB.litmus'));
  expect(status).toBe(0);
  expect(stdout).toContain(' sc   forbidden\n tso  possible\n pso  possible\n');
  expect(stdout.replace(/\s+/g, ' ')).toContain('sc forbids it: there is one coherent way to get there');
  expect(stdout).toMatch(
    /P0 at line 4 {2}W x=1 {2}po {2}is followed by\n P0 at line 5 {2}R y=0 {2}fr .*\n P1 at line 4 {2}W y=1 {2}po .*\n P1 at line 5 {2}R x=0 {2}fr .*\n forbidden by the axiom sc\n/,
  );
  expect(stdout).toContain(
    'tso allows it because it does not keep P0 W x=1 before R y=0, nor P1 W y=1 before R x=0',
  );
  expect(stdout).toContain('tso allows it, step by step:\n    P0 ');
  expect(stdout).toContain('both engines agree on sc/tso/pso');
  // Without --outcome: the condition.
  const own = await capture('explain', at('SB.litmus'));
  expect(own.stdout.replace(/·.*/g, '')).toBe(stdout.replace(/·.*/g, ''));
});

it('names globals of C, leaves open what is not named, and draws what forbids it', async () => {
  const graph = at('why.svg');
  const argv = ['explain', '-m', 'tso', '--graph', graph, '--outcome', 'a=1; b=0', '--json', at('mp.c')];
  const { stdout } = await capture(...argv);
  const answer = JSON.parse(stdout);
  expect(answer.results.map(({ possible }: { possible: boolean }) => possible)).toEqual([false, false, true]);
  expect(answer.forbidden).toMatchObject({
    model: 'tso',
    complete: true,
    counted: true,
    assuming: ['coherence', 'atomicity'],
  });
  const [cycle] = answer.forbidden.cycles;
  expect(cycle.edges.map(({ relation }: { relation: string }) => relation)).toEqual([
    'ppo',
    'rfe',
    'ppo',
    'fr',
  ]);
  expect(cycle.edges[0].from).toMatchObject({ thread: 'f', event: 'W x=1', line: 3 });
  expect(cycle.dropped).toEqual({ pso: [0] });
  expect(readFileSync(graph, 'utf8')).toContain('is forbidden by the axiom tso of tso');
  const open = await capture('explain', '-e', 'explicit', '--outcome', 'b=0', at('mp.c'));
  expect(open.stdout).toContain(' sc   possible\n');
});

it('says what is wrong with a state', async () => {
  const wrong = await capture('explain', '--outcome', '0:EBX=1', at('SB.litmus'));
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toContain('nothing is named 0:EBX');
  expect(wrong.stderr).toContain('hint: there are 0:EAX, 1:EAX');
  for (const [state, what] of [
    ['0:EAX', "'0:EAX' is not NAME=VALUE"],
    ['0:EAX=q', "'q' is neither a number nor a location"],
    [' ', 'no value is named'],
  ] as const)
    expect((await capture('explain', '--outcome', state, at('SB.litmus'))).stderr).toContain(what);
  expect((await capture('explain', at('mp.c'))).stderr).toContain('no-outcome');
  const never = await capture('explain', '--outcome', '0:EAX=7', at('SB.litmus'));
  expect(never.stdout).toContain('no model allows it: no choice of sources');
});

it('takes members and pointers by the names that final states have', async () => {
  writeFileSync(
    at('members.c'),
    `int f(int x) { return x; }
struct q { int head; struct { int lo, hi; } tail[2]; } q;
int *p, (*call)(int);
int main(void) { q.tail[1].hi = 2; p = &q.tail[1].lo; call = f; }`,
  );
  const state = 'q.tail[1].hi=2 p=&q.tail[1] call=f';
  const { status, stdout } = await capture(
    'explain',
    '-m',
    'sc',
    '-e',
    'explicit',
    '--outcome',
    state,
    at('members.c'),
  );
  expect([status, stdout]).toEqual([0, expect.stringContaining(state.replaceAll(' ', ' /\\ '))]);
});

const failing = `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x, y, a, b;
void *f(void *p) { x = 1; a = y; return 0; }
void *g(void *p) { y = 1; b = x; return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0);
  pthread_join(s, 0); pthread_join(t, 0);
  assert(a || b);
  if (a == 0) *(int *)0 = 1;
  return 0;
}
`;

it('counts executions that end in a failed assertion', async () => {
  writeFileSync(at('failing.c'), failing);
  const { status, stdout } = await capture('explain', '--outcome', 'a=0 b=0', at('failing.c'));
  expect(status).toBe(0);
  expect(stdout).toContain(' sc   forbidden\n tso  possible\n pso  possible\n');
  expect(stdout).toContain(
    'tso allows it, in an execution that ends in assertion: a || b (main at line 11), step by step:',
  );
  expect(stdout).toContain('tso allows it because it does not keep f W x=1 before R y=0');
  // an execution that ends in another finding has no final state, and the answer says so
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'not counted under sc, tso, pso: executions without a final state, which end in invalid-address',
  );
});

it.each([
  [['--finding', '11'], [false, true, true], 'assertion'],
  [['--finding', 'failing.c:11'], [false, true, true], 'assertion'],
  [['--finding', 'assertions'], [false, true, true], 'assertion'],
  [['--finding', 'invalid-address'], [true, true, true], 'invalid-address'],
  [['--finding'], [true, true, true], 'invalid-address'],
  [['--finding', 'deadlock'], [false, false, false], undefined],
  [['--finding', 'assertion:12'], [false, false, false], undefined],
])('explains a finding: %s', async (asked, possible, kind) => {
  writeFileSync(at('failing.c'), failing);
  const { status, stdout } = await capture('explain', '--json', ...asked, at('failing.c'));
  expect(status).toBe(0);
  const answer = JSON.parse(stdout);
  expect(answer.results.map((one: { possible: boolean }) => one.possible)).toEqual(possible);
  expect(answer.allowed?.finding.kind).toBe(kind);
  // the cycle is that of the assertion
  if (kind === 'assertion') expect(answer.forbidden.cycles).toHaveLength(1);
});

it('asks for a state or a finding, not for both', async () => {
  writeFileSync(at('failing.c'), failing);
  const both = await capture('explain', '--finding', 'any', '--outcome', 'a=0', at('failing.c'));
  expect([both.status, both.stderr]).toEqual([2, expect.stringContaining('two questions')]);
});

it('gives no answer about ends that no execution reaches within the bound', async () => {
  writeFileSync(
    at('long.c'),
    `#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x, n = 5;
void *count(void *p) { for (int i = 0; i < n; i++) x++; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, count, 0); n = 6; pthread_join(t, 0);
  assert(x != 5);
  return 0;
}
`,
  );
  const none =
    'no answer under sc, tso, pso: no execution reaches its end with --unroll 2, nothing was checked beyond count at line 5: a larger --unroll may reach it';
  for (const asked of [
    ['--outcome', 'x=6'],
    ['--finding', 'any'],
  ]) {
    const { status, stdout } = await capture('explain', '--unroll', '2', ...asked, at('long.c'));
    expect(status, asked[0]).toBe(4);
    expect(stdout).toContain(' sc   unknown\n tso  unknown\n pso  unknown\n');
    expect(stdout).toContain(none);
    expect(stdout).not.toContain('no model allows it');
    const long = await capture('explain', '--unroll', '8', ...asked, at('long.c'));
    expect(long.status, asked[0]).toBe(0);
    expect(long.stdout).toContain(' sc   possible\n');
  }
  const { stdout } = await capture('explain', '--json', '--unroll', '2', '--outcome', 'x=6', at('long.c'));
  expect(JSON.parse(stdout).results[0]).toMatchObject({
    possible: null,
    unfinished: [{ thread: 1, line: 5 }],
  });
  // Where some execution ends, the bound alone limits the answer.
  writeFileSync(
    at('some.c'),
    `#include <pthread.h>
#include <stdatomic.h>
atomic_int x, n;
void *count(void *p) { for (int i = 0; i < n; i++) x++; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, count, 0); n = 6; pthread_join(t, 0); return 0; }
`,
  );
  const some = await capture('explain', '--unroll', '2', '--outcome', 'x=5', at('some.c'));
  expect(some.status).toBe(0);
  expect(some.stdout).toContain(' sc   forbidden  up to a bound\n');
});
