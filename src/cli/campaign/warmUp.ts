// A worker that has nothing to do yet practises: its threads load what they need, and V8 compiles what runs often. The first jobs
// then take as long as later ones, and where all cores work nothing is taken from them for compiling.

import type { BranchesQuestion } from '../../campaign/branchesQuestion.js';
import type { CrosscheckQuestion } from '../../campaign/crosscheckQuestion.js';
import { modelNames } from '../../execution/execution.js';
import { familyProgram } from '../../generate/families.js';
import { defaultUnroll } from '../../program/loopBounds.js';
import { parts } from '../../verdict/crosscheck/index.js';

/** How long it may take, in milliseconds; a little longer brings little more. */
const mostMs = 4_000;
/** Executions and programs of one piece. A new job waits for at most one piece. */
const executions = 2_000;
const programs = 4;

type Piece = BranchesQuestion | CrosscheckQuestion;

const exploration = (k: number): BranchesQuestion => ({
  kind: 'branches',
  program: familyProgram('dekker', 3),
  model: modelNames[k % modelNames.length],
  unroll: defaultUnroll,
  jobs: [{ prefix: [], unsettled: [], asleep: [], sleep: [], tree: [] }],
  most: executions,
});

const crosscheck = (seed: number): CrosscheckQuestion => ({
  kind: 'crosscheck',
  work: { kind: 'random', seed, count: programs, source: { size: 6 } },
  options: { models: modelNames, parts, unroll: defaultUnroll, timeLimitMs: 1_000, maxExecutions: 5_000 },
  shrinkMs: 0,
});

/** Others than people begin with. */
const firstSeed = 900_000_000;

/** Runs as many pieces at a time as there may be jobs, until the time is over or a job needs the threads. */
export async function warmUp(
  slots: number,
  wanted: () => boolean,
  answer: (piece: Piece) => Promise<unknown>,
): Promise<void> {
  const end = performance.now() + mostMs;
  await Promise.all(
    Array.from({ length: slots }, async (_, slot) => {
      for (let k = 0; !wanted() && performance.now() < end; k++) {
        await answer(crosscheck(firstSeed + 1_000 * slot + programs * k));
        await answer(exploration(k));
      }
    }),
  );
}
