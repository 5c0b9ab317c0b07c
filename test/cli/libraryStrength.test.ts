// Library calls that are no fences on x86-64, as a user meets them: with the call between the store and the load of store buffering,
// `check` finds the violation, `robust` the cycle and `fences` a fence, by either engine. Calls that are fences are the control.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { programOf } from '../../lab/judge/library/programs.js';
import { type Row, strength } from '../../lab/judge/library/strength/index.js';
import { capture } from './capture.js';

const rowOf = (name: string, path: RegExp): Row => {
  const found = strength.find((row) => row.functions.includes(name) && path.test(row.path));
  if (found === undefined) throw new Error(`no row for ${name}`);
  return found;
};

const fence: Row = { ...rowOf('sched_yield', /^/), call: '__asm__ volatile("mfence" ::: "memory");' };

const weak: readonly (readonly [string, Row])[] = [
  ['free', rowOf('free', /cache/)],
  ['pthread_spin_unlock', rowOf('pthread_spin_unlock', /^/)],
  ['pthread_once that is done', rowOf('pthread_once', /done/)],
  ['call_once that is done', rowOf('call_once', /done/)],
  ['sem_trywait that fails', rowOf('sem_trywait', /EAGAIN/)],
  ['pthread_rwlock_tryrdlock that fails', rowOf('pthread_rwlock_tryrdlock', /EBUSY/)],
  ['pthread_rwlock_trywrlock that fails', rowOf('pthread_rwlock_trywrlock', /EBUSY/)],
  ['pthread_cond_signal without waiters', rowOf('pthread_cond_signal', /no thread/)],
  ['pthread_cond_broadcast without waiters', rowOf('pthread_cond_broadcast', /no thread/)],
  ['a relaxed load of 16 bytes', rowOf('__atomic_load of 16 bytes', /relaxed/)],
];

const strong: readonly (readonly [string, Row])[] = [
  ['mfence', fence],
  ['pthread_mutex_unlock', rowOf('pthread_mutex_unlock', /^normal/)],
];

const folder = mkdtempSync(join(tmpdir(), 'diptych-strength-'));
const file = join(folder, 'call.c');
afterAll(() => rmSync(folder, { recursive: true }));

/** The answers of the commands: the word of each, and its exit status. */
async function answers(row: Row, engine: string) {
  const text = programOf(row, 'SB').replace(/return 0;\n}\n$/, 'assert(r1 || r2);\n  return 0;\n}\n');
  writeFileSync(file, `#include <assert.h>\n${text}`);
  const ask = async (command: string, ...more: string[]) => {
    const { status, stdout } = await capture(command, '-m', 'tso', '--json', ...more, file);
    return { status, result: JSON.parse(stdout).results[0] };
  };
  const check = await ask('check', '--engine', engine);
  const robust = await ask('robust', '--engine', engine);
  return {
    check: [check.status, check.result.verdict],
    robust: [robust.status, robust.result.robust],
  };
}

interface Repair {
  readonly additions: readonly unknown[];
  readonly confirmedBy: readonly string[];
}

async function fences() {
  const { stdout } = await capture('fences', '-m', 'tso', '--json', file);
  const { answer, repairs } = JSON.parse(stdout).results[0];
  return {
    answer,
    repairs: repairs.map(({ additions, confirmedBy }: Repair) => [additions.length, confirmedBy]),
  };
}

const engines = ['explicit', 'symbolic'];

describe('a call that is no fence', () => {
  it.each(weak)('%s', async (_name, row) => {
    for (const engine of engines)
      expect([engine, await answers(row, engine)]).toEqual([
        engine,
        { check: [1, 'violated'], robust: [1, false] },
      ]);
    expect(await fences()).toEqual({ answer: 'repaired', repairs: [[1, engines]] });
  });
});

describe('a call that is a fence', () => {
  it.each(strong)('%s', async (_name, row) => {
    for (const engine of engines)
      expect([engine, await answers(row, engine)]).toEqual([
        engine,
        { check: [0, 'holds'], robust: [0, true] },
      ]);
    expect(await fences()).toEqual({ answer: 'none-needed', repairs: [] });
  });
});
