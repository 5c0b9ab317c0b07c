// What can be wrong with an execution beside its final state.

import type { ThreadId } from '../program/identity.js';
import type { AssertedFinding, SourceSpan } from '../program/statement.js';

export type FindingKind =
  | 'assertion'
  | AssertedFinding
  | 'deadlock'
  /** a loop that only waits, for what never comes */
  | 'hang'
  | 'invalid-address'
  /** touches part of a cell, or more than one: which no machine here says the meaning of */
  | 'mixed-size'
  | 'double-free'
  | 'invalid-free'
  | 'unlock-of-free-lock'
  /** an unlock by a thread that has not locked it */
  | 'unlock-by-another'
  | 'invalid-join'
  | 'spawned-twice'
  | 'out-of-memory';

export interface Finding {
  readonly kind: FindingKind;
  /** The thread it happened in; a deadlock names the first blocked one. */
  readonly thread: ThreadId;
  readonly at?: SourceSpan;
  readonly message: string;
}

/** A loop that would have run more often than its bound allows. */
export interface CutLoop {
  readonly thread: ThreadId;
  readonly label: string;
  readonly at?: SourceSpan;
}

const placeKey = (at: SourceSpan | undefined): string =>
  at === undefined ? '' : `${at.file ?? ''}:${at.line}:${at.column}`;

/** Findings are told apart by kind and place: which of several bad values a message shows is up to the engine. */
export const findingPlaceKey = ({ kind, thread, at }: Finding): string =>
  `${kind} ${thread} ${placeKey(at)}`.trimEnd();

/** The same, and what is said about it. */
export const findingKey = (finding: Finding): string => `${findingPlaceKey(finding)} ${finding.message}`;

export const cutLoopKey = ({ thread, label, at }: CutLoop): string =>
  `${thread} ${label} ${placeKey(at)}`.trimEnd();
