// The time limit of a question, and the time it took.

import type { Session } from './session.js';

export interface Statistics {
  /** Events that may be executed. */
  readonly events: number;
  readonly variables: number;
  readonly clauses: number;
  readonly solves: number;
  readonly encodeMs: number;
  readonly solveMs: number;
  readonly ms: number;
}

interface ClockOptions {
  readonly timeLimitMs?: number;
  readonly onProgress?: (progress: { readonly solves: number; readonly found: number }) => void;
}

const progressIntervalMs = 250;

export class QueryClock {
  readonly deadline: number;
  readonly #start = performance.now();
  readonly #options: ClockOptions;
  #encodeMs = 0;
  #lastProgress = this.#start;

  constructor(options: ClockOptions) {
    this.#options = options;
    this.deadline =
      options.timeLimitMs === undefined ? Number.POSITIVE_INFINITY : this.#start + options.timeLimitMs;
  }

  encoded(): void {
    this.#encodeMs = performance.now() - this.#start;
  }

  progress(session: Session, found: number): void {
    const now = performance.now();
    if (now - this.#lastProgress < progressIntervalMs) return;
    this.#lastProgress = now;
    this.#options.onProgress?.({ solves: session.solves, found });
  }

  statistics(session: Session): Statistics {
    const { cnf, structure } = session.problem;
    return {
      events: structure.events.length,
      variables: cnf.variables,
      clauses: cnf.clauses,
      solves: session.solves,
      encodeMs: this.#encodeMs,
      solveMs: session.solveMs,
      ms: performance.now() - this.#start,
    };
  }
}
