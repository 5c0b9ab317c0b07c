// `diptych crosscheck --native N`: random litmus tests on the processor.

import { jsonText } from '../../report/jsonText.js';
import { nativeSumsText } from '../../report/nativeSums.js';
import { startProgress } from '../../report/progress.js';
import type { EngineName } from '../../verdict/engine.js';
import { startEngines } from '../../verdict/engines.js';
import type { Io } from '../io.js';
import { executorOnThread } from '../runner/onThread.js';
import { Runner } from '../runner/runner.js';
import { type Status, status } from '../status.js';
import type { CrosscheckArguments } from './options.js';

export async function crosscheckOnProcessor(
  runs: number,
  given: CrosscheckArguments,
  io: Io,
): Promise<Status> {
  const { crosscheckNative } = await import('../../native/witness.js');
  const runner = new Runner(io, given.memory);
  const { supervisor, signal } = runner;
  const engines =
    supervisor === undefined
      ? await startEngines('both')
      : (['explicit', 'symbolic'] as const satisfies readonly EngineName[]).map((name) =>
          executorOnThread(name, supervisor),
        );
  const tests = given.random ?? 100;
  const timeLimitMs = given.each * 1000;
  const { minutes = Number.POSITIVE_INFINITY, timeout = Number.POSITIVE_INFINITY } = given;
  const start = performance.now();
  const overdue = (): boolean => performance.now() > start + timeout * 1000;
  const stop = (): boolean => runner.interrupted || overdue() || performance.now() > start + minutes * 60_000;
  const progress = startProgress(tests, io.stderr, undefined, 'tests');
  try {
    const sums = await crosscheckNative({
      tests: given.minutes === undefined ? tests : (given.random ?? Number.POSITIVE_INFINITY),
      seed: given.seed,
      runs,
      engines,
      limits: { timeLimitMs, unroll: given.unroll, signal },
      timeLimitMs,
      stop,
      onTest: ({ tests: done }) => progress.show(done, `seed ${given.seed + done}`),
    });
    progress.clear();
    io.stdout.write(given.json === true ? `${jsonText(sums)}\n` : nativeSumsText(sums));
    if (sums.conflicts.length > 0) return status.disagreement;
    return sums.open > 0 || runner.interrupted || overdue() ? status.noAnswer : status.holds;
  } finally {
    progress.stop();
    await runner.close();
  }
}
