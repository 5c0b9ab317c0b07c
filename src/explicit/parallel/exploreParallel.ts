// One program on several threads: its exploration is split into parts (dpor/split.ts) that workers take one after the other.
// The counts are those of one thread, but for executions begun in vain.

import { availableParallelism } from 'node:os';
import type { Outcome } from '../../execution/execution.js';
import { type CutLoop, cutLoopKey, findingKey } from '../../execution/finding.js';
import { defaultUnroll } from '../../program/loopBounds.js';
import type { Program } from '../../program/program.js';
import { present } from '../../support/present.js';
import { compile } from '../bytecode/compile.js';
import { split } from '../dpor/split.js';
import { type Exploration, type ExploreOptions, explore } from '../explore.js';
import type { PartRequest, PartResult } from './worker.js';

export interface ParallelOptions
  extends Pick<
    ExploreOptions,
    'model' | 'dpor' | 'unroll' | 'timeLimitMs' | 'maxExecutions' | 'untilFinding' | 'stop' | 'onOutcome'
  > {
  /** Number of threads; as many as there are cores if absent. */
  readonly jobs?: number;
}

/** How many parts per thread: more even out their different sizes, fewer begin less in vain. */
const partsPerJob = 6;
const pollMs = 50;

export async function exploreParallel(program: Program, options: ParallelOptions): Promise<Exploration> {
  const start = performance.now();
  const { jobs = availableParallelism(), stop, onOutcome } = options;
  const forParts = {
    model: options.model,
    ...present({
      dpor: options.dpor,
      unroll: options.unroll,
      timeLimitMs: options.timeLimitMs,
      maxExecutions: options.maxExecutions,
      untilFinding: options.untilFinding,
    }),
  };
  const code = compile(program, { unroll: options.unroll ?? defaultUnroll });
  const parts = jobs > 1 && options.dpor !== 'none' ? split(code, options.model, jobs * partsPerJob) : [[]];
  if (parts.length === 1) return explore(program, options);

  const shared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * 2));
  const poll = setInterval(() => {
    if (stop?.() === true) Atomics.store(shared, 0, 1);
  }, pollMs);
  const { Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    filename: new URL('./worker.js', import.meta.url).href,
    runtime: 'worker_threads',
    minThreads: jobs,
    maxThreads: jobs,
  });
  try {
    const results: PartResult[] = await Promise.all(
      parts.map((part) => {
        const request: PartRequest = { program, options: { ...forParts, part }, shared };
        return pool.run(request);
      }),
    );
    const shown = new Set<string>();
    for (const { outcome, witness } of results.flatMap((r) => r.witnesses)) {
      if (!shown.has(outcome.join())) onOutcome?.(outcome, () => witness);
      shown.add(outcome.join());
    }
    const merged = merge(results.map((r) => r.exploration));
    return { ...merged, model: options.model, ms: performance.now() - start };
  } finally {
    clearInterval(poll);
    await pool.destroy();
  }
}

function merge(results: readonly Exploration[]): Omit<Exploration, 'model' | 'ms'> {
  const outcomes = new Map<string, Outcome>();
  const findings = new Map<string, Exploration['findings'][number]>();
  const cutLoops = new Map<string, CutLoop>();
  const sum = (count: (r: Exploration) => number): number => results.reduce((n, r) => n + count(r), 0);
  for (const result of results) {
    for (const outcome of result.outcomes) outcomes.set(outcome.join(), outcome);
    for (const found of result.findings) {
      const key = findingKey(found.finding);
      if (!findings.has(key)) findings.set(key, found);
    }
    for (const loop of result.cutLoops) cutLoops.set(cutLoopKey(loop), loop);
  }
  return {
    outcomes: [...outcomes.values()],
    executions: sum((r) => r.executions),
    blocked: sum((r) => r.blocked),
    redundant: sum((r) => r.redundant),
    findings: [...findings.values()],
    cutLoops: [...cutLoops.values()],
    complete: results.every((r) => r.complete),
  };
}
