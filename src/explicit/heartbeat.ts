// The heartbeat of a search: now and then it asks whether it may go on, and reports its progress.

import type { ModelName } from '../execution/execution.js';
import { present } from '../support/present.js';

export interface ExplorationProgress {
  readonly engine: 'explicit';
  readonly model: ModelName;
  /** Maximal executions so far. */
  readonly executions: number;
  /** The share of all executions they are, from 0 to 1: an estimate. Absent when there is none. */
  readonly explored?: number;
  /** Milliseconds since the exploration began. */
  readonly ms: number;
}

export interface HeartbeatOptions {
  readonly model: ModelName;
  readonly timeLimitMs?: number;
  /**
   * Asked now and then; true ends the exploration, which is then not complete. `explored` estimates the share that is
   * done.
   */
  readonly stop?: (explored?: () => number) => boolean;
  /** Called a few times per second. */
  readonly onProgress?: (progress: ExplorationProgress) => void;
}

const progressMs = 100;

export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #start: number;
  readonly #deadline: number;
  #nextProgress: number;

  constructor(options: HeartbeatOptions, start: number) {
    this.#options = options;
    this.#start = start;
    this.#deadline = options.timeLimitMs === undefined ? Infinity : start + options.timeLimitMs;
    this.#nextProgress = options.onProgress === undefined ? Infinity : start + progressMs;
  }

  mayGoOn(explored?: () => number): boolean {
    return performance.now() < this.#deadline && this.#options.stop?.(explored) !== true;
  }

  /** Says how far the search is, which can tell what share it has explored, and whether it may go on. */
  beat(executions: number, explored?: () => number): boolean {
    const now = performance.now();
    if (now >= this.#nextProgress) {
      this.#nextProgress = now + progressMs;
      const share = explored?.();
      this.#options.onProgress?.({
        engine: 'explicit',
        model: this.#options.model,
        executions,
        ...present({ explored: share }),
        ms: now - this.#start,
      });
    }
    return this.mayGoOn(explored);
  }
}
