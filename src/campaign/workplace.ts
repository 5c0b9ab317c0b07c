// Where work is done that need not be done here.

import type { Decoder } from '../support/decoder.js';
import type { Doubts } from './doubts.js';

/** Thrown when a question was taken back before it had an answer. */
export class Unanswered extends Error {}

export interface AskOptions {
  /** Takes the question back. */
  readonly signal?: AbortSignal;
  /** The question is asked twice, of different workers: which time this is. */
  readonly side?: 'a' | 'b';
}

export interface Workplace {
  /**
   * The answer as `read` understands it. If `read` throws a Rejected or an InputError, another worker is asked.
   * Throws Unanswered if the question was taken back, and an InputError if no worker has an answer.
   */
  ask<T>(question: object, options: AskOptions, read: (answer: Decoder, worker: string) => T): Promise<T>;
  /** Which claims of which workers are computed again on this machine. */
  readonly doubts: Doubts;
  /** This machine has found that a claim of the worker is false. */
  accuse(worker: string, why: string): void;
}
