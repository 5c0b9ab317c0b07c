// Phase II (RELAXER, Fig. 7 to 9): a run that tries to create one cycle. Stores whose label is odd in the cycle are kept in the
// buffer for a while, loads and atomics whose label is odd wait for a while before they execute, each with a
// probability that the run has drawn (delayPolicy.ts); everything else is committed at once, and under PSLO loads whose label is
// even may be stale. A fence waits until what was delayed on purpose is due, because it can only execute on an empty buffer.
// Time is logical: a step is one tick.
//
// Two departures make the cycle more likely and keep other cycles out of the run, so that an error in it can be laid at the
// door of this one (attribution.ts):
// - a thread that has executed both accesses of a pair, the first being delayed, waits until that store has been committed;
// - once another thread has executed the access that is to precede the delayed one, the delay may end at once.
// Where the paper waits for a fixed wall-clock time, the delay is drawn per run, up to the length of an ordinary run: some
// cycles need a short one and some must outlast long functions.

import type { EventId } from '../execution/event.js';
import { storeBufferModels } from '../explicit/machines/index.js';
import { Machine } from '../explicit/machines/machine.js';
import { PsloMachine } from '../explicit/machines/pslo.js';
import type { Address, ThreadId } from '../program/identity.js';
import { present } from '../support/present.js';
import type { Random } from '../support/prng.js';
import type { LabelCycle } from './cycle.js';
import { type DelayPolicy, drawAssignment, drawDelayPolicy } from './delayPolicy.js';
import type { RelaxModel } from './model.js';
import { Turns } from './plainRun.js';
import { Run, type RunResult, type Subject } from './run.js';

/** Steps for threads that go round in loops when no other thread can move. */
const patience = 200;

interface Direction {
  readonly model: RelaxModel;
  readonly cycle: LabelCycle;
  /** The threads that may play its pairs, as it was predicted. */
  readonly assignments: readonly (readonly number[])[];
  /** Steps of an ordinary run. */
  readonly horizon: number;
}

export function directedRun(subject: Subject, direction: Direction, random: Random): RunResult {
  return new DirectedRun(subject, direction, random).run();
}

/** A store that is in a buffer on purpose. */
interface Delayed {
  readonly thread: ThreadId;
  readonly address: Address;
  readonly event: EventId;
  /** The places of its label in the cycle. */
  readonly places: readonly number[];
  due: number;
  /** Its thread has executed the second access of the pair. */
  paired: boolean;
}

/** A thread that waits before an access. */
interface Pause {
  until: number;
  /** The cell and the places of its label in the cycle, if it waits for the access that is to precede it. */
  readonly address?: number;
  readonly places?: readonly number[];
  /** The store whose commit it waits for. */
  readonly delayed?: Delayed;
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
  readonly #policy: DelayPolicy;
  readonly #mostSteps: number;
  /** The thread that plays each pair of the cycle; absent when any thread may play any. */
  readonly #assignment: readonly number[] | undefined;
  readonly #delayed: Delayed[] = [];
  readonly #pauses: (Pause | undefined)[];
  /** Whether a thread has waited before what it executes next. */
  readonly #waited: boolean[];
  #time = 0;

  constructor(subject: Subject, { model, cycle, assignments, horizon }: Direction, random: Random) {
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
    this.#policy = drawDelayPolicy(random, horizon);
    this.#assignment = drawAssignment(assignments, random);
    // Much longer than an ordinary run it only goes on because threads keep each other from getting anywhere.
    this.#mostSteps = Math.min(subject.maxSteps, 500 + 10 * horizon);
    this.#pauses = code.threads.map(() => undefined);
    this.#waited = code.threads.map(() => false);
  }

  run(): RunResult {
    let idle = 0;
    while (this.#run.steps < this.#mostSteps) {
      this.#commitDue();
      const ready = this.#run.ready();
      const free = ready.filter((t) => (this.#pauses[t]?.until ?? 0) <= this.#time);
      const moving = free.filter((t) => !this.#run.isSpinning(t));
      if (moving.length > 0) {
        this.#turn(this.#turns.next(moving));
        idle = 0;
      } else if (!this.#skipAhead(ready)) {
        // A thread that loops now most likely loops for ever.
        if (free.length === 0 || ++idle > patience) break;
        this.#turn(this.#turns.next(free));
      }
    }
    this.#commitAll();
    return this.#run.end();
  }

  /** The places of a label that are the thread's part. */
  #placesFor(t: number, places: readonly number[] | undefined): readonly number[] | undefined {
    if (places === undefined || this.#assignment === undefined) return places;
    const assignment = this.#assignment;
    const own = places.filter((place) => assignment[place >> 1] === t);
    return own.length === 0 ? undefined : own;
  }

  #turn(t: number): void {
    const label = this.#run.nextLabel(t);
    const odd = this.#placesFor(t, this.#odd.get(label));
    const kind = this.#subject.labels.list[label]?.kind;
    if (odd !== undefined && kind !== 'W' && !this.#waited[t]) {
      this.#waited[t] = true;
      if (this.#random.chance(this.#policy.pause)) {
        const address = this.#run.nextCell(t);
        this.#pauses[t] = {
          until: this.#time + this.#policy.loadDelay,
          places: odd,
          ...present({ address }),
        };
        return;
      }
    }
    const even = this.#placesFor(t, this.#even.get(label));
    if (even !== undefined && this.#run.canBeStale(t) && this.#random.chance(this.#policy.stale))
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
    if (entry === undefined || entry.event !== this.#run.lastEvent) return;
    if (!this.#random.chance(this.#policy.delay)) return;
    if (this.#policy.single && this.#delayed.some((d) => d.thread === t && d.places[0] === places[0])) return;
    const { address, event } = entry;
    const due = this.#time + this.#policy.storeDelay;
    this.#delayed.push({ thread: t, address, event, places, due, paired: false });
  }

  /** Thread `t` has executed an access that is even in the cycle: the second of a pair, before the first of the next. */
  #executedEven(t: number, places: readonly number[]): void {
    const next = (place: number): number => (place + 1) % this.#cycle.length;
    const precedes = (wanted: readonly number[]): boolean =>
      places.some((place) => wanted.includes(next(place)));
    let done = false;
    for (const delayed of this.#delayed)
      if (delayed.thread === t) {
        if (!delayed.places.some((place) => places.includes(place + 1))) continue;
        delayed.paired = true;
        if (this.#random.chance(this.#policy.hold)) this.#pauses[t] = { until: delayed.due, delayed };
      } else if (
        delayed.paired &&
        precedes(delayed.places) &&
        this.#run.lastAccessed(delayed.address) &&
        this.#random.chance(this.#policy.release)
      )
        done = true;
    this.#pauses.forEach((pause, other) => {
      if (other === t || pause?.address === undefined || pause.places === undefined) return;
      if (precedes(pause.places) && this.#run.lastAccessed(pause.address)) pause.until = this.#time;
    });
    if (done) this.#letGo();
  }

  /** The cycle may be there: ends all delays and lets threads alternate, so that they meet in what they did not expect. */
  #letGo(): void {
    for (const delayed of this.#delayed) delayed.due = this.#time;
    for (const pause of this.#pauses) if (pause !== undefined) pause.until = this.#time;
    this.#turns.alternate();
  }

  /** Commits every store that need not wait any longer. */
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

  #isDelayed(event: EventId): boolean {
    return this.#delayed.some((delayed) => delayed.event === event && delayed.due > this.#time);
  }

  #commit(t: number, i: number): void {
    const { address, event } = this.#run.machine.threads[t].buffer[i];
    this.#run.commit(t, address);
    const k = this.#delayed.findIndex((delayed) => delayed.event === event);
    if (k < 0) return;
    const [delayed] = this.#delayed.splice(k, 1);
    for (const pause of this.#pauses) if (pause?.delayed === delayed) pause.until = this.#time;
  }

  /** When nothing happens any more, time goes on to where the first wait ends; false if none does. */
  #skipAhead(ready: readonly number[]): boolean {
    const ends = [
      ...this.#delayed.map(({ due }) => due),
      ...ready.map((t) => this.#pauses[t]?.until ?? 0),
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
