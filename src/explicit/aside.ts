// Searches that run beside DPOR when it takes long, if only findings and final states are asked for. Runs with random
// priorities, or with threads in step, find errors that need a special order of threads. A search by states may end
// where there are many traces and few states. Each search continues where it stopped, as long as all of them together stay within their
// share of the time.

import type { Program } from '../program/program.js';
import { triesEveryValue } from './choices/plan.js';
import type { Searcher } from './fast/searcher.js';
import type { FastState } from './fast/state.js';
import { stateSearcher } from './states/search.js';
import { probe } from './strategies/byName.js';

/**
 * The number of DPOR's time checks after which the first runs are made, and after which the search by states begins.
 */
const firstProbe = 2;
const firstSearch = 6;
const firstRuns = 40;
const factor = 4;
/** More states are not kept in memory. */
const mostStates = 4_000_000;
/** The time that the random runs, and all searches together, may take, as a multiple of DPOR's. */
const shareOfRuns = 0.5;
const share = 2;
/** Milliseconds of DPOR after which the search by states has its whole share. Before, its share grows. */
const wholeShareAt = 1000;
/**
 * The share of all searches where DPOR is not likely to end: the search by states has decided the same program under
 * another model, or DPOR is expected to take longer than this.
 */
const largeShare = 8;
const longDpor = 60_000;
const decidedByStates = new WeakSet<Program>();
/** Milliseconds for which it goes on at least. */
const leastTime = 20;
/**
 * In DPOR's first milliseconds no search by states begins if DPOR is expected to end soon. It would take as long. The
 * estimate is made at a tenth of the later speed: code is not yet compiled.
 */
const firstDpor = 500;
const coldness = 10;
const shortDpor = 1000 * coldness;
/** Milliseconds of DPOR after which its estimate can tell that it takes long. */
const leastDpor = 200;

type MakesSearcher = (m: FastState) => Searcher;

/**
 * Makes a search that can be stopped and called again. `exchanged`: states that differ only by exchanged threads
 * count as one.
 */
type Begin<S> = (searcher: MakesSearcher, mayGoOn: () => boolean, exchanged: boolean) => () => S;

export class Aside<S extends { readonly complete: boolean }> {
  /** The result of the search by states, once it is complete. */
  found: S | undefined = undefined;
  readonly #begin: Begin<S>;
  /** Estimates the share that DPOR has done. */
  explored = (): number => 0;
  #start = performance.now();
  #wasResumed = false;
  #spent = 0;
  #spentOnRuns = 0;
  #asked = 0;
  #probe = { at: firstProbe, runs: firstRuns, seed: 0 };
  readonly #states = { left: mostStates };
  #search: (() => S) | undefined;
  #until = 0;
  readonly #program: Program;
  #wasDecided: boolean;

  /** `exchanged`: states in which threads are exchanged are one. */
  constructor(program: Program, exchanged: boolean, begin: Begin<S>) {
    this.#begin = begin;
    this.#program = program;
    this.#wasDecided = decidedByStates.has(program);
    // Choices by classes of values distinguish executions by more than their states.
    if (triesEveryValue(program, undefined))
      this.#search = begin(stateSearcher(this.#states, { exchanged }), this.#mayGoOn, exchanged);
  }

  /** DPOR begins again. The search by states continues at once, for DPOR was not fast enough before. */
  resume(): void {
    this.#start = performance.now();
    this.#spent = 0;
    this.#spentOnRuns = 0;
    this.#asked = 0;
    this.#probe = { ...this.#probe, at: firstProbe, runs: firstRuns };
    this.#wasResumed = true;
    this.#wasDecided = decidedByStates.has(this.#program);
  }

  /** To be asked again and again; undefined as long as there is none. `explored` estimates the share that DPOR has done. */
  answer(explored = this.explored): S | undefined {
    this.#asked++;
    this.explored = explored;
    const forRuns = shareOfRuns * this.#dpor - this.#spentOnRuns;
    if (this.#asked >= this.#probe.at && forRuns >= 0) {
      const { at, runs, seed } = this.#probe;
      this.#probe = { at: at * factor, runs: runs * factor, seed: seed + runs };
      const before = this.#spent;
      this.#try(this.#begin(probe(runs, seed), this.#mayGoOn, false), forRuns);
      this.#spentOnRuns += this.#spent - before;
    }
    const left = this.#share * this.#dpor - this.#spent;
    const isTime = this.#wasDecided || this.#wasResumed || this.#asked >= firstSearch;
    if (this.#search !== undefined && isTime && left >= 0 && !this.#isAboutToEnd) {
      const search = this.#try(this.#search, left);
      if (search.complete) {
        this.found = search;
        decidedByStates.add(this.#program);
        this.end();
      }
      if (this.#states.left < 0) this.#search = undefined;
    }
    return this.found;
  }

  /** The search by states is no longer needed; its states are forgotten. */
  end(): void {
    this.#search = undefined;
  }

  /** The milliseconds that DPOR has had. */
  get #dpor(): number {
    return performance.now() - this.#start - this.#spent;
  }

  get #share(): number {
    if (this.#wasDecided) return largeShare;
    const most = this.#isFarFromEnd ? largeShare : share;
    return this.#wasResumed ? most : most * Math.min(1, this.#dpor / wholeShareAt);
  }

  /** Whether DPOR is expected to take very long. In its first second an estimate is made at a tenth of the later speed. */
  get #isFarFromEnd(): boolean {
    const dpor = this.#dpor;
    const slowness = !this.#wasResumed && dpor < wholeShareAt ? coldness : 1;
    return dpor >= leastDpor && dpor > this.explored() * longDpor * slowness;
  }

  /** Whether DPOR is expected to end soon. */
  get #isAboutToEnd(): boolean {
    const dpor = this.#dpor;
    return !this.#wasResumed && dpor < firstDpor && dpor < this.explored() * shortDpor;
  }

  readonly #mayGoOn = (): boolean => performance.now() < this.#until;

  #try(search: () => S, time: number): S {
    const began = performance.now();
    this.#until = began + Math.max(time, leastTime);
    const tried = search();
    this.#spent += performance.now() - began;
    return tried;
  }
}
