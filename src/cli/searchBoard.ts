// How far a search has come, told by the thread that searches and read by the one that shows it: numbers in shared memory.
// A number of the moment before does no harm.

import { modelNames } from '../execution/execution.js';
import type { ToldProgress } from '../report/searchLine.js';
import type { SearchProgress } from '../verdict/engine.js';

/** What the first number says. */
const nothing = 0;
const explicit = 1;
const symbolic = 2;

const fields = 5;
const unknown = -1;

export class SearchBoard {
  readonly buffer: SharedArrayBuffer;
  readonly #numbers: Float64Array;

  constructor(buffer = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT * fields)) {
    this.buffer = buffer;
    this.#numbers = new Float64Array(buffer);
  }

  tell(progress: SearchProgress): void {
    if (progress.engine === 'symbolic') this.#numbers.set([symbolic, progress.solves, progress.found]);
    else {
      const { model, executions, explored = unknown, ms } = progress;
      this.#numbers.set([explicit, executions, explored, ms, modelNames.indexOf(model)]);
    }
  }

  /** Undefined if nothing was told yet. */
  read(): ToldProgress | undefined {
    const [engine, first, second, ms, model] = this.#numbers;
    switch (engine) {
      case nothing:
        return undefined;
      case symbolic:
        return { engine: 'symbolic', solves: first, found: second };
      default:
        return {
          engine: 'explicit',
          model: modelNames[model],
          executions: first,
          ...(second === unknown ? {} : { explored: second }),
          ms,
        };
    }
  }
}
