// What is tried beside DPOR when it takes long, if only findings and final states are asked for: now and then some runs with random
// priorities, which find what is wrong in some order of threads, and a search by states, which may end where there are many
// traces and few states. Each attempt takes longer than the one before, and none begins while they have had more than their share of time.

import type { Program } from '../program/program.js';
import { triesEveryValue } from './choices/plan.js';
import type { Searcher } from './fast/searcher.js';
import type { FastState } from './fast/state.js';
import { stateSearcher } from './states/search.js';
import { probe } from './strategies/byName.js';

/** How often DPOR has been asked whether it may go on when the first runs are made, and the first search. */
const firstProbe = 2;
const firstSearch = 6;
const firstRuns = 40;
const firstStates = 4_000;
/** More are not kept in memory. */
const mostStates = 4_000_000;
const factor = 4;
/** How many times as long as DPOR all of it may take before the next attempt. */
const share = 2;

export class Aside<S extends { readonly complete: boolean }> {
  /** What the search by states has found, once it has seen everything. */
  found: S | undefined = undefined;
  readonly #run: (searcher: (m: FastState) => Searcher) => S;
  readonly #searches: boolean;
  readonly #start = performance.now();
  #spent = 0;
  #asked = 0;
  #probe = { at: firstProbe, runs: firstRuns, seed: 0 };
  #search = { at: firstSearch, states: firstStates };

  constructor(program: Program, run: (searcher: (m: FastState) => Searcher) => S) {
    this.#run = run;
    // By classes of values executions are told apart by more than their states.
    this.#searches = triesEveryValue(program, undefined);
  }

  /** To be asked again and again; undefined as long as there is none. */
  answer(): S | undefined {
    this.#asked++;
    if (this.#asked >= this.#probe.at && this.#mayTry) {
      const { at, runs, seed } = this.#probe;
      this.#probe = { at: at * factor, runs: runs * factor, seed: seed + runs };
      this.#try(probe(runs, seed));
    }
    if (this.#searches && this.#asked >= this.#search.at && this.#mayTry) {
      const { at, states } = this.#search;
      this.#search = { at: at * factor, states: Math.min(states * factor, mostStates) };
      const search = this.#try(stateSearcher({ left: states }));
      if (search.complete) this.found = search;
    }
    return this.found;
  }

  get #mayTry(): boolean {
    const dpor = performance.now() - this.#start - this.#spent;
    return this.#spent <= share * dpor;
  }

  #try(searcher: (m: FastState) => Searcher): S {
    const began = performance.now();
    const tried = this.#run(searcher);
    this.#spent += performance.now() - began;
    return tried;
  }
}
