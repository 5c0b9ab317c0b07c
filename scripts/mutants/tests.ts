// The part of Vitest that tests of the front ends and engines use, without what takes it longer to start than most tests to fail. The
// parent process names the tests to run and their order; the first test that fails ends the process.

import type { Session } from 'node:inspector';
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';

type Body = (...args: readonly unknown[]) => unknown;

/** The message to the parent about a test that passed or failed. */
export interface TestReport {
  readonly test: number;
  readonly name: string;
  readonly failed: boolean;
  readonly cpu: number;
  /** Of the points the parent asked about, those that the test has executed. */
  readonly reached?: readonly number[] | undefined;
}

interface Test {
  readonly file: number;
  readonly name: string;
  readonly body: () => unknown;
}

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);
export const expect = chai.expect;

const tests: Test[] = [];
interface TestFile {
  readonly path: string;
  readonly before: (() => unknown)[];
  readonly after: (() => unknown)[];
  begun: boolean;
}
const files: TestFile[] = [];
const groups: string[] = [];

/** The tests that are defined from now on are those of the next file. */
export function nextFile(path: string): void {
  files.push({ path, before: [], after: [], begun: false });
}

function each(define: (name: string, ...rest: readonly unknown[]) => void) {
  return (rows: readonly unknown[]) => (name: string, body: Body) => {
    for (const row of rows) define(name, () => (Array.isArray(row) ? body(...row) : body(row)));
  };
}

const nothing = (): void => {};
/** A test that is expected to fail says nothing about a change. */
const fails = Object.assign(nothing, { each: () => nothing });
/** The body stands before or after the options. */
function define(name: string, ...rest: readonly unknown[]): void {
  const body = rest.find((one) => typeof one === 'function');
  const test = {
    file: files.length - 1,
    name: [files[files.length - 1].path, ...groups, name].join(' > '),
    body: () => body?.(),
  };
  tests.push(test);
}
function group(name: string, ...rest: readonly unknown[]): void {
  groups.push(name);
  rest.find((one) => typeof one === 'function')?.();
  groups.pop();
}
export const it = Object.assign(define, {
  each: each(define),
  fails,
  skipIf: (skipped: boolean) => (skipped ? nothing : define),
  runIf: (run: boolean) => (run ? define : nothing),
});
export const test = it;
export const describe = Object.assign(group, {
  each: each(group),
  skipIf: (skipped: boolean) => (skipped ? nothing : group),
  runIf: (run: boolean) => (run ? group : nothing),
});
export const beforeAll = (body: () => unknown): number => files[files.length - 1].before.push(body);
export const afterAll = (body: () => unknown): number => files[files.length - 1].after.push(body);

/** The points of the bundle that were executed since the last call; points are offsets in ascending order. */
function reachedPoints(session: Session, url: string, points: readonly number[]): number[] {
  const counts = new Uint8Array(points.length);
  const firstFrom = (offset: number): number => {
    let [low, high] = [0, points.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (points[middle] < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error !== null) throw error;
    // Ranges come from the outer to the inner.
    for (const { functions } of result.filter((script) => script.url === url))
      for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges))
        counts.fill(Math.min(count, 1), firstFrom(startOffset), firstFrom(endOffset));
  });
  return [...points.keys()].filter((i) => counts[i] > 0);
}

/**
 * Runs the tests of these numbers in this order, or all. With a session and points it tells which points each test executes; those that
 * were executed before the first test belong to every test.
 */
export async function runTests(
  url: string,
  {
    order,
    session,
    points = [],
  }: { order?: readonly number[]; session?: Session; points?: readonly number[] },
): Promise<void> {
  const report = (message: TestReport): Promise<void> =>
    new Promise((resolve) => process.send?.(message, () => resolve()));
  const loaded = session === undefined ? [] : reachedPoints(session, url, points);
  for (const number of order ?? tests.keys()) {
    const { file, name, body } = tests[number];
    const start = process.cpuUsage();
    let failed = false;
    try {
      if (!files[file].begun) for (const one of files[file].before) await one();
      files[file].begun = true;
      await body();
    } catch (error) {
      failed = true;
      console.error(name, error);
    }
    const { user, system } = process.cpuUsage(start);
    const reached = session === undefined ? undefined : [...loaded, ...reachedPoints(session, url, points)];
    await report({ test: number, name, failed, cpu: (user + system) / 1e6, reached });
    if (failed && session === undefined) break;
  }
  for (const { after } of files.filter(({ begun }) => begun)) for (const one of after) await one();
}
