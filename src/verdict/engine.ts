// The interface that verdicts need from an engine. Each engine answers the same question in the shared vocabulary of
// execution/. All differences between engines stay behind this interface.

import type { CatModel } from '../cat/ast.js';
import type { Evidence, ModelName, Outcome, Witness } from '../execution/execution.js';
import type { CutLoop, Finding, FindingKind } from '../execution/finding.js';
import type { Race } from '../execution/race.js';
import type { Refutation } from '../execution/refutation.js';
import type { ExplorationProgress } from '../explicit/heartbeat.js';
import type { StrategyChoice } from '../explicit/strategies/strategy.js';
import { fewerInterruptions } from '../program/fewerInterruptions.js';
import { atProcessEnd } from '../program/processEnd.js';
import type { Program } from '../program/program.js';
import { assumeSpinLoops } from '../program/spinLoops.js';
import type { Diagnostic } from '../support/diagnostic.js';
import type { OnPhase, Phase } from '../support/phase.js';
import type { Encoding } from '../symbolic/acyclic/encoding.js';

export type { StrategyChoice } from '../explicit/strategies/strategy.js';

export type EngineName = 'explicit' | 'symbolic';

/** A model that diptych ships, or a user's own, for which there is no machine: only the symbolic engine knows it. */
export type Model = ModelName | CatModel;

export const modelName = (model: Model): string => (typeof model === 'string' ? model : model.name);

/** How far an engine may go, and how. */
export interface Limits {
  /** How often a loop without a bound of its own runs each time it is entered. */
  readonly unroll: number;
  /** Milliseconds left, undefined for no limit. */
  readonly timeLimitMs?: number;
  /** Engines that race are stopped after so many milliseconds without an answer for a further model. */
  readonly settleMs?: number;
  /**
   * Asked now and then; true ends the search with what was found so far. `explored` estimates the share of the search
   * that is done.
   */
  readonly stop?: (explored?: () => number) => boolean;
  /** Aborted with a `StopReason` when the search is to end with what was found so far. */
  readonly signal?: AbortSignal;
  /** Explicit engine: stop after this many executions. */
  readonly maxExecutions?: number;
  /** Explicit engine: how executions are reduced. */
  readonly dpor?: DporMode;
  /** Explicit engine: whether one execution stands for those in which identical threads are exchanged; true if absent. */
  readonly symmetry?: boolean;
  /** Explicit engine: explore on this many threads; one if absent. */
  readonly jobs?: number;
  /** Explicit engine: only findings and outcomes count, however they are found. */
  readonly anyWay?: boolean;
  /** Turn loops that only wait into assumes when final states and findings are asked for; true if absent. */
  readonly spinAssume?: boolean;
  /** Explicit engine: the strategy that explores in place of DPOR. */
  readonly strategy?: StrategyChoice;
  /** Symbolic engine: how it is said that a graph has no cycle. */
  readonly encoding?: Encoding;
  /** Symbolic engine: the program will be asked about under other models next. */
  readonly severalModels?: boolean;
  /** Symbolic engine: `TooLarge` is thrown if there are more pairs of a read and a write it may see. */
  readonly mostCandidates?: number;
  /** Called now and then during a long search. */
  readonly onProgress?: (progress: SearchProgress) => void;
  /** Called when a phase of the search begins. */
  readonly onPhase?: OnPhase;
  /**
   * Runs long work, of `engine` if it is an engine's, in a place that can stop it. `asksStop`: the work calls `stop`
   * every few milliseconds.
   */
  readonly guard?: <T>(work: () => T, engine?: EngineName, asksStop?: boolean) => T;
}

export const guarded = <T>({ guard }: Limits, work: () => T, engine?: EngineName, asksStop?: boolean): T =>
  guard === undefined ? work() : guard(work, engine, asksStop);

/**
 * `unconfirmed`: the answer was known, and this engine had been waited for long enough. `one-worker`: of a campaign, the worker that
 * answered for the other engine answered for this one too, and the coordinator did not finish its own check.
 */
export type StopReason = 'time' | 'memory' | 'interrupted' | 'unconfirmed' | 'one-worker';

export type SearchProgress =
  | ExplorationProgress
  | {
      readonly engine: 'symbolic';
      readonly model: Model;
      /** How often the solver was asked. */
      readonly solves: number;
      /** Outcomes or findings so far. */
      readonly found: number;
    }
  /** Fence synthesis: how many repairs were proposed, from how many clauses, and of how many things the last one is. */
  | {
      readonly engine: 'repair';
      readonly model: 'tso' | 'pso';
      readonly round: number;
      readonly clauses: number;
      readonly proposed: number;
    };

/**
 * The program as the engines see it when the question is about final states and findings (docs/spin-loops.md). For a
 * user's own model, nothing is assumed of the order that a read-modify-write without effect imposes.
 */
export function forFinalStates(whole: Program, limits: Limits, model: Model = 'sc'): Program {
  const running = whileRunning(whole, limits, model);
  return once(running, 'final states', () => atProcessEnd(running));
}

/** The same, in which no thread stays where it is because the process ends. */
export function whileRunning(whole: Program, { spinAssume }: Limits, model: Model = 'sc'): Program {
  const readsOnly = typeof model !== 'string';
  const fewer = readsOnly
    ? whole
    : once(whole, `interruptions ${model === 'sc'}`, () => fewerInterruptions(whole, model !== 'sc'));
  return once(fewer, `running ${spinAssume} ${readsOnly}`, () =>
    spinAssume === false ? fewer : assumeSpinLoops(fewer, { readsOnly }),
  );
}

/** Engines recognise a program by its identity, so each derived program is made once. */
function once(from: Program, what: string, make: () => Program): Program {
  const known = madeOf.get(from) ?? new Map<string, Program>();
  madeOf.set(from, known);
  const made = known.get(what) ?? make();
  known.set(what, made);
  return made;
}

const madeOf = new WeakMap<Program, Map<string, Program>>();

/** The same for data races. They do not depend on the final state, so it tells no executions apart. */
export function forRaces(whole: Program, { spinAssume }: Limits): Program {
  const program = { ...whole, observed: [] };
  return spinAssume === false ? program : assumeSpinLoops(program, { idleRounds: 1 });
}

export const dporModes = ['optimal', 'source', 'none'] as const;
export type DporMode = (typeof dporModes)[number];

/** The claim that an execution is meant to prove. */
export type Claim =
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'finding'; readonly finding: Finding }
  /** It is not sequentially consistent. */
  | { readonly kind: 'hb-cycle' }
  | { readonly kind: 'race'; readonly race: Race };

/** Takes each thing that is found, when it is found, with how it comes about. The same thing may come again. */
type Show = (claim: Claim, shown: Evidence) => void;

export interface FoundFinding {
  readonly finding: Finding;
  readonly shown?: Evidence;
}

/** Why an engine did not see everything. */
export type Shortfall =
  | { readonly kind: StopReason; readonly phase?: Phase }
  /** It was told to look at so many executions, or only at some. */
  | { readonly kind: 'executions' | 'strategy' }
  /** The program has something that the engine cannot handle. */
  | { readonly kind: 'unsupported'; readonly diagnostic: Diagnostic };

/** One engine's answer about one program under one model. */
export interface EngineAnswer {
  /** Final states of complete executions that pass the filter, each once. */
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly FoundFinding[];
  readonly cutLoops: readonly CutLoop[];
  /** Kinds of findings that the engine never has. */
  readonly blindTo?: readonly FindingKind[];
  /** Everything up to the bound was seen: outcomes and findings not listed here do not happen up to it. */
  readonly complete: boolean;
  /** Present unless it is complete. */
  readonly shortfall?: Shortfall;
  /** Counts and times, by the name they have in the JSON output; always has `ms`, the time with `show` included. */
  readonly statistics: Readonly<{ ms: number } & Record<string, number>>;
}

/** Whether every trace of the program under the model is sequentially consistent, as one engine sees it. */
export interface RobustnessAnswer {
  /** null when it could not tell. */
  readonly robust: boolean | null;
  /** If it is not robust: an execution with a happens-before cycle. */
  readonly witness?: Witness;
  readonly cutLoops: readonly CutLoop[];
  /** Why it could not tell. */
  readonly shortfall?: Shortfall;
  readonly statistics: Readonly<{ ms: number } & Record<string, number>>;
}

/** The data races of a program's SC executions, as one engine sees them: one for each pair of places. */
export interface RacesAnswer {
  readonly races: readonly { readonly race: Race; readonly shown: Evidence }[];
  /** After these it is not known what a thread does, races included; need not be told where there is a race. */
  readonly cutShort: readonly Finding[];
  readonly cutLoops: readonly CutLoop[];
  /** Everything up to the bound was seen. */
  readonly complete: boolean;
  readonly shortfall?: Shortfall;
  readonly statistics: Readonly<{ ms: number } & Record<string, number>>;
}

export interface Engine {
  readonly name: EngineName;
  /** Throws an InputError if the program has something that the engine cannot handle. */
  explore(program: Program, model: Model, limits: Limits, show: Show): EngineAnswer | Promise<EngineAnswer>;
  robust?(program: Program, model: ModelName, limits: Limits): RobustnessAnswer | Promise<RobustnessAnswer>;
  races?(program: Program, limits: Limits): RacesAnswer | Promise<RacesAnswer>;
  /** Why no complete execution passes the program's filter, which must be so. */
  refute?(program: Program, model: ModelName, limits: Limits): Promise<Refutation>;
}

/** The answer of an engine that has seen nothing. */
export const nothingSeen = (shortfall: Shortfall): EngineAnswer => ({
  outcomes: [],
  findings: [],
  cutLoops: [],
  complete: false,
  shortfall,
  statistics: { ms: 0 },
});

export const noRacesSeen = (shortfall: Shortfall): RacesAnswer => ({
  races: [],
  cutShort: [],
  cutLoops: [],
  complete: false,
  shortfall,
  statistics: { ms: 0 },
});

/** The shortfall of a search that did not finish under these limits. */
export function shortfallOf(limits: Limits, executions?: number): Shortfall {
  const { signal, stop, maxExecutions, strategy, timeLimitMs } = limits;
  if (signal?.aborted === true) return { kind: stopReasonOf(signal) };
  if (stop?.() === true) return { kind: 'interrupted' };
  if (executions !== undefined && maxExecutions !== undefined && executions >= maxExecutions)
    return { kind: 'executions' };
  if (strategy !== undefined && (strategy.kind !== 'random' || executions === strategy.runs))
    return { kind: 'strategy' };
  return { kind: timeLimitMs === undefined ? 'interrupted' : 'time' };
}

const stopReasons: readonly StopReason[] = ['time', 'memory', 'interrupted', 'unconfirmed'];

export const stopReasonOf = ({ reason }: AbortSignal): StopReason =>
  stopReasons.find((known) => known === reason) ?? 'interrupted';

/** Whether a search under these limits has been told to end; `explored` as for `stop`. */
export const isStopped = ({ stop, signal }: Limits, explored?: () => number): boolean =>
  signal?.aborted === true || stop?.(explored) === true;
