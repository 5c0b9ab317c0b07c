// How a task goes on a thread of its own, and how it may end. Everything but the context is plain data.

import type { Evidence } from '../../execution/execution.js';
import type { Diagnostic } from '../../support/diagnostic.js';
import type { OnPhase, Phase } from '../../support/phase.js';
import type { Claim, Limits, SearchProgress, StopReason } from '../../verdict/engine.js';

/** Findings of a running task; kept if it has to be stopped. */
export interface Found {
  readonly claim: Claim;
  /** Present where the caller may show it. */
  readonly shown?: Evidence;
  /** The task's result has the evidence again: it counts only if there is none, because the task was stopped. */
  readonly repeated?: boolean;
}

/** A generated test. */
export interface Piece {
  readonly name: string;
  readonly text: string;
}

/** The services that a task gets beside its input. */
export interface TaskContext {
  /** True if it should end with what it has. */
  readonly stop: () => boolean;
  readonly onPhase: OnPhase;
  readonly onProgress: (progress: SearchProgress) => void;
  readonly onFound: (found: Found) => void;
  /** A piece of a result that comes in pieces; the promise is kept when it was taken. */
  readonly emit: (piece: Piece) => Promise<void>;
  /** Another of several questions begins. */
  readonly onStep: () => void;
  /** Megabytes for what is not on the heap of V8. */
  readonly memoryMb: number;
}

export type Ended<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The input is to blame. */
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic; readonly text?: string }
  /** diptych is to blame. */
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'stopped'; readonly reason: StopReason; readonly phase: Phase };

/** Messages to a thread; `leave`: there is nothing more to do. */
export type SupervisorMessage = TaskMessage | { readonly kind: 'taken' } | { readonly kind: 'leave' };

export interface TaskMessage {
  readonly kind: 'task';
  readonly name: string;
  readonly input: unknown;
}

/** Messages from a thread. */
export type WorkerMessage =
  | { readonly kind: 'found'; readonly found: readonly Found[] }
  | { readonly kind: 'piece'; readonly piece: Piece }
  | { readonly kind: 'ended'; readonly ended: Ended<unknown> };

/** The data that a thread starts with. */
export interface WorkerStart {
  readonly board: SharedArrayBuffer;
  readonly memoryMb: number;
}

/** Limits without what cannot leave a thread. */
export type PlainLimits = Omit<Limits, 'stop' | 'signal' | 'onProgress' | 'onPhase' | 'guard'>;

export function plainLimits({ stop, signal, onProgress, onPhase, guard, ...plain }: Limits): PlainLimits {
  return plain;
}
