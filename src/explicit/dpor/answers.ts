// Kept answers about race reversals. A race that is tried again at the end of every execution mostly gets the answer
// it had one execution before, because the two executions share all but their last steps. This file decides when that
// is certain.
//
// A reversal is refused because some sleeping step is a weak initial of the sequence. Either the sequence executes
// that step, which no later event changes. Or nothing in the whole sequence conflicts with the step, which only an
// event of the step's process or on one of its cells changes. A reversal succeeds with the first conflict of each
// sleeping step. Where that is the race's second event, which comes last, only an event on the step's cells can come
// before it. The same sequence need not be inserted again: nothing is taken out of a tree while the execution
// contains the event it avoids. Events that happen after the race's first event are no part of the sequence and
// change nothing.

import { int32s } from '../../support/smallArrays.js';
import { BLOCK, type FastState } from '../fast/state.js';
import { doubled, type StepPool } from './stepPool.js';

/** Cells and processes, as sets that may contain more than they should. */
const bit = (i: number): number => 1 << (i & 31);
const all = -1;

export class Answers {
  /** By race: 1 if it has an answer. */
  #answered: Int32Array = int32s(64);
  /** Only events on these cells, or of these processes, can change its answer. */
  #cells: Int32Array = int32s(64);
  #processes: Int32Array = int32s(64);
  /** The sleeping step with which nothing conflicts, counted from the first of its node; -1 if the answer is another. */
  #idle: Int32Array = int32s(64);
  /** The event without which the answer is not certain, or -1. */
  #because: Int32Array = int32s(64);
  /** Races by that event. */
  readonly #first: Int32Array;
  #next: Int32Array = int32s(64);

  /** How much of the current execution was in the last one. */
  #common = 0;
  /** The same at the end of the execution. */
  firstNew = 0;
  /** The cells that later events touch. */
  #newCells = 0;
  #newProcesses = 0;
  /** The events that all of them happen after. */
  readonly #before: Int32Array;

  // The answer that is being found.
  #last = 0;
  #cause = 0;
  #answerCells = 0;
  #answerProcesses = 0;
  #answerIdle = -1;
  #asleep = 0;

  constructor(readonly m: FastState) {
    this.#first = int32s(m.maxEvents + 1).fill(-1);
    this.#before = int32s(m.stride);
  }

  /** A race that has no answer yet. */
  add(r: number): void {
    if (r >= this.#cells.length) {
      this.#answered = doubled(this.#answered);
      this.#cells = doubled(this.#cells);
      this.#processes = doubled(this.#processes);
      this.#idle = doubled(this.#idle);
      this.#because = doubled(this.#because);
      this.#next = doubled(this.#next);
    }
    this.#answered[r] = 0;
    this.#because[r] = -1;
  }

  /** The last event, `n`, is about to be taken back. */
  takeBack(n: number): void {
    if (n < this.#common) this.#common = n;
    for (let r = this.#first[n]; r >= 0; r = this.#next[r]) {
      this.#answered[r] = 0;
      this.#because[r] = -1;
    }
    this.#first[n] = -1;
  }

  /** An execution has come to its end. */
  endOfExecution(): void {
    const { m } = this;
    const { stride, shift, pred, depth, eventCell, eventProcess } = m;
    let cells = 0;
    let processes = 0;
    for (let w = 0; w < stride; w++) {
      let before = all;
      for (let x = this.#common; x < depth; x++) before &= pred[(x << shift) + w];
      this.#before[w] = before;
    }
    for (let x = this.#common; x < depth; x++) {
      cells |= eventCell[x] < 0 ? all : bit(eventCell[x]);
      processes |= bit(eventProcess[x]);
    }
    this.#newCells = cells;
    this.#newProcesses = processes;
    this.firstNew = this.#common;
    this.#common = m.depth;
  }

  /** Whether the answer of race `r`, whose first event is `i`, may be another than it was. */
  mayChange(r: number, i: number): boolean {
    if (this.#answered[r] === 0) return true;
    if (((this.#before[i >> 5] >>> (i & 31)) & 1) !== 0) return false;
    return ((this.#cells[r] & this.#newCells) | (this.#processes[r] & this.#newProcesses)) !== 0;
  }

  /** The sleeping step of race `r` with which nothing conflicts if no new event does, counted from the first of its node; or -1. */
  idleStep(r: number): number {
    return this.#answered[r] === 1 ? this.#idle[r] : -1;
  }

  /** A race whose second event is `n` is tried, against steps that are asleep from `first` on. */
  begin(n: number, first: number): void {
    this.#asleep = first;
    this.#answerIdle = -1;
    this.#last = n;
    this.#cause = n;
    this.#answerCells = 0;
    this.#answerProcesses = 0;
  }

  /** Event `x` is the first that does not commute with sleeping step `s`. */
  conflict(pool: StepPool, s: number, x: number): void {
    if (x === this.#last) this.#depends(pool, s);
    else if (x > this.#cause) this.#cause = x;
  }

  /** Sleeping step `s` is a weak initial, because of event `x` or because the execution ends there. */
  refuse(pool: StepPool, s: number, x: number): void {
    this.#answerCells = 0;
    this.#answerProcesses = 0;
    this.#cause = this.#last;
    if (x >= this.m.depth) {
      this.#depends(pool, s);
      // One that is hidden may be so no longer.
      if (pool.hidden[s] === 0) this.#answerIdle = s - this.#asleep;
    } else this.#cause = Math.max(x, this.#last);
  }

  #depends(pool: StepPool, s: number): void {
    this.#answerCells |= pool.kind[s] === BLOCK ? all : bit(pool.cell[s]);
    this.#answerProcesses |= bit(pool.process[s]);
    // A commit that stops its own thread conflicts with what that does.
    if (pool.hidden[s] !== 0) this.#answerProcesses |= bit(this.m.processThread[pool.process[s]]);
  }

  /** Race `r` has that answer. */
  keep(r: number): void {
    // The answer it had comes back when the events behind `because` are taken back.
    if (this.#because[r] >= 0) return;
    this.#answered[r] = 1;
    this.#cells[r] = this.#answerCells;
    this.#processes[r] = this.#answerProcesses;
    this.#idle[r] = this.#answerIdle;
    const cause = this.#cause;
    if (cause === this.#last) return;
    this.#because[r] = cause;
    this.#next[r] = this.#first[cause];
    this.#first[cause] = r;
  }
}
