import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture } from './capture.js';
import { alwaysText, sbText, spinText } from './litmus.js';

let folder = '';
const file = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  writeFileSync(file('SB.litmus'), sbText);
  writeFileSync(file('spin.litmus'), spinText);
  writeFileSync(file('always.litmus'), alwaysText);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('robust', () => {
  it('prints verdict, cycle and where SC is left', async () => {
    const { status, stdout, stderr } = await capture('robust', '--model', 'tso', file('SB.litmus'));
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toBe(`SB  ${file('SB.litmus')}
 tso  not robust  reaches a state SC does not: 0:EAX=0; 1:EAX=0;
happens-before cycle under tso:
 P0 at line 4  W x=1  is delayed past
 P0 at line 5  R y=0  reads a value overwritten by
 P1 at line 4  W y=1  is followed by
 P1 at line 5  R x=0  reads a value overwritten by
The store x=1 of P0 at line 4 was still in the store buffer when the load of y in line 5 went ahead and read 0.
a full fence between lines 4 and 5 of P0 and a full fence between lines 4 and 5 of P1 rule it out
a triangular race: P0 at line 5 loads y, which P1 at line 4 stores, while its own store of x may be in the buffer
SC allows all of these events but the last:
    1  P0 at line 4  W x=1
    2  P0 at line 5  R y=0
    3  P1 at line 4  W y=1
 then  P1 at line 5  R x=0
sober, bss-tso: P1 at line 5 can overtake P0 at line 4 at x
sober, bss-tso: P0 at line 5 can overtake P1 at line 4 at y
tso  explicit not robust, symbolic not robust, sober not robust, bss-tso not robust
monitors saw 3 SC executions
`);
  });

  it('prints one JSON object per file and line', async () => {
    const { status, stdout } = await capture('robust', '--json', folder);
    expect(status).toBe(1);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines).toMatchObject([
      {
        program: 'SB',
        scExecutions: 3,
        scComplete: true,
        results: [
          {
            model: 'tso',
            robust: false,
            agree: true,
            stateRobust: false,
            state: { '0:EAX': 0, '1:EAX': 0 },
            cycle: [
              { thread: 0, event: 'W x=1', line: 4, edge: 'po', delayed: true },
              { thread: 0, event: 'R y=0', line: 5, edge: 'fr', delayed: false },
              { thread: 1, event: 'W y=1', edge: 'po' },
              { thread: 1, event: 'R x=0', edge: 'fr' },
            ],
            borderline: { prefix: [{}, {}, {}], event: { thread: 1, event: 'R x=0' } },
            bounded: [],
            engines: { explicit: { robust: false }, monitors: { sober: false, 'bss-tso': false } },
          },
          { model: 'pso', robust: false, engines: { monitors: { 'bss-pso': false } } },
        ],
      },
      { program: 'always', results: [{ robust: true, cycle: [] }, { robust: true }] },
      { program: 'spin', results: [{ robust: true, bounded: [{ thread: 1, line: 7 }] }, { robust: false }] },
    ]);
  });

  it('counts files', async () => {
    const { stdout } = await capture('robust', '--model', 'tso', folder);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('3 files: 2 robust, 1 not robust');
  });

  it('does not take an answer up to a bound for a proof', async () => {
    const argv = ['robust', '--model', 'tso', file('spin.litmus')];
    const { status, stdout } = await capture(...argv);
    expect([status, stdout]).toEqual([0, expect.stringContaining('robust up to a bound')]);
    expect((await capture(...argv, '--strict')).status).toBe(4);
  });

  it('takes monitors by name', async () => {
    const { stdout } = await capture('robust', '--monitor', 'all', '--preemptions', '1', file('SB.litmus'));
    expect(stdout).toContain(
      'sober-published, sober, bss-tso-published, bss-tso, bss-pso-published, bss-pso:',
    );
    const none = await capture('robust', '--monitor', 'none', file('SB.litmus'));
    expect(none.stdout).toContain('tso  explicit not robust, symbolic not robust\n');
    const bad = await capture('robust', '--monitor', 'sobre', file('SB.litmus'));
    expect([bad.status, bad.stderr]).toEqual([2, expect.stringContaining("'sobre' is not one of sober")]);
  });

  it('shows monitors random executions', async () => {
    const argv = ['robust', '--engine', 'explicit', '--strategy', 'random:20', '--model', 'tso'];
    const { stdout } = await capture(...argv, file('SB.litmus'));
    expect(stdout).toContain('sober not robust, bss-tso not robust\n');
    const robust = await capture(...argv, file('always.litmus'));
    expect([robust.status, robust.stdout]).toEqual([
      0,
      expect.stringContaining('explicit robust, sober no answer, bss-tso no answer\n'),
    ]);
  });

  it('is not a question about SC', async () => {
    const { status, stderr } = await capture('robust', '--model', 'sc', file('SB.litmus'));
    expect([status, stderr]).toEqual([2, expect.stringContaining('robust-model')]);
  });
});

it('shows the cycle of what the verdict names, not of another violation', async () => {
  // the ring of three stores fails the assertion; the shorter cycle of u and v is harmless
  const path = file('two.c');
  writeFileSync(
    path,
    `#include <assert.h>
#include <pthread.h>
int x, y, z, a, b, c, u, v;
void *t1(void *p) { x = 1; a = y; return 0; }
void *t2(void *p) { y = 1; b = z; return 0; }
void *t3(void *p) { z = 1; c = x; u = 1; int r = v; return 0; }
void *t4(void *p) { v = 1; int r = u; return 0; }
int main(void) {
  pthread_t h[4];
  a = b = c = 1;
  pthread_create(h, 0, t1, 0); pthread_create(h + 1, 0, t2, 0); pthread_create(h + 2, 0, t3, 0); pthread_create(h + 3, 0, t4, 0);
  for (int i = 0; i < 4; i++) pthread_join(h[i], 0);
  assert(a || b || c);
  return 0;
}
`,
  );
  const argv = ['robust', '-m', 'tso', '-e', 'explicit', path];
  const { stdout } = await capture(...argv);
  expect(stdout).toContain(
    'goes wrong where SC does not: assertion: a || b || c\nhappens-before cycle under tso:\n',
  );
  const [, cycle] = /under tso:\n((?: t.*\n)*)/.exec(stdout) ?? [];
  expect(cycle?.match(/ [WR] \w+=\d/g)?.sort()).toEqual([
    ' R x=0',
    ' R y=0',
    ' R z=0',
    ' W x=1',
    ' W y=1',
    ' W z=1',
  ]);
  expect(stdout).not.toContain('stays here');
  const { results } = JSON.parse((await capture(...argv, '--json')).stdout);
  expect(results[0].cycle).toHaveLength(6);
});
