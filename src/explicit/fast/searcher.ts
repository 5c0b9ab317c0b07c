// The interface of a search on the fast machine, one maximal execution after the other: DPOR (dpor/search.ts), or a
// strategy in its place (strategies/walk.ts).

export interface Searcher {
  /** The share of the search that is done, from 0 to 1: an estimate. */
  explored(): number;
  /** A search by states (states/search.ts) that was stopped goes on where it was. */
  run(callbacks: SearchCallbacks): SearchResult;
}

export interface SearchCallbacks {
  /** Called at the end of each execution, which is then the state of the machine; return false to stop the search. */
  onMaximal(): boolean;
  /** Called now and then; return false to stop the search. */
  onTick(): boolean;
}

export interface SearchResult {
  readonly finished: boolean;
  /** Executions given up because everything possible was asleep. */
  readonly redundant: number;
}
