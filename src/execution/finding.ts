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
  | 'spawned-twice'
  | 'out-of-memory';

/** What one can look for, in the words of users, and the kinds it means. */
export const findingGroups = {
  assertions: ['assertion'],
  memory: [
    'invalid-address',
    'out-of-bounds',
    'use-after-free',
    'double-free',
    'invalid-free',
    'uninitialised-read',
  ],
  locks: ['unlock-of-free-lock', 'unlock-by-another', 'misuse'],
  deadlocks: ['deadlock'],
  hangs: ['hang'],
  arithmetic: ['division-by-zero', 'division-overflow'],
  threads: ['invalid-join', 'spawned-twice'],
} as const satisfies Readonly<Record<string, readonly FindingKind[]>>;

export type FindingGroup = keyof typeof findingGroups;

/**
 * Whether a finding is among what is looked for. What has no meaning (mixed-size) is in no group, nor is what is no mistake: a block
 * that has no room here (out-of-memory) may have some on a machine.
 */
export function isLookedFor({ kind }: Pick<Finding, 'kind'>, groups: readonly FindingGroup[]): boolean {
  return groups.some((group) => findingGroups[group].some((one) => one === kind));
}

const goesNowhere: ReadonlySet<FindingKind> = new Set(['assertion', 'deadlock', 'hang']);

/** Whether the thread would have gone on in a way that is not known, so that what it would have done was not seen. */
export const cutsShort = ({ kind }: Pick<Finding, 'kind'>): boolean => !goesNowhere.has(kind);

export const isFindingGroup = (name: string): name is FindingGroup => name in findingGroups;

/** All of them. */
export const everyGroup: readonly FindingGroup[] = Object.keys(findingGroups).filter(isFindingGroup);

export interface Finding {
  readonly kind: FindingKind;
  /** The thread it happened in; a deadlock names the first blocked one. */
  readonly thread: ThreadId;
  readonly at?: SourceSpan;
  readonly message: string;
  /** A deadlock: who waits for what, and where. */
  readonly waits?: readonly Wait[];
}

export interface Wait {
  readonly thread: ThreadId;
  /** The name of a lock, of a thread, or of a condition variable. */
  readonly awaited: string;
  /** It waits for a signal of it. */
  readonly signal?: true;
  readonly at?: SourceSpan;
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
