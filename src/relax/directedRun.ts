// Phase II (RELAXER, Fig. 7 to 9): a run that tries to create one cycle. Stores whose label is odd in the cycle are kept in the
// buffer for a while, loads and atomics whose label is odd wait for a while before they execute, each with probability 1/2;
// everything else is committed at once, and under PSLO loads whose label is even are stale with probability 1/2. A fence waits
// until what was delayed on purpose is due, because it can only execute on an empty buffer. Time is logical: a step is one tick.
//
// Two departures make the cycle more likely and keep other cycles out of the run, so that an error in it can be laid at the
// door of this one (attribution.ts):
// - a thread that has executed both accesses of a pair, the first being delayed, waits until that store has been committed;
// - once another thread has executed the access that is to precede the delayed one, the delay may end at once.
// Where the paper waits for a fixed wall-clock time, the delay is drawn per run, up to the length of an ordinary run: some
// cycles need a short one and some must outlast long functions.

import { storeBufferModels } from '../explicit/machines/index.js';
import { Machine } from '../explicit/machines/machine.js';
import { PsloMachine } from '../explicit/machines/pslo.js';
import type { Random } from '../program/prng.js';
import type { LabelCycle } from './cycle.js';
import type { RelaxModel } from './model.js';
import { Turns } from './plainRun.js';
import { type Ran, Run, type Subject } from './run.js';

/** P of the paper. */
const probability = 0.5;

export interface Direction {
  readonly model: RelaxModel;
  readonly cycle: LabelCycle;
  /** Steps of an ordinary run. */
  readonly horizon: number;
}

export function directedRun(subject: Subject, direction: Direction, random: Random): Ran {
  return new DirectedRun(subject, direction, random).run();
}

/** A store that is in a buffer on purpose. */
interface Delayed {
  readonly thread: number;
  readonly address: number;
  readonly event: number;
  /** The places of its label in the cycle. */
  readonly places: readonly number[];
  due: number;
}

class DirectedRun {
  readonly #run: Run;
  readonly #subject: Subject;
  readonly #random: Random;
  readonly #turns: Turns;
  readonly #cycle: LabelCycle;
  /** For each label of the cycle its places in it, odd ones (counted from 1, as in the paper) and even ones. */
  readonly #odd = new Map<number, number[]>();
  readonly #even = new Map<number, number[]>();
  readonly #storeDelay: number;
  readonly #loadDelay: number;
  readonly #delayed: Delayed[] = [];
  /** When each thread may go on. */
  readonly #paused: number[];
  /** Whether a thread has waited before what it executes next. */
  readonly #waited: boolean[];
  #time = 0;

  constructor(subject: Subject, { model, cycle, horizon }: Direction, random: Random) {
    this.#subject = subject;
    this.#random = random;
    const { code, labels } = subject;
    this.#run = new Run(
      model === 'pslo' ? PsloMachine.begin(code) : Machine.start(code, storeBufferModels[model]),
      labels,
      random,
    );
    this.#turns = new Turns(random);
    this.#cycle = cycle;
    cycle.forEach((label, i) => {
      const places = i % 2 === 0 ? this.#odd : this.#even;
      places.set(label, [...(places.get(label) ?? []), i]);
    });
    this.#storeDelay = Math.max(4, Math.ceil(horizon * 2 ** random.int(-5, 1)));
    this.#loadDelay = Math.ceil(this.#storeDelay / 2);
    this.#paused = code.threads.map(() => 0);
    this.#waited = code.threads.map(() => false);
  }

  run(): Ran {
    const { maxSteps } = this.#subject;
    while (this.#run.steps < maxSteps) {
      this.#commitDue();
      const ready = this.#paused.flatMap((until, t) =>
        until <= this.#time && this.#run.enabled(t) ? [t] : [],
      );
      if (ready.length > 0) this.#turn(this.#turns.next(ready));
      else if (!this.#skipAhead()) break;
    }
    this.#commitAll();
    return this.#run.end();
  }

  #turn(t: number): void {
    const label = this.#run.nextLabel(t);
    const odd = this.#odd.get(label);
    const kind = this.#subject.labels.list[label]?.kind;
    if (odd !== undefined && kind !== 'W' && !this.#waited[t]) {
      this.#waited[t] = true;
      if (this.#random.chance(probability)) {
        this.#paused[t] = this.#time + this.#loadDelay;
        return;
      }
    }
    const even = this.#even.get(label);
    if (even !== undefined && this.#run.canBeStale(t) && this.#random.chance(probability))
      this.#run.executeStale(t);
    else this.#run.execute(t);
    this.#time++;
    this.#waited[t] = false;
    if (odd !== undefined && kind === 'W') this.#delay(t, odd);
    if (even !== undefined) this.#executedEven(t, even);
  }

  /** Thread `t` has executed a store that is odd in the cycle. */
  #delay(t: number, places: readonly number[]): void {
    const entry = this.#run.machine.threads[t].buffer.at(-1);
    if (entry === undefined || entry.event !== this.#run.lastEvent || !this.#random.chance(probability))
      return;
    const { address, event } = entry;
    this.#delayed.push({ thread: t, address, event, places, due: this.#time + this.#storeDelay });
  }

  #executedEven(t: number, places: readonly number[]): void {
    const cells = this.#run.lastCells();
    for (const delayed of this.#delayed) {
      if (delayed.thread === t) {
        if (delayed.places.some((place) => places.includes(place + 1))) this.#paused[t] = delayed.due;
      } else if (
        cells.includes(delayed.address) &&
        delayed.places.some((place) =>
          places.includes((place + this.#cycle.length - 1) % this.#cycle.length),
        ) &&
        this.#random.chance(probability)
      )
        this.#release(delayed);
    }
  }

  /** Ends the delay, and the pauses that last as long as it. */
  #release(delayed: Delayed): void {
    if (this.#paused[delayed.thread] === delayed.due) this.#paused[delayed.thread] = this.#time;
    delayed.due = this.#time;
  }

  /** Commits every store that need not wait any longer; true if there was one. */
  #commitDue(): void {
    const { machine } = this.#run;
    for (let again = true; again; ) {
      again = false;
      machine.threads.forEach(({ buffer }, t) => {
        const i = buffer.findIndex(
          (entry, k) => !this.#isDelayed(entry.event) && machine.model.mayCommit(buffer, k),
        );
        if (i < 0) return;
        this.#commit(t, i);
        again = true;
      });
    }
  }

  #isDelayed(event: number): boolean {
    return this.#delayed.some((delayed) => delayed.event === event && delayed.due > this.#time);
  }

  #commit(t: number, i: number): void {
    const { address, event } = this.#run.machine.threads[t].buffer[i];
    this.#run.commit(t, address);
    const k = this.#delayed.findIndex((delayed) => delayed.event === event);
    if (k < 0) return;
    this.#release(this.#delayed[k]);
    this.#delayed.splice(k, 1);
  }

  /** When every thread waits, time goes on to where the first wait ends; false if none does. */
  #skipAhead(): boolean {
    const ends = [
      ...this.#delayed.map(({ due }) => due),
      ...this.#paused.filter((_, t) => this.#run.enabled(t)),
    ].filter((end) => end > this.#time);
    if (ends.length === 0) return false;
    this.#time = Math.min(...ends);
    return true;
  }

  #commitAll(): void {
    for (const delayed of this.#delayed) delayed.due = this.#time;
    this.#commitDue();
  }
}
