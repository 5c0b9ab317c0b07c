// What can be wrong with an execution beside its final state.

import type { SourceSpan } from '../program/statement.js';

export type FindingKind =
  | 'assertion'
  | 'deadlock'
  /** a loop that only waits, for what never comes */
  | 'hang'
  | 'invalid-address'
  | 'use-after-free'
  | 'double-free'
  | 'invalid-free'
  | 'uninitialised-read'
  | 'unlock-of-free-lock'
  | 'invalid-join'
  | 'spawned-twice'
  | 'out-of-memory';

export interface Finding {
  readonly kind: FindingKind;
  /** The thread it happened in; a deadlock names the first blocked one. */
  readonly thread: number;
  readonly at?: SourceSpan;
  readonly message: string;
}

export const findingKey = (f: Finding): string =>
  `${f.kind} ${f.thread} ${f.at?.file ?? ''}:${f.at?.line ?? ''}:${f.at?.column ?? ''} ${f.message}`;
