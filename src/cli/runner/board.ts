// Numbers in memory that a thread and its supervisor share. A thread at work reads no messages.

import { modelNames } from '../../execution/execution.js';
import type { ToldProgress } from '../../report/searchLine.js';
import { type Phase, phases } from '../../support/phase.js';
import type { SearchProgress } from '../../verdict/engine.js';

const fields = { stop: 0, phase: 1, bytes: 2, reports: 3, steps: 4, engine: 5 };
const fieldCount = 10;

/** The values of the field `engine`. */
const nobody = 0;
const explicit = 1;
const symbolic = 2;
const repair = 3;
const unknown = -1;

export class Board {
  readonly buffer: SharedArrayBuffer;
  readonly #numbers: Float64Array;

  constructor(buffer = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT * fieldCount)) {
    this.buffer = buffer;
    this.#numbers = new Float64Array(buffer);
  }

  /** For the next task. */
  clear(): void {
    this.#numbers.fill(0);
  }

  /** The supervisor wants the task to end with what it has. */
  stop(): void {
    this.#numbers[fields.stop] = 1;
  }

  get stopped(): boolean {
    return this.#numbers[fields.stop] !== 0;
  }

  enter(phase: Phase): void {
    this.#numbers[fields.phase] = phases.indexOf(phase);
  }

  get phase(): Phase {
    return phases[this.#numbers[fields.phase]] ?? 'starting';
  }

  /** Another of several questions begins. */
  step(): void {
    this.#numbers[fields.steps]++;
  }

  get steps(): number {
    return this.#numbers[fields.steps];
  }

  /** The thread has so many bytes. */
  tellMemory(bytes: number): void {
    this.#numbers[fields.bytes] = bytes;
    this.#numbers[fields.reports]++;
  }

  /** With a number that grows with each time it is told. */
  get memory(): { readonly bytes: number; readonly reports: number } {
    return { bytes: this.#numbers[fields.bytes], reports: this.#numbers[fields.reports] };
  }

  tell(progress: SearchProgress): void {
    const numbers =
      progress.engine === 'symbolic'
        ? [symbolic, progress.solves, progress.found]
        : progress.engine === 'repair'
          ? [repair, progress.round, progress.clauses, progress.proposed, modelNames.indexOf(progress.model)]
          : [
              explicit,
              progress.executions,
              progress.explored ?? unknown,
              progress.ms,
              modelNames.indexOf(progress.model),
            ];
    this.#numbers.set(numbers, fields.engine);
  }

  /** Undefined if nothing was told yet. A number of the moment before does no harm. */
  get progress(): ToldProgress | undefined {
    const [engine, first, second, ms, model] = this.#numbers.subarray(fields.engine);
    switch (engine) {
      case nobody:
        return undefined;
      case symbolic:
        return { engine: 'symbolic', solves: first, found: second };
      case repair:
        return {
          engine: 'repair',
          model: modelNames[model] === 'pso' ? 'pso' : 'tso',
          round: first,
          clauses: second,
          proposed: ms,
        };
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
