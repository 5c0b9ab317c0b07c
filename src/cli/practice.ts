// Questions on which the code of Z3 that most questions need is used once (`launcher/practice.ts`).

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TooLarge } from '../support/tooLarge.js';
import { run } from './run.js';
import { SliceOver } from './runner/slice.js';

const benchmarks = fileURLToPath(new URL('../../benchmarks', import.meta.url));
const litmus = join(benchmarks, 'litmus', 'SB.litmus');
const program = join(benchmarks, 'c', 'peterson.c');
/** The solver has to search. */
const searched = join(benchmarks, 'papers', 'nidhugg', 'fib_true.c');

/** Nearly all that workers and cross-checks use of the whole Z3. */
function random(programs: number): readonly string[] {
  return ['crosscheck', '--random', String(programs), '--seed', '910000001'];
}

/** Command lines, the most useful first. */
export const lessons: readonly (readonly string[])[] = [
  ['outcomes', '-e', 'symbolic', litmus],
  ['check', '-e', 'symbolic', program],
  ['check', '-e', 'symbolic', '-m', 'tso', searched],
  ['robust', '-e', 'symbolic', program],
  ['fences', '-e', 'symbolic', '-m', 'tso', litmus],
  ['races', '-e', 'symbolic', program],
  random(100),
];

/** The small part of Z3 on a program that is not C, on one that is, and the whole. */
export const trials: readonly (readonly string[])[] = [...lessons.slice(0, 2), random(3)];

/** Compiling takes its time. */
const smallMs = 60_000;

const nowhere = { write: () => true };

/** With the whole Z3, and with its small part if that is for such a question. */
export async function practise(lesson: readonly string[]): Promise<void> {
  const io = { stdout: nowhere, stderr: nowhere, env: {} };
  await run(lesson, io);
  if (lesson[0] === 'crosscheck') return;
  try {
    await run(lesson, { ...io, smallMs });
  } catch (error) {
    if (!(error instanceof TooLarge || error instanceof SliceOver)) throw error;
  }
}
