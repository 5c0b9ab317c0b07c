// Depth-first search that goes on from each state once, however many executions lead to it. It visits one execution for each
// final state rather than one for each trace, so it is for final states and findings, not for traces: threads that count in
// loops have many traces and few states. What DPOR has not finished in a while may be finished here (aside.ts).
// Nondeterministic values are chosen on the way: a step that makes choices is taken once for each way to make them, so
// executions that differ in what was chosen come together again where that makes no difference any more.

import type { Code } from '../bytecode/compile.js';
import { advance } from '../fast/advance.js';
import type { SearchCallbacks, Searcher, SearchResult } from '../fast/searcher.js';
import { AT_EVENT, ENDED, type FastState, NOT_SPAWNED, WAITING } from '../fast/state.js';
import { enabled, execute } from '../fast/steps.js';
import { log, PC, rewind, undo } from '../fast/undo.js';
import { EachChoice } from './eachChoice.js';
import { Footprints } from './footprints.js';
import { LiveSlots } from './liveSlots.js';
import { MemoryName, mixed } from './memoryName.js';
import { PersistentSets } from './persistentSet.js';
import { StateSet } from './stateSet.js';

const ticks = 1 << 12;

/** A pass that has learned something by then begins again at once. */
const firstStates = 4_000;

/** `budget` counts the states that searches may still go to; `reduced`: under SC not every thread that could goes on. */
export const stateSearcher =
  (budget: { left: number }, reduced = true) =>
  (m: FastState): Searcher =>
    new StateSearch(m, budget, reduced && !m.buffered);

/** What several searches of a program may know. */
interface Known {
  readonly live: readonly LiveSlots[];
  readonly footprints: Footprints;
}

const known = new WeakMap<Code, Known>();

function knownOf(code: Code): Known {
  const before = known.get(code);
  if (before !== undefined) return before;
  const own = { live: code.threads.map((_, t) => new LiveSlots(code, t)), footprints: new Footprints(code) };
  known.set(code, own);
  return own;
}

class StateSearch implements Searcher {
  readonly #m: FastState;
  readonly #budget: { left: number };
  #states = new StateSet();
  readonly #memory: MemoryName;
  readonly #known: Known;
  readonly #sets: PersistentSets | undefined;
  /** By thread: the locks it holds; by depth: those its thread held before. */
  readonly #held: Int32Array;
  readonly #heldBefore: number[] = [];
  /** What can be done at each depth of the current execution, those of depth n from `first[n]` to `first[n + 1]`. */
  readonly #options: number[] = [];
  readonly #first: number[] = [0];
  readonly #next: number[] = [];
  /** The values with which the last step at each depth is to be taken again. */
  readonly #again: (readonly number[] | undefined)[] = [];
  readonly #values: EachChoice;
  /** What the current pass began with, and the values with which it is to begin again. */
  #version = 0;
  #firstValues: readonly number[] | undefined = undefined;
  #isUnderWay = false;
  #wasGivenUp = false;
  /** The machine has come to a state that was not looked at. */
  #isThere = false;
  #steps = 0;
  #redundant = 0;

  constructor(m: FastState, budget: { left: number }, reduced: boolean) {
    this.#m = m;
    this.#budget = budget;
    this.#memory = new MemoryName(m);
    this.#known = knownOf(m.code);
    this.#held = new Int32Array(m.threads);
    this.#sets = reduced ? new PersistentSets(m, this.#known.footprints, this.#held) : undefined;
    this.#values = new EachChoice(m);
    m.script = this.#values;
  }

  explored(): number {
    return 0;
  }

  /**
   * Again, if threads turned out to touch more than was known: what was left out may not have been superfluous. A search that was
   * stopped goes on where it was.
   */
  run(callbacks: SearchCallbacks): SearchResult {
    const { footprints } = this.#known;
    for (;;) {
      if (!this.#isUnderWay) this.#begin();
      if (!this.#pass(callbacks)) return { finished: false, redundant: this.#redundant };
      this.#isUnderWay = false;
      if (this.#version === footprints.version) return { finished: true, redundant: this.#redundant };
    }
  }

  #begin(): void {
    this.#isUnderWay = true;
    this.#version = this.#known.footprints.version;
    this.#states = new StateSet();
    this.#firstValues = this.#start([]);
  }

  /** Whether it has come to its end. */
  #pass(callbacks: SearchCallbacks): boolean {
    for (;;) {
      if (!this.#fromStart(callbacks)) return false;
      if (this.#firstValues === undefined) return true;
      this.#firstValues = this.#start(this.#firstValues);
    }
  }

  /** Runs what comes before the first step, with these values; returns those for the next time. */
  #start(values: readonly number[]): readonly number[] | undefined {
    const m = this.#m;
    rewind(m, 0);
    this.#held.fill(0);
    this.#values.begin(values);
    for (let t = 0; t < m.threads; t++)
      if (m.status[t] === AT_EVENT && m.pc[t] === 0) {
        log(m, PC, t, 0);
        advance(m, t);
      }
    this.#memory.begin();
    this.#isThere = true;
    return this.#values.next();
  }

  /** Goes on from the current state, and from the first if it is there, until everything after that was seen; false if it was stopped. */
  #fromStart(callbacks: SearchCallbacks): boolean {
    const m = this.#m;
    for (;;) {
      if (this.#isThere) {
        this.#isThere = false;
        if (!this.#isNew()) {
          this.#redundant++;
          if (m.depth === 0) return true;
          this.#takeBack();
        } else {
          this.#budget.left--;
          if (this.#isGivenUp()) return true;
          if (!this.#look() && !callbacks.onMaximal()) return false;
        }
      }
      if (this.#budget.left < 0) return false;
      const depth = m.depth;
      const again = this.#again[depth];
      if (again === undefined && this.#next[depth] === this.#first[depth + 1]) {
        if (depth === 0) return true;
        this.#takeBack();
        continue;
      }
      this.#values.begin(again ?? []);
      const process = this.#options[again === undefined ? this.#next[depth]++ : this.#next[depth] - 1];
      this.#execute(process);
      this.#again[depth] = this.#values.next();
      this.#memory.stepped();
      this.#isThere = true;
      if ((++this.#steps & (ticks - 1)) === 0 && !callbacks.onTick()) return false;
    }
  }

  /** Whether the pass, which is to be repeated anyway, was given up. */
  #isGivenUp(): boolean {
    if (this.#states.size !== firstStates || this.#wasGivenUp) return false;
    if (this.#version === this.#known.footprints.version) return false;
    this.#wasGivenUp = true;
    while (this.#m.depth > 0) this.#takeBack();
    this.#firstValues = undefined;
    return true;
  }

  #execute(process: number): void {
    const m = this.#m;
    if (this.#sets === undefined) {
      execute(m, process);
      return;
    }
    const { footprints } = this.#known;
    const joined = m.joined[process];
    const held = this.#held[process];
    this.#heldBefore[m.depth] = held;
    this.#held[process] = footprints.note(m, process, held);
    execute(m, process);
    footprints.noteBlock(m, joined, held);
  }

  #takeBack(): void {
    const m = this.#m;
    undo(m);
    this.#memory.takenBack();
    if (this.#sets !== undefined) this.#held[m.eventProcess[m.depth]] = this.#heldBefore[m.depth];
  }

  /** Lists what can be done next; whether there is something. */
  #look(): boolean {
    const m = this.#m;
    const depth = m.depth;
    const first = this.#first[depth];
    this.#options.length = first;
    for (let p = 0; p < m.processes; p++)
      if (enabled(m, p)) this.#options.push(p);
      else if (this.#sets !== undefined && m.status[p] === AT_EVENT)
        this.#known.footprints.note(m, p, this.#held[p]);
    this.#sets?.reduce(this.#options, first);
    this.#next[depth] = first;
    this.#again[depth] = undefined;
    this.#first[depth + 1] = this.#options.length;
    return this.#options.length > first;
  }

  /** Writes down all that the future depends on; whether it was not there before. */
  #isNew(): boolean {
    const m = this.#m;
    const states = this.#states;
    states.begin();
    for (let t = 0; t < m.threads; t++) {
      const status = m.status[t];
      states.word(status);
      states.word(m.pc[t]);
      if (status === NOT_SPAWNED) continue;
      // what a thread has joined is known to who joins it
      if (this.#sets !== undefined && (isUnderWay(status) || status === ENDED)) states.word(m.joined[t]);
      if (this.#sets !== undefined && isUnderWay(status)) states.word(this.#held[t]);
      const base = m.registerBase[t];
      const live = this.#known.live[t];
      const slots =
        isUnderWay(status) || status === ENDED ? live.at(m.pc[t]) : live.ofStopped(m.pc[t], status);
      for (let i = 0; i < slots.length; i++) states.word(m.registers[base + slots[i]]);
      if (m.buffered) this.#buffer(t);
    }
    if (m.cells > m.globals) for (let t = 0; t < m.threads; t++) states.word(m.heapTop[t]);
    for (const word of this.#memory.sum) states.word(word);
    // in whatever order they came
    let [found, cut] = [0, 0];
    for (const { kind, thread, pc } of m.findings) found += mixed(mixed(mixed(kind + 1) + thread) + pc);
    for (const { thread, pc } of m.cuts) cut += mixed(mixed(thread + 1) + pc);
    states.word(found | 0);
    states.word(cut | 0);
    return states.add();
  }

  /** The stores of a thread that have not reached memory, oldest first. */
  #buffer(t: number): void {
    const m = this.#m;
    const states = this.#states;
    states.word(m.pending[t]);
    let left = m.pending[t];
    for (let k = m.storeCount[t] - 1; left > 0; k--) {
      const s = t * m.maxStores + k;
      if (m.storeCommit[s] >= 0) continue;
      left--;
      states.word(m.storeCell[s]);
      states.word(m.storeValue[s]);
      if (m.wide) states.word(m.storeHigh[s]);
      states.word(m.storeState[s]);
      states.word(m.storePc[s]);
      states.word(m.epoch[t] - m.storeEpoch[s]);
    }
  }
}

const isUnderWay = (status: number): boolean => status === AT_EVENT || status === WAITING;
