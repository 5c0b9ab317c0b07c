// Every pair of memory orders on message passing and its relatives: the answers of C11, of brute force, and of the
// engines.

import { describe, expect, it } from 'vitest';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { acquires, memoryOrders, releases } from '../../src/program/memoryOrder.js';
import { expectAgreement } from './agree.js';

/** Whether the program, given as the bodies of its threads, has a race on x, plain; f and g are flags. */
function races(...threads: string[]): boolean {
  const functions = threads.map(
    (body, i) => `P${i}(int* x, int* f, int* g, int* m) {\n${body.replaceAll(';', ';\n')}\n}`,
  );
  const text = `C t\n{ x=0; f=0; g=0; m=0; }\n${functions.join('\n')}\n`;
  const found = expectAgreement(parseLitmus(text, 't.litmus'), 400);
  if (found === undefined) throw new Error('too many executions');
  return found.length > 0;
}

const store = (order: string, cell = 'f', value = 1): string => `__order(${order}) *${cell} = ${value};`;
const load = (order: string, cell = 'f', register = 'r'): string =>
  `__order(${order}) int ${register} = *${cell};`;
const update = (order: string): string => `__order(${order}) int u = fetch_add_relaxed(f, 1);`;
const stores = ['relaxed', 'release', 'seq_cst'] as const;
const loads = ['relaxed', 'consume', 'acquire', 'seq_cst'] as const;
const releaseFence = 'smp_wmb();';
const acquireFence = 'smp_rmb();';
const useIf = (condition: string): string => `if (${condition}) { int d = *x; }`;

describe('message passing', () => {
  for (const w of stores)
    for (const r of loads)
      it(`${w} store, ${r} load`, () => {
        expect(races(`*x = 1; ${store(w)}`, `${load(r)} ${useIf('r')}`)).toBe(!(releases(w) && acquires(r)));
      });

  for (const w of memoryOrders)
    for (const r of memoryOrders)
      it(`${w} update, ${r} update`, () => {
        expect(races(`*x = 1; ${update(w)}`, `${update(r)} ${useIf('u')}`)).toBe(
          !(releases(w) && acquires(r)),
        );
      });

  it.each([
    [
      'a release fence',
      `*x = 1; ${releaseFence} ${store('relaxed')}`,
      `${load('acquire')} ${useIf('r')}`,
      false,
    ],
    [
      'an acquire fence',
      `*x = 1; ${store('release')}`,
      `${load('relaxed')} ${acquireFence} ${useIf('r')}`,
      false,
    ],
    [
      'both fences',
      `*x = 1; ${releaseFence} ${store('relaxed')}`,
      `${load('relaxed')} ${acquireFence} ${useIf('r')}`,
      false,
    ],
    [
      'full fences',
      `*x = 1; smp_mb(); ${store('relaxed')}`,
      `${load('relaxed')} smp_mb(); ${useIf('r')}`,
      false,
    ],
    [
      'a release fence alone',
      `*x = 1; ${releaseFence} ${store('relaxed')}`,
      `${load('relaxed')} ${useIf('r')}`,
      true,
    ],
    [
      'an acquire fence alone',
      `*x = 1; ${store('relaxed')}`,
      `${load('relaxed')} ${acquireFence} ${useIf('r')}`,
      true,
    ],
    [
      'a release fence before the data',
      `${releaseFence} *x = 1; ${store('relaxed')}`,
      `${load('acquire')} ${useIf('r')}`,
      true,
    ],
    [
      'an acquire fence before the load',
      `*x = 1; ${store('release')}`,
      `${acquireFence} ${load('relaxed')} ${useIf('r')}`,
      true,
    ],
    [
      'fences of the machine only',
      `*x = 1; __order(relaxed) smp_mb(); ${store('relaxed')}`,
      `${load('relaxed')} __order(relaxed) smp_mb(); ${useIf('r')}`,
      true,
    ],
    ['fences and a plain flag', `*x = 1; smp_mb(); *f = 1;`, `int r = *f; smp_mb(); ${useIf('r')}`, true],
    ['a volatile flag', `*x = 1; ${store('volatile')}`, `${load('volatile')} ${useIf('r')}`, true],
    [
      'a release that came before',
      `${store('release')} *x = 1; ${store('relaxed', 'f', 2)}`,
      `${load('acquire')} ${useIf('r')}`,
      true,
    ],
  ])('%s', (_, writer, reader, racy) => {
    expect(races(writer, reader)).toBe(racy);
  });
});

describe('release sequences', () => {
  const reader = `${load('acquire')} ${useIf('r == 2')}`;
  const head = `*x = 1; ${store('release')}`;
  it.each([
    ['go on with a relaxed update of another thread', [head, update('relaxed'), reader], false],
    [
      'end with a relaxed store of another thread',
      [head, `${load('relaxed')} if (r) { ${store('relaxed', 'f', 2)} }`, reader],
      true,
    ],
    ['go on with a relaxed store of the same thread', [`${head} ${store('relaxed', 'f', 2)}`, reader], false],
    [
      'go on with a compare-exchange',
      [head, '__order(relaxed, relaxed) int c = cmpxchg_relaxed(f, 1, 2);', reader],
      false,
    ],
    [
      'are not begun by a compare-exchange that fails',
      [
        `*x = 1; __order(release, relaxed) int c = cmpxchg_relaxed(f, 7, 2);`,
        `${load('acquire')} ${useIf('r == 0')}`,
      ],
      true,
    ],
    [
      'pass through a compare-exchange that fails',
      [
        head,
        '__order(relaxed, relaxed) int c = cmpxchg_relaxed(f, 7, 2);',
        `${load('acquire')} ${useIf('r')}`,
      ],
      false,
    ],
  ])('%s', (_, threads, racy) => {
    expect(races(...threads)).toBe(racy);
  });
});

describe('through a third thread', () => {
  const chain = (first: string, second: string): string => `${load(first)} if (r) { ${store(second, 'g')} }`;
  it.each([
    ['acquire and release', chain('acquire', 'release'), false],
    ['relaxed load', chain('relaxed', 'release'), true],
    ['relaxed store', chain('acquire', 'relaxed'), true],
    ['fence in between', `${load('relaxed')} if (r) { smp_mb(); ${store('relaxed', 'g')} }`, false],
  ])('%s', (_, middle, racy) => {
    expect(races(`*x = 1; ${store('release')}`, middle, `${load('acquire', 'g')} ${useIf('r')}`)).toBe(racy);
  });
});

describe('locks and sections', () => {
  it.each([
    ['both under the lock', 'lock(m); *x = 1; unlock(m);', 'lock(m); *x = 2; unlock(m);', false],
    ['one of them', 'lock(m); *x = 1; unlock(m);', '*x = 2;', true],
    [
      'passed on by the lock',
      `*x = 1; lock(m); *f = 1; unlock(m);`,
      `lock(m); int r = *f; unlock(m); ${useIf('r')}`,
      false,
    ],
    ['both in sections', 'atomic { *x = 1; }', 'atomic { *x = 2; }', false],
    ['one section', 'atomic { *x = 1; }', '*x = 2;', true],
    ['a section and an atomic', 'atomic { *x = 1; }', store('seq_cst', 'x'), true],
    ['passed on by sections', `*x = 1; atomic { *f = 1; }`, `int r; atomic { r = *f; } ${useIf('r')}`, false],
  ])('%s', (_, a, b, racy) => {
    expect(races(a, b)).toBe(racy);
  });
});
