// Depth-first search that continues from each state once, however many executions lead to it. It visits one execution
// for each final state rather than one for each trace. So it serves final states and findings, not traces. Threads
// that count in loops have many traces and few states; aside.ts starts this search where DPOR takes long.
// Nondeterministic values are chosen on the way: a step that makes choices is taken once for each combination.
// Executions that differ only in a choice meet again where the choice no longer matters.

import { Random } from '../../support/prng.js';
import type { Code } from '../bytecode/compile.js';
import { startThreads } from '../fast/advance.js';
import type { SearchCallbacks, Searcher, SearchResult } from '../fast/searcher.js';
import { AT_EVENT, type FastState } from '../fast/state.js';
import { enabled, execute } from '../fast/steps.js';
import { rewind, undo } from '../fast/undo.js';
import { likenessOf } from '../symmetry/likeness.js';
import { EachChoice } from './eachChoice.js';
import { Footprints } from './footprints.js';
import { LikeThreads } from './likeThreads.js';
import { LiveSlots } from './liveSlots.js';
import { PersistentSets } from './persistentSet.js';
import { StateName } from './stateName.js';
import { StateSet } from './stateSet.js';

const ticks = 1 << 12;

/** A pass that has learned something by then begins again at once. */
const firstStates = 4_000;

/**
 * Random executions before the first pass show most of what threads touch, so that few passes are repeated. They end
 * when so many in a row have shown nothing new, or all together have taken so many steps.
 */
const quietWalks = 24;
const walkSteps = 20_000;

interface StateSearchOptions {
  /** Not every thread that could goes on; true if absent. */
  readonly reduced?: boolean;
  /**
   * States in which threads are exchanged count as one. A caller that looks at executions must exchange threads in
   * them too (symmetry/exchange.ts).
   */
  readonly exchanged?: boolean;
}

/** `budget` counts the states that searches may still go to. */
export const stateSearcher =
  (budget: { left: number }, options: StateSearchOptions = {}) =>
  (m: FastState): Searcher =>
    new StateSearch(m, budget, options);

/** Knowledge that several searches of a program share. */
interface Known {
  readonly live: readonly LiveSlots[];
  readonly footprints: Footprints;
  /** Random executions have shown most of the footprints. */
  hasWalked: boolean;
}

const known = new WeakMap<Code, Known>();
/** The same, if threads are exchanged. */
const knownAlike = new WeakMap<Code, Known>();

function knownOf(code: Code, like: LikeThreads | undefined): Known {
  const all = like === undefined ? known : knownAlike;
  const before = all.get(code);
  if (before !== undefined) return before;
  const live = code.threads.map((_, t) => new LiveSlots(code, t));
  const own = { live, footprints: new Footprints(code, like), hasWalked: false };
  all.set(code, own);
  return own;
}

class StateSearch implements Searcher {
  readonly #m: FastState;
  readonly #budget: { left: number };
  readonly #reduced: boolean;
  #states = new StateSet();
  #like: LikeThreads | undefined;
  #known: Known;
  #name: StateName;
  #sets: PersistentSets | undefined;
  /** By thread: the locks it holds; by depth: those its thread held before. */
  readonly #held: Int32Array;
  readonly #heldBefore: number[] = [];
  /** The options at each depth of the current execution; those of depth n from `first[n]` to `first[n + 1]`. */
  readonly #options: number[] = [];
  readonly #first: number[] = [0];
  readonly #next: number[] = [];
  /** The values with which the last step at each depth is to be taken again. */
  readonly #again: (readonly number[] | undefined)[] = [];
  readonly #values: EachChoice;
  /** The start of the current pass, and the values with which it is to begin again. */
  #version = 0;
  #firstValues: readonly number[] | undefined = undefined;
  #isUnderWay = false;
  #wasGivenUp = false;
  /** The machine has come to a state that was not looked at. */
  #isThere = false;
  #steps = 0;
  #redundant = 0;

  constructor(
    m: FastState,
    budget: { left: number },
    { reduced = true, exchanged = false }: StateSearchOptions,
  ) {
    this.#m = m;
    this.#budget = budget;
    this.#reduced = reduced;
    this.#held = new Int32Array(m.threads);
    const likeness = exchanged ? likenessOf(m.code) : undefined;
    const isUsed = likeness !== undefined && likeness.groups.length > 0 && !likeness.isBroken;
    this.#like = isUsed ? new LikeThreads(m, likeness) : undefined;
    this.#known = knownOf(m.code, this.#like);
    this.#name = this.#named();
    this.#sets = this.#persistent();
    this.#values = new EachChoice(m);
    m.script = this.#values;
  }

  #named(): StateName {
    return new StateName(this.#m, this.#known.live, this.#reduced ? this.#held : undefined, this.#like);
  }

  #persistent(): PersistentSets | undefined {
    return this.#reduced ? new PersistentSets(this.#m, this.#known.footprints, this.#held) : undefined;
  }

  explored(): number {
    return 0;
  }

  /**
   * Searches again if threads turned out to touch more than was known: a step that was left out may have been
   * necessary. A search that was stopped continues where it was.
   */
  run(callbacks: SearchCallbacks): SearchResult {
    for (;;) {
      if (!this.#isUnderWay) {
        if (!this.#known.hasWalked) this.#walk();
        this.#begin();
      }
      if (!this.#pass(callbacks)) return { finished: false, redundant: this.#redundant };
      this.#isUnderWay = false;
      if (this.#like?.isBroken === true) this.#tellApart();
      else if (this.#version === this.#known.footprints.version)
        return { finished: true, redundant: this.#redundant };
    }
  }

  /** Threads cannot be exchanged after all. */
  #tellApart(): void {
    this.#like = undefined;
    this.#known = knownOf(this.#m.code, undefined);
    this.#name = this.#named();
    this.#sets = this.#persistent();
  }

  /** Runs random executions to learn what threads touch. */
  #walk(): void {
    if (this.#sets === undefined) return;
    const m = this.#m;
    const { footprints } = this.#known;
    const random = new Random(1);
    for (let [quiet, steps] = [0, 0]; quiet < quietWalks && steps < walkSteps; quiet++) {
      const { learned } = footprints;
      this.#start([]);
      // In every other execution a thread goes on for a while.
      const patience = quiet % 2 === 0 ? 0 : 0.9;
      for (let last = -1; this.#look(); steps++) {
        const first = this.#first[m.depth];
        const goesOn = random.chance(patience) && this.#options.includes(last, first);
        last = goesOn ? last : this.#options[random.int(first, this.#options.length - 1)];
        this.#first[m.depth + 1] = first;
        this.#values.begin([]);
        this.#execute(last);
      }
      while (m.depth > 0) undo(m);
      if (footprints.learned !== learned) quiet = -1;
    }
    this.#known.hasWalked = true;
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
    startThreads(m);
    this.#name.memory.begin();
    this.#isThere = true;
    return this.#values.next();
  }

  /** Goes on from the current state, and from the first if it is there, until everything after that was seen; false if it was stopped. */
  #fromStart(callbacks: SearchCallbacks): boolean {
    const m = this.#m;
    for (;;) {
      if (this.#isThere) {
        this.#isThere = false;
        if (!this.#name.addTo(this.#states)) {
          this.#redundant++;
          if (m.depth === 0) return true;
          this.#takeBack();
        } else {
          this.#budget.left--;
          const goesOn = this.#look(this.#sets);
          if (this.#isGivenUp()) return true;
          if (!goesOn && !callbacks.onMaximal()) return false;
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
      this.#name.memory.stepped();
      this.#isThere = true;
      if ((++this.#steps & (ticks - 1)) === 0 && !callbacks.onTick()) return false;
    }
  }

  /** Whether the pass, which is to be repeated anyway, was given up. */
  #isGivenUp(): boolean {
    if (this.#like?.isBroken !== true) {
      if (this.#states.size !== firstStates || this.#wasGivenUp) return false;
      if (this.#version === this.#known.footprints.version) return false;
      this.#wasGivenUp = true;
    }
    while (this.#m.depth > 0) this.#takeBack();
    this.#firstValues = undefined;
    return true;
  }

  #execute(process: number): void {
    const m = this.#m;
    if (this.#sets === undefined) execute(m, process);
    else {
      const { footprints } = this.#known;
      const thread = m.processThread[process];
      const joined = m.joined[thread];
      const held = this.#held[thread];
      this.#heldBefore[m.depth] = held;
      if (process < m.threads) this.#held[thread] = footprints.note(m, thread, held);
      execute(m, process);
      if (process < m.threads) footprints.noteBlock(m, joined, held);
    }
    this.#like?.lookBack();
  }

  #takeBack(): void {
    const m = this.#m;
    undo(m);
    this.#name.memory.takenBack();
    if (this.#sets !== undefined)
      this.#held[m.processThread[m.eventProcess[m.depth]]] = this.#heldBefore[m.depth];
  }

  /** Lists what can be done next, or of all that only enough to miss nothing; whether there is something. */
  #look(sets?: PersistentSets): boolean {
    const m = this.#m;
    const depth = m.depth;
    const first = this.#first[depth];
    this.#options.length = first;
    for (let p = 0; p < m.processes; p++)
      if (enabled(m, p)) this.#options.push(p);
      else if (p < m.threads && m.status[p] === AT_EVENT) {
        if (this.#sets !== undefined) this.#known.footprints.note(m, p, this.#held[p]);
        this.#like?.lookAt(p);
      }
    if (this.#sets !== undefined && m.buffered)
      for (let t = 0; t < m.threads; t++)
        if (m.pending[t] > 0) this.#known.footprints.noteStores(m, t, this.#held[t]);
    sets?.reduce(this.#options, first);
    this.#next[depth] = first;
    this.#again[depth] = undefined;
    this.#first[depth + 1] = this.#options.length;
    return this.#options.length > first;
  }
}
