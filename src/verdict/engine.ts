// What a verdict needs from an engine. Each engine answers the same question in the shared vocabulary of execution/;
// everything that differs between them stays behind this interface.

import type { ModelName, Outcome, Witness } from '../execution/execution.js';
import type { Finding } from '../execution/finding.js';
import type { StrategyChoice } from '../explicit/strategies/strategy.js';
import type { Program } from '../program/program.js';
import { assumeSpinLoops } from '../program/spinLoops.js';
import type { SourceSpan } from '../program/statement.js';

export type { StrategyChoice } from '../explicit/strategies/strategy.js';

export type EngineName = 'explicit' | 'symbolic';

export interface CutLoop {
  readonly thread: number;
  readonly label: string;
  readonly at?: SourceSpan;
}

/** How far an engine may go. */
export interface Limits {
  /** How often a loop without a bound of its own runs each time it is entered. */
  readonly unroll: number;
  /** Milliseconds left, undefined for no limit. */
  readonly timeLimitMs?: number;
  /** Asked now and then; true ends the search with what was found so far. */
  readonly stop?: () => boolean;
  /** Explicit engine: stop after this many executions. */
  readonly maxExecutions?: number;
  /** Explicit engine: how executions are reduced. */
  readonly dpor?: DporMode;
  /** Turn loops that only wait into assumes when final states and findings are asked for; true if absent. */
  readonly spinAssume?: boolean;
  /** Explicit engine: what explores in place of DPOR. */
  readonly strategy?: StrategyChoice;
}

/** The program as the engines see it when the question is about final states and findings (docs/spin-loops.md). */
export const forFinalStates = (program: Program, { spinAssume }: Limits): Program =>
  spinAssume === false ? program : assumeSpinLoops(program);

export const dporModes = ['optimal', 'source', 'none'] as const;
export type DporMode = (typeof dporModes)[number];

export interface FoundFinding {
  readonly finding: Finding;
  readonly witness?: Witness;
}

/** What one engine says of one program under one model. */
export interface EngineAnswer {
  /** Final states of complete executions that pass the filter, each once. */
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly FoundFinding[];
  readonly cutLoops: readonly CutLoop[];
  /** Everything up to the bound was seen: what is not listed does not happen there. */
  readonly complete: boolean;
  /** Counts and times, by the name they have in the JSON output; always has `ms`. */
  readonly statistics: Readonly<{ ms: number } & Record<string, number>>;
}

/** Whether every trace of the program under the model is sequentially consistent, as one engine sees it. */
export interface RobustnessAnswer {
  /** null when it could not tell. */
  readonly robust: boolean | null;
  /** If it is not robust: an execution with a happens-before cycle. */
  readonly witness?: Witness;
  readonly cutLoops: readonly CutLoop[];
  readonly statistics: Readonly<{ ms: number } & Record<string, number>>;
}

export interface Engine {
  readonly name: EngineName;
  explore(program: Program, model: ModelName, limits: Limits): EngineAnswer | Promise<EngineAnswer>;
  robust?(program: Program, model: ModelName, limits: Limits): RobustnessAnswer | Promise<RobustnessAnswer>;
  /** An execution that ends in `outcome`, which the engine has found before. */
  witness(
    program: Program,
    model: ModelName,
    limits: Limits,
    outcome: Outcome,
  ): Witness | undefined | Promise<Witness | undefined>;
}
