// The part of Vitest that tests of the front ends and engines use, without what takes it longer to start than most tests to fail: every
// test in the order of the file, until one fails.

import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';

type Body = (...args: readonly unknown[]) => unknown;

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);
export const expect = chai.expect;

const begun: (() => unknown)[] = [];
const ended: (() => unknown)[] = [];

function each(define: (name: string, body: Body) => void) {
  return (rows: readonly unknown[]) => (name: string, body: Body) => {
    for (const row of rows) define(name, () => (Array.isArray(row) ? body(...row) : body(row)));
  };
}

const nothing = (): void => {};
const define = (_name: string, body: Body): number => begun.push(() => body());
const group = (_name: string, body: Body): unknown => body();
export const it = Object.assign(define, {
  each: each(define),
  skipIf: (skipped: boolean) => (skipped ? nothing : define),
  runIf: (run: boolean) => (run ? define : nothing),
});
export const test = it;
export const describe = Object.assign(group, {
  each: each(group),
  skipIf: (skipped: boolean) => (skipped ? nothing : group),
  runIf: (run: boolean) => (run ? group : nothing),
});
export const beforeAll = (body: () => unknown): number => begun.push(body);
export const afterAll = (body: () => unknown): number => ended.push(body);

export async function runTests(): Promise<void> {
  try {
    for (const body of begun) await body();
  } finally {
    for (const body of ended) await body();
  }
}
