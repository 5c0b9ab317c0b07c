// The explicit engine's front door: explore all executions of a program on one machine and collect what was seen.

import type { Execution, ModelName, Outcome, Witness } from '../execution/execution.js';
import { type Finding, findingKey } from '../execution/finding.js';
import type { Program } from '../program/program.js';
import { compile } from './bytecode/compile.js';
import { storeBufferModels } from './machines/index.js';
import type { CutLoop } from './machines/trace.js';
import { exploreAll } from './reference/explore.js';

export type { CutLoop } from './machines/trace.js';

export interface ExploreOptions {
  readonly model: ModelName;
  readonly dpor?: 'optimal' | 'source' | 'none';
  /** Bound of loops that state none; 8 if absent. */
  readonly unroll?: number;
  readonly timeLimitMs?: number;
  readonly maxExecutions?: number;
  /** Asked now and then; true ends the exploration, which is then not complete. */
  readonly stop?: () => boolean;
  /** Called for each maximal execution; building the witness costs, so it is built on demand. */
  readonly onExecution?: (witness: () => Witness) => void;
}

export interface Exploration {
  readonly model: ModelName;
  /** Distinct final states of complete executions that pass the program's filter. */
  readonly outcomes: readonly Outcome[];
  /** Complete executions: every thread reached its end. */
  readonly executions: number;
  /** Maximal executions in which a thread is stopped or waits forever. */
  readonly blocked: number;
  /** Executions that were begun and turned out to repeat a trace. */
  readonly redundant: number;
  /** Each distinct finding with one execution that shows it. */
  readonly findings: readonly { readonly finding: Finding; readonly witness: Witness }[];
  readonly cutLoops: readonly CutLoop[];
  /** False when a limit stopped the exploration. */
  readonly complete: boolean;
  readonly ms: number;
}

export const defaultUnroll = 8;

export function explore(program: Program, options: ExploreOptions): Exploration {
  const start = performance.now();
  const code = compile(program, { unroll: options.unroll ?? defaultUnroll });
  const model = storeBufferModels[options.model];
  const collected = new Collector(options.model);
  const deadline = options.timeLimitMs === undefined ? Infinity : start + options.timeLimitMs;
  const most = options.maxExecutions ?? Infinity;
  let steps = 0;
  let stopped = false;
  const shouldStop = (): boolean => {
    stopped ||=
      collected.executions + collected.blocked >= most ||
      ((steps++ & 255) === 0 && (performance.now() > deadline || options.stop?.() === true));
    return stopped;
  };
  const { complete } = exploreAll(
    code,
    model,
    (execution, schedule, cutLoops) => {
      const witness = (): Witness => ({ model: options.model, execution, schedule });
      collected.add(execution, cutLoops, witness);
      options.onExecution?.(witness);
    },
    shouldStop,
  );
  return {
    model: options.model,
    outcomes: [...collected.outcomes.values()],
    executions: collected.executions,
    blocked: collected.blocked,
    redundant: 0,
    findings: [...collected.findings.values()],
    cutLoops: [...collected.cutLoops.values()],
    complete,
    ms: performance.now() - start,
  };
}

class Collector {
  executions = 0;
  blocked = 0;
  readonly outcomes = new Map<string, Outcome>();
  readonly findings = new Map<string, { finding: Finding; witness: Witness }>();
  readonly cutLoops = new Map<CutLoop['statement'], CutLoop>();

  constructor(readonly model: ModelName) {}

  add(execution: Execution, cutLoops: readonly CutLoop[], witness: () => Witness): void {
    if (execution.blocked.size === 0) this.executions++;
    else this.blocked++;
    if (execution.outcome !== undefined) this.outcomes.set(execution.outcome.join(), execution.outcome);
    for (const finding of execution.findings) {
      const key = findingKey(finding);
      if (!this.findings.has(key)) this.findings.set(key, { finding, witness: witness() });
    }
    for (const loop of cutLoops) this.cutLoops.set(loop.statement, loop);
  }
}
