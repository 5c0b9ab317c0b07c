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
import type { Program } from './program/program.js';
import type { MonitoredTrace } from './record/monitoredTrace.js';
import type { RelaxVerdict } from './relax/relax.js';
import { type Diagnostic, InputError } from './support/diagnostic.js';
import type { CheckVerdict } from './verdict/check.js';
import type { EngineName, Limits } from './verdict/engine.js';
import { startEngines } from './verdict/engines.js';
import { type About, type AnswerTo, executorHere, type Kind, type OnFound } from './verdict/executor.js';
import type { ExplainVerdict } from './verdict/explain.js';
import type { OutcomesVerdict } from './verdict/outcomes.js';
import type { RacesVerdict } from './verdict/races.js';
import type { RobustVerdict } from './verdict/robust.js';

/** A question to one engine. */
export interface AskRequest<K extends Kind = Kind> {
  readonly name: 'ask';
  readonly engine: EngineName;
  readonly kind: K;
  readonly about: About<K>;
  readonly limits: Limits;
}

/** Its answer, and everything that was found. */
export interface Asked<K extends Kind> {
  readonly answer: AnswerTo<K>;
  readonly found: readonly Parameters<OnFound>[];
}

async function ask<K extends Kind>({ engine: name, kind, about, limits }: AskRequest<K>): Promise<Asked<K>> {
  const [engine] = await startEngines(name);
  const found: Parameters<OnFound>[] = [];
  const answer = await executorHere(engine).ask(kind, about, limits, (...one) => found.push(one));
  return { answer, found };
}

/** The pieces of work that a thread can do: their subject, their settings and their answer. */
export interface Work {
  readonly check: Piece<Program, CheckSettings, CheckVerdict>;
  readonly explain: Piece<Program, ExplainSettings, ExplainVerdict>;
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
} = { check, explain, monitor, outcomes, races, relax, robust };

interface Request<N extends keyof Work> {
  readonly name: N;
  readonly subject: Work[N]['subject'];
  readonly settings: Work[N]['settings'];
}

export type Reply<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic; readonly text: string | undefined };

const answered = <N extends keyof Work>({
  name,
  subject,
  settings,
}: Request<N>): Promise<Work[N]['answer']> => work[name](subject, settings);

async function reply(request: Request<keyof Work> | AskRequest): Promise<Reply<unknown>> {
  try {
    return { kind: 'done', value: await (request.name === 'ask' ? ask(request) : answered(request)) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { kind: 'refused', diagnostic: error.diagnostic, text: error.text };
  }
}

const request: Request<keyof Work> | AskRequest = workerData;
parentPort?.postMessage(await reply(request));
