// Questions on which the code of Z3 that most questions need is used once (`launcher/practice.ts`).

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.js';

const benchmarks = fileURLToPath(new URL('../../benchmarks', import.meta.url));
const litmus = join(benchmarks, 'litmus', 'SB.litmus');
const program = join(benchmarks, 'c', 'peterson.c');
/** The solver has to search. */
const searched = join(benchmarks, 'papers', 'nidhugg', 'fib_true.c');

/** Command lines, the most useful first. */
export const lessons: readonly (readonly string[])[] = [
  ['outcomes', '-e', 'symbolic', litmus],
  ['check', '-e', 'symbolic', program],
  ['check', '-e', 'symbolic', '-m', 'tso', searched],
  ['robust', '-e', 'symbolic', program],
  ['fences', '-e', 'symbolic', '-m', 'tso', litmus],
  ['races', '-e', 'symbolic', program],
  // Nearly all that workers and cross-checks use.
  ['crosscheck', '--random', '100', '--seed', '910000001'],
];

const nowhere = { write: () => true };

export const practise = (lesson: readonly string[]): Promise<unknown> =>
  run(lesson, { stdout: nowhere, stderr: nowhere, env: {} });
