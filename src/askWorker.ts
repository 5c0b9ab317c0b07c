// The thread of a question with an AbortSignal (askApart.ts): does one piece of work, sends the answer, and is ended.

import { parentPort, workerData } from 'node:worker_threads';
import {
  type AskSettings,
  type CheckSettings,
  check,
  type ExplainSettings,
  explain,
  type MonitorSettings,
  monitor,
  outcomes,
  type RacesSettings,
  type RelaxSettings,
  type RobustSettings,
  races,
  relax,
  robust,
} from './ask.js';
import type { Evidence, ModelName } from './execution/execution.js';
import type { Program } from './program/program.js';
import type { MonitoredTrace } from './record/monitoredTrace.js';
import type { RelaxVerdict } from './relax/relax.js';
import { type Diagnostic, InputError } from './support/diagnostic.js';
import type { CheckVerdict } from './verdict/check.js';
import type {
  Claim,
  Engine,
  EngineAnswer,
  EngineName,
  Limits,
  Model,
  RobustnessAnswer,
} from './verdict/engine.js';
import { startEngines } from './verdict/engines.js';
import type { ExplainVerdict } from './verdict/explain.js';
import type { OutcomesVerdict } from './verdict/outcomes.js';
import type { RacesVerdict } from './verdict/races.js';
import type { RobustVerdict } from './verdict/robust.js';

interface Asked<M extends Model> {
  readonly name: EngineName;
  readonly program: Program;
  readonly model: M;
}

interface Seen {
  readonly answer: EngineAnswer;
  readonly shown: readonly (readonly [Claim, Evidence])[];
}

async function engineOf(name: EngineName): Promise<Engine> {
  const [engine] = await startEngines(name);
  return engine;
}

async function explore({ name, program, model }: Asked<Model>, limits: Limits): Promise<Seen> {
  const shown: [Claim, Evidence][] = [];
  const engine = await engineOf(name);
  const answer = await engine.explore(program, model, limits, (claim, evidence) => {
    shown.push([claim, evidence]);
  });
  return { answer, shown };
}

async function engineRobust(
  { name, program, model }: Asked<ModelName>,
  limits: Limits,
): Promise<RobustnessAnswer> {
  const engine = await engineOf(name);
  const answer = await engine.robust?.(program, model, limits);
  return answer ?? { robust: null, cutLoops: [], statistics: { ms: 0 } };
}

/** The pieces of work that a thread can do: their subject, their settings and their answer. */
export interface Work {
  readonly check: Piece<Program, CheckSettings, CheckVerdict>;
  readonly engineRobust: Piece<Asked<ModelName>, Limits, RobustnessAnswer>;
  readonly explain: Piece<Program, ExplainSettings, ExplainVerdict>;
  readonly explore: Piece<Asked<Model>, Limits, Seen>;
  readonly monitor: Piece<string, MonitorSettings, MonitoredTrace>;
  readonly outcomes: Piece<Program, AskSettings, OutcomesVerdict>;
  readonly races: Piece<Program, RacesSettings, RacesVerdict>;
  readonly relax: Piece<Program, RelaxSettings, RelaxVerdict>;
  readonly robust: Piece<Program, RobustSettings, RobustVerdict>;
}

interface Piece<Subject, Settings, Answer> {
  readonly subject: Subject;
  readonly settings: Settings;
  readonly answer: Answer;
}

const work: {
  readonly [N in keyof Work]: (
    subject: Work[N]['subject'],
    settings: Work[N]['settings'],
  ) => Promise<Work[N]['answer']>;
} = { check, engineRobust, explain, explore, monitor, outcomes, races, relax, robust };

interface Request<N extends keyof Work> {
  readonly name: N;
  readonly subject: Work[N]['subject'];
  readonly settings: Work[N]['settings'];
}

export type Reply<N extends keyof Work> =
  | { readonly kind: 'done'; readonly value: Work[N]['answer'] }
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic; readonly text: string | undefined };

async function answer<N extends keyof Work>({ name, subject, settings }: Request<N>): Promise<Reply<N>> {
  try {
    return { kind: 'done', value: await work[name](subject, settings) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { kind: 'refused', diagnostic: error.diagnostic, text: error.text };
  }
}

const request: Request<keyof Work> = workerData;
parentPort?.postMessage(await answer(request));
