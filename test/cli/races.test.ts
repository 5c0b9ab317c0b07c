import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture } from './capture.js';

let folder = '';
const file = (name: string): string => join(folder, name);
const put = (name: string, text: string): string => {
  writeFileSync(file(name), text);
  return file(name);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const headers = '#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n';
const twoThreads = (globals: string, first: string, second: string): string => `${headers}${globals}
void *one(void *a) { ${first} return 0; }
void *two(void *a) { ${second} return 0; }
int main(void) { pthread_t p, q; pthread_create(&p, 0, one, 0); pthread_create(&q, 0, two, 0);
  pthread_join(p, 0); pthread_join(q, 0); return 0; }
`;

const flags = 'int data; atomic_int flag;';
const passing = (store: string, load: string): string =>
  twoThreads(
    flags,
    `data = 1; atomic_store_explicit(&flag, 1, memory_order_${store});`,
    `if (atomic_load_explicit(&flag, memory_order_${load})) data = 2;`,
  );

describe('races', () => {
  it('an unwritten cell may hold any value, in both engines', async () => {
    const local = put(
      'local.c',
      `${headers}#include <assert.h>
int g, sink;
void *add(void *p) { ++*(int *)p; return 0; }
int main(void) { pthread_t t; int i, *block = malloc(sizeof(int)); pthread_create(&t, 0, add, &i);
#ifdef RACE
  i++;
#endif
  pthread_join(t, 0); if (i == 7 || *block == 3) g = 1; assert(g == 0); return 0; }
`,
    );
    const free = await capture('races', local);
    expect([free.status, free.stderr]).toEqual([0, expect.stringContaining('DIPTYCH_ANY_VALUES')]);
    expect((await capture('races', '-D', 'RACE', local)).status).toBe(1);
    const failed = await capture('check', '-m', 'sc', '--find', 'assertions', local);
    expect(failed.status).toBe(1);
    expect(failed.stdout).toContain('assertion: g == 0');
    expect((await capture('check', '-m', 'sc', local)).stdout).toContain('uninitialised-read');
  });

  it('names a loop that was cut once, however often its function is called', async () => {
    const f = put(
      'cut.c',
      twoThreads(
        'atomic_int n;',
        'for (int k = 0; k < 2; k++) while (atomic_fetch_add(&n, 1) % 5 != 4) ;',
        'atomic_fetch_add(&n, 1);',
      ),
    );
    const { status, stdout } = await capture('races', '--unroll', '1', f);
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining('up to one round of the loop of one at line 5\n'),
    ]);
  });

  it('steps after a finding that ends the thread may race: there is no answer', async () => {
    const path = put('ends.c', twoThreads('int x;', '*(int *)4 = 1; x = 1;', 'x = 2;'));
    const { status, stdout } = await capture('races', path);
    expect(status).toBe(4);
    expect(stdout).toContain(
      'unknown: there is no race before this finding, but later steps of the thread were not seen',
    );
    expect(stdout).toMatch(/one at line 5/);
    const json = await capture('races', '--json', path);
    expect(JSON.parse(json.stdout)).toMatchObject({
      raceFree: null,
      unclear: [{ kind: 'invalid-address', line: 5 }],
    });
    const racing = put('before.c', twoThreads('int x;', 'x = 1; *(int *)4 = 1;', 'x = 2;'));
    expect((await capture('races', racing)).status).toBe(1);
  });

  it('shows both accesses, why nothing orders them, and the execution up to them', async () => {
    const { status, stdout, stderr } = await capture('races', put('mp.c', passing('relaxed', 'acquire')));
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout.split('\n').slice(1, 7)).toEqual([
      'a data race',
      'data race on data',
      '  one at line 5 stores it (plain)',
      '  two at line 6 stores it (plain)',
      '  flag passes from one to the other, but the store of one at line 5 does not release',
      'in the execution',
    ]);
    expect(stdout).toContain('engines agree');
  });

  it.each([
    ['release and acquire', passing('release', 'acquire'), 0],
    ['release and relaxed', passing('release', 'relaxed'), 1],
    ['seq_cst', passing('seq_cst', 'seq_cst'), 0],
    ['assignment to an _Atomic', twoThreads(flags, 'data = 1; flag = 1;', 'if (flag) data = 2;'), 0],
    [
      'a mutex',
      twoThreads(
        'int n; pthread_mutex_t m;',
        'pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);',
        'pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);',
      ),
      0,
    ],
    [
      'a mutex on one side',
      twoThreads(
        'int n; pthread_mutex_t m;',
        'pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);',
        'n++;',
      ),
      1,
    ],
    [
      'trylock',
      twoThreads(
        'int n; pthread_mutex_t m;',
        'pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);',
        'if (!pthread_mutex_trylock(&m)) { n++; pthread_mutex_unlock(&m); }',
      ),
      0,
    ],
    [
      'trylock without a look at its result',
      twoThreads(
        'int n; pthread_mutex_t m;',
        'pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);',
        'pthread_mutex_trylock(&m); n++;',
      ),
      1,
    ],
    [
      'a condition variable',
      twoThreads(
        'int n, ready; pthread_mutex_t m; pthread_cond_t c;',
        'n = 1; pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);',
        'pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); n = 2;',
      ),
      0,
    ],
    [
      'a signal that nothing else orders',
      twoThreads(
        'int n; pthread_mutex_t m; pthread_cond_t c;',
        'pthread_cond_signal(&c); n = 1;',
        'pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); n = 2;',
      ),
      1,
    ],
    [
      'atomic_flag as a lock',
      twoThreads(
        'int n; atomic_flag l = ATOMIC_FLAG_INIT;',
        'while (atomic_flag_test_and_set_explicit(&l, memory_order_acquire)) ; n++; atomic_flag_clear_explicit(&l, memory_order_release);',
        'while (atomic_flag_test_and_set_explicit(&l, memory_order_acquire)) ; n++; atomic_flag_clear_explicit(&l, memory_order_release);',
      ),
      0,
    ],
    ['volatile', twoThreads('volatile int n;', 'n = 1;', 'n = 2;'), 1],
    [
      'creation and joining',
      `${headers}int n; void *f(void *a) { n++; return 0; } int main(void) { pthread_t t; n = 1; pthread_create(&t, 0, f, 0); pthread_join(t, 0); n++; return n; }`,
      0,
    ],
    [
      'no joining',
      `${headers}int n; void *f(void *a) { n++; return 0; } int main(void) { pthread_t t; n = 1; pthread_create(&t, 0, f, 0); n++; return n; }`,
      1,
    ],
    [
      'a block published without release',
      twoThreads(
        'int *_Atomic p;',
        'int *n = calloc(1, sizeof(int)); atomic_store_explicit(&p, n, memory_order_relaxed);',
        'int *n = atomic_load(&p); if (n) *n = 1;',
      ),
      1,
    ],
    [
      'a block published with release',
      twoThreads(
        'int *_Atomic p;',
        'int *n = calloc(1, sizeof(int)); *n = 1; atomic_store_explicit(&p, n, memory_order_release);',
        'int *n = atomic_load(&p); if (n) *n = 2;',
      ),
      0,
    ],
    [
      'a rwlock hands over what was read and written under it',
      twoThreads(
        'pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int n, m;',
        'pthread_rwlock_wrlock(&l); n++; m++; pthread_rwlock_unlock(&l);',
        'pthread_rwlock_rdlock(&l); m = n; pthread_rwlock_unlock(&l);',
      ),
      0,
    ],
    ['atomic_init beside an atomic', twoThreads('atomic_int n;', 'atomic_init(&n, 1);', 'n = 2;'), 1],
  ])('%s', async (name, text, expected) => {
    const { status, stdout } = await capture('races', put(`${name.replaceAll(' ', '_')}.c`, text));
    expect([status, stdout.includes('engines agree')]).toEqual([expected, true]);
  });

  it('says what follows for TSO and PSO', async () => {
    const { stdout } = await capture('races', put('drf.c', passing('seq_cst', 'seq_cst')));
    expect(stdout).toContain(
      'no data race in SC executions\nand every atomic store is seq_cst: TSO and PSO allow nothing beyond SC',
    );
  });

  it('takes the accesses of litmus tests for atomic unless asked', async () => {
    const text =
      'X86 MP\n{ x=0; y=0; }\n P0 | P1 ;\n MOV [x],$1 | MOV EAX,[y] ;\n MOV [y],$1 | MOV EBX,[x] ;\n';
    const path = put('MP.litmus', text);
    expect((await capture('races', path)).status).toBe(0);
    expect((await capture('races', '--plain-races', path)).status).toBe(1);
  });

  it('answers in JSON', async () => {
    const { stdout } = await capture('races', '--json', put('json.c', passing('relaxed', 'relaxed')));
    const { raceFree, agree, races } = JSON.parse(stdout);
    expect([raceFree, agree, races.length]).toEqual([false, true, 1]);
    expect(races[0]).toMatchObject({
      at: 'data',
      accesses: [
        { name: 'one', does: 'stores', order: 'plain', line: 5 },
        { name: 'two', does: 'stores', order: 'plain', line: 6 },
      ],
      missing: { kind: 'weak-flag' },
      foundBy: ['explicit', 'symbolic'],
    });
    expect(races[0].execution.length).toBeGreaterThan(3);
  });
});

describe('check --races', () => {
  it('answers both questions', async () => {
    const path = put('both.c', passing('relaxed', 'acquire'));
    expect((await capture('check', '--model', 'sc', path)).status).toBe(0);
    const { status, stdout } = await capture('check', '--races', '--model', 'sc', path);
    expect(status).toBe(1);
    expect(stdout).toContain('holds');
    expect(stdout).toContain('data race on data');
    const { stdout: json } = await capture('check', '--races', '--json', '--model', 'sc', path);
    expect(JSON.parse(json).races.races).toHaveLength(1);
  });

  it('writes a witness that replays', async () => {
    const [path, witness] = [put('why.c', passing('relaxed', 'acquire')), file('why.json')];
    await capture('races', '--witness', witness, path);
    expect((await capture('replay', witness)).status).toBe(0);
  });
});

describe('monitor --monitor races', () => {
  const log = (order: string): string =>
    [
      '{"thread": "a", "op": "W", "address": "x", "value": 1, "line": 1}',
      `{"thread": "a", "op": "W", "address": "f", "value": 1, "order": "${order}", "line": 2}`,
      '{"thread": "b", "op": "R", "address": "f", "value": 1, "order": "acquire", "line": 3}',
      '{"thread": "b", "op": "R", "address": "x", "value": 1, "line": 4}',
    ].join('\n');

  it('finds the races of a recorded run', async () => {
    const racy = await capture('monitor', '--monitor', 'races', put('racy.jsonl', log('relaxed')));
    expect([racy.status, racy.stdout]).toEqual([
      1,
      `${file('racy.jsonl')}  4 events of 2 threads\n data race on x: a W at line 1 and b R at line 4\nmonitors: races\n`,
    ]);
    const clean = await capture('monitor', '--monitor', 'races', put('clean.jsonl', log('release')));
    expect([clean.status, clean.stdout.split('\n')[1]]).toEqual([0, 'no data race in this execution']);
  });

  it('beside other monitors, as JSON', async () => {
    const path = put('both.jsonl', log('relaxed'));
    const { stdout } = await capture('monitor', '--monitor', 'sober,races', '--json', path);
    const { races, monitors } = JSON.parse(stdout);
    expect([monitors, races.length, races[0].address]).toEqual([['sober'], 1, 'x']);
  });
});
