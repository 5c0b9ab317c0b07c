// Races and their reversal. Events i and n race if i happens before n because of a conflict and for no other reason.
// To reverse the race, a sequence that has n but not i must be executed from where i was executed.
//
// Example: in `P0: x=1 || P1: r=x`, the store (i) and the load (n) race. The reversal executes the load from the
// state before the store.
//
// Optimal-DPOR wants v = notdep(i).n, all of the execution that does not happen after i. It refuses v if some step
// asleep at the node is a weak initial of v. Here the sequence is as short as that test allows. It contains n and the
// events that happen before it ([n]). For each sleeping step that is a weak initial of [n], it also contains the
// first event of v that conflicts with that step, and the events before that. If no sleeping step is a weak initial
// of [n], the reversal depends on nothing later and is settled for all executions that share the prefix. Otherwise it
// is tried again at the end of every execution that contains the race. docs/adr/0001-optimal-dpor.md argues why no
// trace is lost.

import { int32s } from '../../support/smallArrays.js';
import { BLOCK, type FastState, READ } from '../fast/state.js';
import { execute } from '../fast/steps.js';
import { undo } from '../fast/undo.js';
import { Answers } from './answers.js';
import { has } from './bitSet.js';
import type { Border, UnsettledRace } from './border.js';
import { commutes, eventsConflict, staysHidden, stops, uncovers } from './dependence.js';
import { beforeTaken, disabledEvents } from './disabled.js';
import { insert } from './insert.js';
import { Sequence } from './sequence.js';
import { sourceSteps } from './sourceSteps.js';
import { doubled, type SleepStack, type StepPool } from './stepPool.js';
import type { WakeupTrees } from './wakeupTree.js';

const anyCell = -1;
/** To look at this many events of an execution, as a power of two, takes as long as a step. */
const eventsPerStep = 4;
/** How much work there is between two looks at the clock. */
const ticks = 1 << 12;

export class Races {
  readonly #sequence: Sequence;
  /** Races that are tried again at the end of every execution: i, n, and whether n is a lock that waited for i. */
  #unsettled: Int32Array = int32s(192);
  #unsettledCount = 0;
  /** For each of them, the events that happen before n if i does not. */
  #unsettledRows: Int32Array;
  readonly #answers: Answers;
  /** By sleeping step of the race that is being looked at: its first conflict. */
  readonly #firstConflicts: number[] = [];
  /** The same for the race that is being looked at: closed under happens-before, without `i` and what happens after it. */
  readonly #row: Int32Array;

  /** The nodes that are shared with others, if any. */
  border: Border | undefined = undefined;
  /**
   * The work since it was last 0, in steps of the machine: one race of a long execution may take as long as
   * thousands.
   */
  work = 0;

  constructor(
    readonly m: FastState,
    readonly sleep: SleepStack,
    /** Where each node's part of the sleep stack begins. */
    readonly sleepStart: Int32Array,
    readonly trees: WakeupTrees,
    /** First of each node's branches that are still to be explored, or -1. */
    readonly branches: Int32Array,
    /** Else as in source DPOR. */
    readonly optimal: boolean,
  ) {
    this.#sequence = new Sequence(m);
    this.#row = int32s(m.stride);
    this.#unsettledRows = int32s(m.stride * 64);
    this.#answers = new Answers(m);
  }

  /** Finds the races of the event just executed and sees that they are reversed. */
  detect(): void {
    const { m } = this;
    this.work++;
    const { conflicts, conflictCount, settled } = m;
    if (conflictCount === 0) return;
    const n = m.depth - 1;
    if (conflictCount === 1 && m.eventIsLock[n] === 0) {
      this.#detectOnly(n, conflicts[0]);
      return;
    }
    for (let c = 0; c < conflictCount; c++) {
      const i = conflicts[c];
      if (m.eventIsLock[n] !== 0 && i === m.oldWrite[n]) {
        this.#detectLock(n, i);
        continue;
      }
      if (has(settled, 0, i)) continue;
      settled[i >> 5] |= 1 << (i & 31);
      if (m.eventIsDynamic[n] === 1) this.#copyBase();
      else this.#withoutRace(i);
      if (!this.#reverse(i, n)) this.#unsettle(i, n, false);
    }
  }

  /** The same for an event that waits for nothing and conflicts with one other. */
  #detectOnly(n: number, i: number): void {
    const { m } = this;
    if (has(m.base, 0, i)) return;
    if (m.eventStops[n] === 0) this.#copyBase();
    else this.#withoutRace(i);
    if (!this.#reverse(i, n)) this.#unsettle(i, n, false);
  }

  #copyBase(): void {
    const { stride, base } = this.m;
    for (let w = 0; w < stride; w++) this.#row[w] = base[w];
  }

  /** Puts into `#row` what happens before the event just executed if `i` does not happen. */
  #withoutRace(i: number): void {
    const { m } = this;
    const { conflicts, conflictCount, stride, shift, pred } = m;
    const row = this.#row;
    this.#copyBase();
    for (let c = 0; conflictCount > 1 && c < conflictCount; c++) {
      const j = conflicts[c];
      const from = j << shift;
      if (j === i || has(pred, from, i) || hiddenWithout(m, i, j)) continue;
      for (let w = 0; w < stride; w++) row[w] |= pred[from + w];
      row[j >> 5] |= 1 << (j & 31);
    }
    const n = m.depth - 1;
    // Still a commit to a freed cell, unless it was this event that freed it.
    if (m.eventStops[n] === 0 || i === m.oldWrite[n]) return;
    const thread = m.processThread[m.eventProcess[n]] << shift;
    for (let x = 0; x < n; x++)
      if (x !== i && has(m.threadPred, thread, x) && !this.#happensBefore(i, x)) row[x >> 5] |= 1 << (x & 31);
  }

  /** The unsettled races whose second event is `n`. */
  unsettledOf(n: number): UnsettledRace[] {
    const races: UnsettledRace[] = [];
    for (let r = 0; r < this.#unsettledCount; r++)
      if (this.#unsettled[r * 3 + 1] === n)
        races.push({ i: this.#unsettled[r * 3], lock: this.#unsettled[r * 3 + 2] === 1 });
    return races;
  }

  /** Takes over races of the event just executed that another search could not settle. */
  takeOver(races: readonly UnsettledRace[]): void {
    const { m } = this;
    const n = m.depth - 1;
    for (const { i, lock } of races) {
      if (lock || m.eventIsDynamic[n] === 1) this.#copyBase();
      else this.#withoutRace(i);
      this.#unsettle(i, n, lock);
    }
  }

  #unsettle(i: number, n: number, lock: boolean): void {
    const { stride } = this.m;
    const at = this.#unsettledCount++;
    if (at * 3 >= this.#unsettled.length) {
      this.#unsettled = doubled(this.#unsettled);
      this.#unsettledRows = doubled(this.#unsettledRows);
    }
    this.#answers.add(at);
    this.#unsettled[at * 3] = i;
    this.#unsettled[at * 3 + 1] = n;
    this.#unsettled[at * 3 + 2] = lock ? 1 : 0;
    for (let w = 0; w < stride; w++) this.#unsettledRows[at * stride + w] = this.#row[w];
  }

  /** A lock is only possible where its cell has the value it waits for: it races with the write before which that was last so. */
  #detectLock(n: number, lastWrite: number): void {
    const { m } = this;
    const i = beforeTaken(m, n, lastWrite);
    if (i < 0 || has(m.base, 0, i)) return;
    this.#copyBase();
    if (!this.#reverse(i, n)) this.#unsettle(i, n, true);
  }

  /** Reverses the race with [n] alone; false if a sleeping step is in the way. */
  #reverse(i: number, n: number): boolean {
    const { m, sleep, sleepStart, border } = this;
    if (!this.optimal) {
      this.#addBacktrack(i, n);
      return true;
    }
    if (m.eventIsDynamic[n] === 1) return false;
    const v = this.#sequence;
    v.start(i, n, this.#row, 0);
    v.finish();
    this.work += (n - i) >> eventsPerStep;
    if (border !== undefined && i < border.depth) return this.#reverseAcross(border, i, v);
    const end = sleepStart[i + 1];
    for (let s = sleepStart[i]; s < end; s++) if (v.weaklyStartsWith(sleep, s)) return false;
    this.branches[i] = insert(this.trees, v, this.branches[i], m);
    return true;
  }

  #reverseAcross(border: Border, i: number, v: Sequence): boolean {
    const { pool, from, to } = border.asleepAt(i);
    for (let s = from; s < to; s++) if (v.weaklyStartsWith(pool, s)) return false;
    border.insert(i, v);
    return true;
  }

  /** Reverses the race with the help of the rest of the execution, if that is enough. */
  #retry(i: number, n: number): void {
    const { sleep, sleepStart, border } = this;
    if (border !== undefined && i < border.depth) {
      const { pool, from, to } = border.asleepAt(i);
      if (this.#extend(pool, from, to, i, n)) border.insert(i, this.#sequence);
    } else if (this.#extend(sleep, sleepStart[i], sleepStart[i + 1], i, n))
      this.branches[i] = insert(this.trees, this.#sequence, this.branches[i], this.m);
  }

  /**
   * Makes the sequence of [n] and, for each sleeping step, the events that keep that step from being a weak initial.
   * Returns false if there are none.
   */
  #extend(asleep: StepPool, from: number, to: number, i: number, n: number): boolean {
    this.work += 1 + ((this.m.depth - i) >> eventsPerStep);
    const conflicts = this.#firstConflicts;
    const answers = this.#answers;
    answers.begin(n, from);
    for (let s = from; s < to; s++) {
      const x = this.#firstConflict(asleep, s, i, n, i + 1);
      conflicts[s - from] = x;
      if (x < 0) {
        answers.refuse(asleep, s, -1 - x);
        return false;
      }
      answers.conflict(asleep, s, x);
    }
    const v = this.#sequence;
    v.start(i, n, this.#row, 0);
    for (let k = 0; k < to - from; k++) if (conflicts[k] !== n) v.addClosure(conflicts[k]);
    v.finish();
    return true;
  }

  /**
   * As `#retry`, for an atomic block n whose cells depend on what it reads: executing notdep(i).n finds the cells it
   * touches without i before it.
   */
  #retryDynamic(i: number, n: number): void {
    const { m } = this;
    const suffix = Array.from(m.eventProcess.subarray(i, m.depth));
    this.work += 2 * suffix.length;
    const block = m.eventProcess[n];
    const others = suffix.filter((_, k) => k > 0 && !this.#happensBefore(i, i + k));
    while (m.depth > i) undo(m);
    for (const process of others) execute(m, process);
    execute(m, block);
    const footprint = m.eventFootprint[m.depth - 1];
    while (m.depth > i) undo(m);
    for (const process of suffix) execute(m, process);
    const actual = m.eventFootprint[n];
    m.eventFootprint[n] = footprint;
    for (let x = i + 1; x < m.depth; x++)
      if (x !== n && !this.#happensBefore(i, x) && !staysHidden(m, x, i) && eventsConflict(m, x, n)) {
        for (let w = 0; w < m.stride; w++) this.#row[w] |= m.pred[x * m.stride + w];
        this.#row[x >> 5] |= 1 << (x & 31);
      }
    this.#retry(i, n);
    m.eventFootprint[n] = actual;
  }

  /**
   * The first event of notdep(i).n, from position `from` on, that does not commute with sleeping step `s`; -1 - x if `s` is a weak initial of it, where x
   * executes that step, or is the end of the execution.
   */
  #firstConflict(asleep: StepPool, s: number, i: number, n: number, from: number): number {
    const { m } = this;
    const { depth, eventProcess, eventCell } = m;
    const process = asleep.process[s];
    const thread = m.processThread[process];
    let hidden = asleep.hidden[s] !== 0;
    // Only events on its cell, or of no single cell, do not commute with most steps.
    const cell = hidden || asleep.kind[s] === BLOCK ? anyCell : asleep.cell[s];
    // Event n comes last: later events that do not happen after i come before n in the sequence.
    for (let k = from; k <= depth; k++) {
      const x = k < depth ? k : n;
      if (cell !== anyCell && eventCell[x] !== cell && eventCell[x] >= 0 && eventProcess[x] !== process)
        continue;
      if (k === n || (x !== n && this.#happensBefore(i, x))) continue;
      if (eventProcess[x] === process) return -1 - k;
      if (m.processThread[eventProcess[x]] === thread) {
        if (stops(m, asleep, s, x)) return x;
        if (hidden && uncovers(m, asleep, s, x)) hidden = false;
      } else if (!commutes(m, asleep, s, x, hidden, this.#hides(x, i))) return x;
    }
    return -1 - depth;
  }

  #happensBefore(i: number, x: number): boolean {
    return has(this.m.pred, x << this.m.shift, i);
  }

  /** Whether load `x` finds its own newest store buffered when notdep(i) is executed. */
  #hides(x: number, i: number): boolean {
    const { m } = this;
    const k = m.eventStore[x];
    if (m.eventKind[x] !== READ || k < 0) return false;
    return m.storeCommit[m.eventProcess[x] * m.maxStores + k] > x || staysHidden(m, x, i);
  }

  /** Source-DPOR: one more step at the node, if it is not there. */
  #addBacktrack(i: number, n: number): void {
    const { m, sleep, sleepStart, trees } = this;
    const taken = (process: number): boolean => {
      for (let b = this.branches[i]; b >= 0; b = trees.nextSibling[b])
        if (trees.process[b] === process) return true;
      for (let s = sleepStart[i]; s < sleepStart[i + 1]; s++) if (sleep.process[s] === process) return true;
      return false;
    };
    for (const process of sourceSteps(m, i, n, this.#row, taken)) {
      const node = trees.allocate();
      trees.set(node, process, READ, -1, -1, 0, -1);
      trees.nextSibling[node] = this.branches[i];
      this.branches[i] = node;
    }
  }

  /** Forgets the races of the event that is about to be taken back. */
  forget(n: number): void {
    let count = this.#unsettledCount;
    while (count > 0 && this.#unsettled[count * 3 - 2] === n) count--;
    this.#unsettledCount = count;
    this.#answers.takeBack(n);
  }

  /** Whether there was no need to ask, or the answer was that the search may go on. */
  mayGoOn(onTick: () => boolean): boolean {
    if (this.work < ticks) return true;
    this.work = 0;
    return onTick();
  }

  /**
   * At the end of an execution: retries races that could not be settled, and looks at locks that threads wait for in
   * vain. False if it was stopped in between.
   */
  endOfExecution(onTick: () => boolean): boolean {
    const { m } = this;
    const { stride } = m;
    this.#answers.endOfExecution();
    this.border?.endsAt(m.depth);
    for (let r = 0; r < this.#unsettledCount; r++) {
      if (!this.mayGoOn(onTick)) return false;
      const i = this.#unsettled[r * 3];
      if (!this.#answers.mayChange(r, i)) continue;
      const n = this.#unsettled[r * 3 + 1];
      if (this.#staysIdle(r, i, n)) continue;
      for (let w = 0; w < stride; w++) this.#row[w] = this.#unsettledRows[r * stride + w];
      if (m.eventIsDynamic[n] === 1) this.#retryDynamic(i, n);
      else {
        this.#retry(i, n);
        this.#answers.keep(r);
      }
    }
    disabledEvents(m, this.#reverseDisabled);
    this.border?.endsAt(-1);
    return true;
  }

  readonly #reverseDisabled = (i: number, n: number): void => {
    const { stride, pred } = this.m;
    for (let w = 0; w < stride; w++) this.#row[w] = pred[n * stride + w];
    if (!this.#happensBefore(i, n) && !this.#reverse(i, n)) this.#retry(i, n);
  };

  /** Whether the step that kept race `r` from being reversed does so still: the execution has no new conflict with it. */
  #staysIdle(r: number, i: number, n: number): boolean {
    const { m, sleep, sleepStart, border } = this;
    const idle = this.#answers.idleStep(r);
    if (idle < 0) return false;
    const before = border !== undefined && i < border.depth ? border.asleepAt(i) : undefined;
    const step = (before?.from ?? sleepStart[i]) + idle;
    const from = Math.max(i + 1, this.#answers.firstNew);
    return this.#firstConflict(before?.pool ?? sleep, step, i, n, from) === -1 - m.depth;
  }
}

/** Whether load `j` would still have its own store in the buffer, and so notice no write, if commit `i` did not happen. */
function hiddenWithout(m: FastState, i: number, j: number): boolean {
  return (
    m.eventKind[j] === READ &&
    m.eventKind[i] !== READ &&
    m.eventStore[i] >= 0 &&
    m.eventStore[i] === m.eventStore[j] &&
    m.processThread[m.eventProcess[i]] === m.processThread[m.eventProcess[j]]
  );
}
