import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture } from './capture.js';
import { alwaysText, sbText } from './litmus.js';

let folder = '';
const file = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  writeFileSync(file('SB.litmus'), sbText);
  writeFileSync(file('always.litmus'), alwaysText);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('--witness', () => {
  it.each([
    [
      'heap.c',
      `#include <pthread.h>
#include <stdlib.h>
struct item { int kind; struct { int v, w; } at; } *shared;
void *f(void *a) { struct item *i = malloc(sizeof *i); i->at.w = 2; shared = i; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); struct item *i = shared; return i ? i->at.v : 0; }`,
      'R shared=item@f ',
    ],
    [
      'gate.c',
      `#include <pthread.h>
struct { int n; pthread_mutex_t m; pthread_cond_t c; } q;
void *f(void *a) { pthread_mutex_lock(&q.m); pthread_cond_wait(&q.c, &q.m); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }`,
      'waits for a signal of q.c',
    ],
    [
      'handler.c',
      `#include <assert.h>
int f(int x) { return x; }
int g(int x) { return x + 1; }
struct ops { long n; int (*call)(int); } ops = { 1, f };
int main(void) { ops.call = g; assert(ops.call(1) == 1); }`,
      'W ops.call=g ',
    ],
  ])('keeps the names of %s', async (name, text, shown) => {
    writeFileSync(file(name), text);
    const path = file(`${name}.json`);
    await capture('check', '-m', 'sc', '-e', 'explicit', '--witness', path, file(name));
    const { status, stdout } = await capture('replay', path);
    expect(stdout).toContain(shown);
    expect([status, stdout]).toEqual([0, expect.stringContaining('\ncertified: ')]);
  });

  it('writes an execution that replay certifies and shows with its buffers', async () => {
    const path = file('why.json');
    await capture('check', '-m', 'tso', '-e', 'symbolic', '--witness', path, file('SB.litmus'));
    const { status, stdout, stderr } = await capture('replay', path);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`SB  ${path}
0:EAX=0; 1:EAX=0; under tso
 step                                       memory   store buffers
                                            x=0 y=0
    1  P0  W x=1       line 4  MOV [x],$1   x=0 y=0  P0: x=1
    2  P0  R y=0       line 5  MOV EAX,[y]  x=0 y=0  P0: x=1
    3  P1  W y=1       line 4  MOV [y],$1   x=0 y=0  P0: x=1  P1: y=1
    4  P1  R x=0       line 5  MOV EAX,[x]  x=0 y=0  P0: x=1  P1: y=1
    5  P1  commit y=1                       x=0 y=1  P0: x=1
    6  P0  commit x=1                       x=1 y=1
certified: the tso machine takes these 6 steps and reads these values, and tso.cat allows the execution
`);
    const { stdout: line } = await capture('replay', '--json', path);
    expect(JSON.parse(line)).toMatchObject({ model: 'tso', certified: true, states: { length: 7 } });
  });

  it('writes what robust found', async () => {
    const path = file('cycle.json');
    await capture('robust', '--witness', path, file('SB.litmus'));
    const { status, stdout } = await capture('replay', path);
    expect([status, stdout]).toEqual([0, expect.stringContaining('a happens-before cycle under tso')]);
  });

  it('writes nothing when the answer rests on the absence of something', async () => {
    const path = file('nothing.json');
    const { status, stderr } = await capture('check', '-m', 'sc', '--witness', path, file('SB.litmus'));
    expect([status, stderr]).toEqual([1, `no execution decides the answer: ${path} was not written\n`]);
    expect(existsSync(path)).toBe(false);
  });

  it('is for one program', async () => {
    const { status, stderr } = await capture('check', '--witness', file('w.json'), folder);
    expect([status, stderr]).toEqual([2, expect.stringContaining('[witness-files]')]);
  });
});

describe('replay', () => {
  it('refuses an execution that does not show what it says', async () => {
    const path = file('told.json');
    await capture('check', '-m', 'tso', '--witness', path, file('SB.litmus'));
    writeFileSync(path, readFileSync(path, 'utf8').replace('"model": "tso"', '"model": "sc"'));
    const { status, stdout } = await capture('replay', path);
    expect(status).toBe(1);
    expect(stdout).toMatch(/not certified: the machine (?:cannot take|does something else)/);
  });

  it('refuses what is no witness', async () => {
    writeFileSync(file('no.json'), '{"format": "x"}');
    const other = await capture('replay', file('no.json'));
    expect([other.status, other.stderr]).toEqual([2, expect.stringContaining('[bad-json]')]);
    const text = await capture('replay', '--json', file('SB.litmus'));
    expect([text.status, JSON.parse(text.stdout)]).toMatchObject([2, { error: { code: 'bad-json' } }]);
    expect((await capture('replay', file('missing.json'))).status).toBe(2);
  });
});
