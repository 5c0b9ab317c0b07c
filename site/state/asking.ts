// Live answers. An edit makes the answer stale in the same frame; after a pause the program is asked about again, and what still
// runs for an older text is ended. The explicit engine answers first, the symbolic one confirms.

import { computed, effect, signal } from '@preact/signals';
import type { EngineName } from '../../src/verdict/engine.js';
import {
  languageOf,
  type ModelStates,
  type Problem,
  type Question,
  questions,
  type RacesAnswer,
  type RepairAnswer,
  type Reply,
  type RobustAnswer,
  type Source,
  type Told,
} from '../protocol.js';
import { source } from './source.js';
import { startWorker } from './workers.js';

interface By<T> {
  readonly engine: EngineName;
  readonly answer: T;
}

/** All that is known of one revision. */
export interface Answer {
  readonly source: Source;
  readonly states: readonly ModelStates[];
  readonly robust: readonly By<RobustAnswer>[];
  readonly races: readonly By<RacesAnswer>[];
  readonly repair: readonly By<RepairAnswer>[];
  readonly problems: readonly Problem[];
  /** Questions that an engine could not answer, in its words. */
  readonly refused: readonly {
    readonly engine: EngineName;
    readonly question: Question;
    readonly why: string;
  }[];
}

const nothing = (of: Source): Answer => ({
  source: of,
  states: [],
  robust: [],
  races: [],
  repair: [],
  problems: [],
  refused: [],
});

export const answer = signal<Answer | undefined>(undefined);
/** Questions under way, as `explicit states`. */
export const running = signal<ReadonlySet<string>>(new Set());
export const progress = signal('');
/** The revision that was last asked about, and the one whose search was stopped. */
const asked = signal(-1);
export const stopped = signal(-1);

export type Phase = 'loading' | 'stale' | 'asking' | 'error' | 'fresh';

export const phase = computed((): Phase => {
  const { revision } = source.value;
  const known = answer.value;
  if (known === undefined) return 'loading';
  if (known.source.revision !== revision) return asked.value === revision ? 'asking' : 'stale';
  return known.problems.length > 0 && known.states.length === 0 ? 'error' : 'fresh';
});

/** Milliseconds without an edit before the program is asked about. */
const pauseMs = 500;
/** Milliseconds after which the symbolic engine is asked, with or without an answer of the explicit one. */
const patienceMs = 2000;

const workers = new Map<EngineName, Worker>();
let pause: ReturnType<typeof setTimeout> | undefined;
let patience: ReturnType<typeof setTimeout> | undefined;
let symbolicAsked = -1;
const whenAnswered: (() => void)[] = [];

/** Runs work that the first answer should not wait for: once it is drawn, or takes long. */
export const afterFirstAnswer = (work: () => void): void => void whenAnswered.push(work);

export function startAsking(): void {
  let known: Source | undefined;
  effect(() => {
    const now = source.value;
    const before = known;
    known = now;
    if (now.files[0].text === '') return;
    // Only typing waits: another example or model is asked about at once.
    const typed = before !== undefined && before.models === now.models && sameNames(before, now);
    clearTimeout(pause);
    cancel();
    if (typed && before.files[0].text !== '' && before.revision === now.revision - 1 && !isLoad(before, now))
      pause = setTimeout(() => ask(now), pauseMs);
    else ask(now);
  });
}

const sameNames = (a: Source, b: Source): boolean =>
  a.files.length === b.files.length && a.files.every(({ name }, i) => name === b.files[i].name);

const isLoad = (a: Source, b: Source): boolean => a.unroll !== b.unroll || a.defines !== b.defines;

function ask(about: Source): void {
  asked.value = about.revision;
  post('explicit', 'states', about);
  clearTimeout(patience);
  patience = setTimeout(() => askSymbolic(about, true), patienceMs);
}

/** `long`: the states take long, so that a cycle is looked for first. */
function askSymbolic(about: Source, long = false): void {
  for (const work of whenAnswered.splice(0)) work();
  // The timer may already be that of another text, which needs it.
  if (symbolicAsked === about.revision || source.peek().revision !== about.revision) return;
  clearTimeout(patience);
  symbolicAsked = about.revision;
  const rest = followUps(about);
  for (const question of long ? ([...rest, 'states'] as const) : (['states', ...rest] as const))
    post('symbolic', question, about);
}

/** Without a weak model there is nothing to be robust against. */
const followUps = (about: Source): Question[] => [
  ...(about.models.length > 1 ? (['robust'] as const) : []),
  ...(languageOf(about) === 'c' ? (['races'] as const) : []),
];

/** A repair is looked for when it is wanted: it takes longest. */
export function askRepair(): void {
  const about = source.peek();
  if (phase.peek() !== 'fresh' || about.models.length < 2) return;
  const known = answer.peek();
  const begun = [...running.peek()].some((one) => one.endsWith('repair'));
  if (begun || stopped.peek() === about.revision || known === undefined || known.repair.length > 0) return;
  if (known.refused.some(({ question }) => question === 'repair')) return;
  post('explicit', 'repair', about);
}

function post(engine: EngineName, question: Question, about: Source): void {
  let worker = workers.get(engine);
  if (worker === undefined) {
    const started = startWorker(engine);
    started.onmessage = ({ data }: MessageEvent<Told>) => take(engine, data);
    started.onerror = () => {
      // A worker that was ended while it was loaded has a successor, which goes on.
      if (workers.get(engine) === started) fail(engine);
    };
    workers.set(engine, started);
    worker = started;
  }
  running.value = new Set([...running.peek(), `${engine} ${question}`]);
  worker.postMessage({ kind: question, source: about });
}

/** The text about which a worker could not be loaded, by engine. */
const failed = new Map<EngineName, number>();

/** A worker that could not be loaded. The same questions start another one, once for each text. */
function fail(engine: EngineName): void {
  workers.delete(engine);
  const open: Question[] = [];
  for (const one of running.peek())
    if (one.startsWith(`${engine} `)) {
      open.push(...questions.filter((question) => one === `${engine} ${question}`));
      running.value = without(running.peek(), one);
    }
  const message = `the ${engine} engine does not start in this browser`;
  const about = source.peek();
  if (failed.get(engine) !== about.revision) {
    failed.set(engine, about.revision);
    for (const question of open) post(engine, question, about);
    return;
  }
  if (answer.peek()?.source.revision === about.revision) refuse(engine, 'states', message);
  else if (engine === 'explicit') answer.value = { ...nothing(about), problems: [{ message }] };
}

const without = (set: ReadonlySet<string>, one: string): ReadonlySet<string> =>
  new Set([...set].filter((other) => other !== one));

function take(engine: EngineName, told: Told): void {
  const about = source.peek();
  // An answer to another text.
  if (told.revision !== about.revision) return;
  if (told.kind === 'progress') {
    progress.value = told.text;
    return;
  }
  if (told.kind === 'done') {
    running.value = without(running.peek(), `${engine} ${told.question}`);
    if (running.peek().size === 0) progress.value = '';
    if (engine === 'explicit') goOn(told.question, about);
    return;
  }
  const known = answer.peek();
  const current = known?.source.revision === about.revision ? known : nothing(about);
  if (told.kind === 'problem') takeProblem(engine, told, current);
  else answer.value = withReply(current, engine, told);
}

function goOn(question: Question, about: Source): void {
  const known = answer.peek();
  if (question === 'repair') {
    if (known?.repair.some(({ answer: { kind } }) => kind === 'repaired')) post('symbolic', 'repair', about);
    return;
  }
  if (question !== 'states') return;
  const unreadable = known?.problems.some(({ line }) => line !== undefined) === true;
  if (unreadable) {
    for (const work of whenAnswered.splice(0)) work();
    clearTimeout(patience);
    return;
  }
  for (const next of followUps(about)) post('explicit', next, about);
  // The browser draws the first answer before it loads Z3.
  requestAnimationFrame(() => setTimeout(() => askSymbolic(about)));
}

function takeProblem(
  engine: EngineName,
  { question, problems }: Extract<Reply, { kind: 'problem' }>,
  current: Answer,
): void {
  if (question === 'states' && (engine === 'explicit' || current.states.length === 0))
    answer.value = { ...current, problems };
  else {
    answer.value = current;
    refuse(engine, question, problems[0]?.message ?? '');
  }
}

function refuse(engine: EngineName, question: Question, why: string): void {
  const known = answer.peek();
  if (known !== undefined)
    answer.value = { ...known, refused: [...known.refused, { engine, question, why }] };
}

function withReply(known: Answer, engine: EngineName, reply: Reply): Answer {
  switch (reply.kind) {
    case 'states':
      return {
        ...known,
        states: [...known.states.filter((one) => !isSame(one, reply.answer)), reply.answer],
      };
    case 'robust':
      return {
        ...known,
        robust: [...known.robust, ...reply.answers.map((one) => ({ engine, answer: one }))],
      };
    case 'races':
      return { ...known, races: [...known.races, { engine, answer: reply.answer }] };
    case 'repair':
      return { ...known, repair: [...known.repair, { engine, answer: reply.answer }] };
    default:
      return known;
  }
}

/** An engine may say more of a model than it said before. */
const isSame = (a: ModelStates, b: ModelStates): boolean => a.engine === b.engine && a.model === b.model;

/** A worker that is busy is ended; the next question starts another one. */
function cancel(): void {
  clearTimeout(patience);
  const busy = new Set([...running.peek()].map((one) => one.split(' ')[0]));
  for (const [engine, worker] of workers)
    if (busy.has(engine)) {
      worker.terminate();
      workers.delete(engine);
    }
  symbolicAsked = -1;
  running.value = new Set();
  progress.value = '';
}

/** The user has seen enough. */
export function stop(): void {
  clearTimeout(pause);
  stopped.value = source.peek().revision;
  cancel();
}
