// Findings: faults of an execution other than its final state.

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

/** The groups of findings a user can ask for, with the kinds of each. */
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
 * Whether a finding belongs to the groups that are asked for. `mixed-size` is in no group, because such an access has
 * no meaning here. `out-of-memory` is in none, because it is no mistake: a real machine may have room for the block.
 */
export function isLookedFor({ kind }: Pick<Finding, 'kind'>, groups: readonly FindingGroup[]): boolean {
  return groups.some((group) => findingGroups[group].some((one) => one === kind));
}

const goesNowhere: ReadonlySet<FindingKind> = new Set(['assertion', 'deadlock', 'hang']);

/** Whether the rest of the thread's behaviour is unknown, so that it was not explored. */
export const cutsShort = ({ kind }: Pick<Finding, 'kind'>): boolean => !goesNowhere.has(kind);

export const isFindingGroup = (name: string): name is FindingGroup => name in findingGroups;

/** Every group. */
export const everyGroup: readonly FindingGroup[] = Object.keys(findingGroups).filter(isFindingGroup);

export interface Finding {
  readonly kind: FindingKind;
  /** The thread it happened in; a deadlock names the first blocked one. */
  readonly thread: ThreadId;
  readonly at?: SourceSpan;
  readonly message: string;
  /** A deadlock: what each thread waits for, and where. */
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
