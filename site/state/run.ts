// The run that is shown: an execution that an answer rests on, or one whose steps the user chooses. The machine is in a worker of
// its own, so that it answers while the engines are busy.

import { batch, effect, signal } from '@preact/signals';
import type { ModelName } from '../../src/execution/execution.js';
import type { ChoicesView, ChoiceView, ReachableView, RunView } from '../../src/report/stepping/view.js';
import type { Run, Source, Told } from '../protocol.js';
import { source } from './source.js';
import { startWorker } from './workers.js';

export interface Shown {
  readonly source: Source;
  readonly run: Run;
  /** A title in words. */
  readonly title: string;
  /** The row or finding it was opened from. */
  readonly key: string;
  readonly byHand: boolean;
}

interface Next {
  readonly choices: ChoicesView;
  readonly reachable: ReachableView;
}

/** The run and its view change together, so a view never belongs to another text. */
export const shown = signal<Shown | undefined>(undefined);
export const view = signal<RunView | undefined>(undefined);
/** The run that was asked for and has not come yet. */
let opening: Shown | undefined;
/** How many of the steps are done. */
export const at = signal(0);
/** The possible steps; absent until the machine has answered. */
export const next = signal<Next | undefined>(undefined);

/** The states that are visited without being asked for, and when they are. */
const fewStates = 1500;
const manyStates = 150_000;
export const searching = signal(false);

let worker: Worker | undefined;
let number = 0;
/** The newest question that waits, and whether one is under way. */
let waiting: (() => void) | undefined;
let busy = false;
let wantedAt: number | undefined;
let runNumber = -1;
let choicesNumber = -1;

function send(make: (number: number) => object): number {
  const mine = ++number;
  if (worker === undefined) {
    worker = startWorker('machine');
    worker.onmessage = ({ data }: MessageEvent<Told>) => take(data);
  }
  worker.postMessage(make(mine));
  return mine;
}

function restart(): void {
  worker?.terminate();
  worker = undefined;
  busy = false;
  waiting = undefined;
}

/** `position`: how many steps are done when it is first shown; all of them if absent. */
export function open(run: Run, title: string, key: string, byHand = false, position?: number): void {
  const about = source.peek();
  if (busy) restart();
  opening = { source: about, run, title, key, byHand };
  wantedAt = position;
  runNumber = send((mine) => ({ kind: 'run', number: mine, source: about, run }));
}

/** A run from the beginning, all of whose steps the user chooses. */
export const openByHand = (model: ModelName): void =>
  open({ form: 'states', model, schedule: '' }, 'your own steps', 'by hand', true);

export function close(): void {
  opening = undefined;
  batch(() => {
    shown.value = undefined;
    view.value = undefined;
    next.value = undefined;
  });
}

/** Whether a run of this revision is shown or on its way. */
export const isOpen = (revision: number): boolean => (opening ?? shown.peek())?.source.revision === revision;

function take(told: Told): void {
  if (told.kind === 'run' && told.number === runNumber) {
    const { length } = told.view.steps;
    const position = Math.min(wantedAt ?? length, length);
    const stays = at.peek() === position;
    batch(() => {
      shown.value = opening;
      opening = undefined;
      view.value = told.view;
      next.value = undefined;
      at.value = position;
    });
    if (stays) askNext();
  } else if (told.kind === 'choices') {
    busy = false;
    if (told.number === choicesNumber) {
      next.value = { choices: told.choices, reachable: told.reachable };
      searching.value = false;
    }
    const later = waiting;
    waiting = undefined;
    later?.();
  }
}

const takenAt = (position: number): number =>
  position === 0 ? 0 : (view.peek()?.steps[position - 1]?.taken ?? 0);

function askNext(mostStates = fewStates): void {
  const current = shown.peek();
  if (current === undefined || view.peek() === undefined) return;
  const taken = takenAt(at.peek());
  const ask = (): void => {
    busy = true;
    choicesNumber = send((mine) => ({
      kind: 'choices',
      number: mine,
      source: current.source,
      run: current.run,
      taken,
      mostStates,
    }));
  };
  if (busy) waiting = ask;
  else ask();
}

/** All final states that can still be reached, however many states lie between. */
export function searchOn(): void {
  searching.value = true;
  askNext(manyStates);
}

export function startRuns(): void {
  effect(() => {
    at.value;
    next.value = undefined;
    searching.value = false;
    askNext();
  });
}

export const go = (position: number): void => {
  at.value = Math.max(0, Math.min(position, view.peek()?.steps.length ?? 0));
};

/** The next commit, or load that passes a waiting store. */
export function goInteresting(): void {
  const steps = view.peek()?.steps ?? [];
  const found = steps.findIndex((step, i) => i >= at.peek() && step.interesting);
  go(found < 0 ? steps.length : found + 1);
}

/** Whether the run takes this step next anyway. */
export function isNext({ thread, text, commit }: ChoiceView): boolean {
  const step = view.value?.steps[at.value];
  return step !== undefined && step.thread === thread && step.text === text && step.commit === commit;
}

export function choose(choice: ChoiceView): void {
  const current = shown.peek();
  if (current === undefined) return;
  if (isNext(choice)) {
    go(at.peek() + 1);
    return;
  }
  const { race: _, ...run } = current.run;
  const prefix = current.run.schedule.split(' ').slice(0, takenAt(at.peek()));
  const schedule = [...prefix, choice.steps].filter((part) => part !== '').join(' ');
  open({ ...run, schedule }, 'your own steps', 'by hand', true);
}

export function undo(): void {
  const current = shown.peek();
  const position = at.peek();
  if (current === undefined || position === 0) return;
  if (!current.byHand) {
    go(position - 1);
    return;
  }
  const schedule = current.run.schedule
    .split(' ')
    .slice(0, takenAt(position - 1))
    .join(' ');
  open({ ...current.run, schedule }, current.title, current.key, true);
}
