// A run of a program on the plain machine as data that a page can show: its events and relations, its steps, and the machine
// before and after each step. A run need not be complete: a person may be choosing its steps one by one.

import type { EventKind } from '../../execution/event.js';
import type { ModelName } from '../../execution/execution.js';
import type { RaceSide } from '../../execution/race.js';
import type { SourceSpan } from '../../program/statement.js';
import type { GraphRelation } from '../graph/graph.js';

/** The program of the run: the steps are those of `execution/scheduleText`. */
export interface RunSpec {
  readonly model: ModelName;
  readonly schedule: string;
  /** Two accesses that race: they are joined in the graph. */
  readonly race?: readonly [RaceSide, RaceSide];
}

export interface RunEvent {
  readonly id: string;
  readonly thread: number;
  readonly kind: EventKind;
  /** `W x=1` */
  readonly text: string;
  readonly at?: SourceSpan;
  /** The number of the step that executes it, from 0, and of the step in which its store reaches memory. */
  readonly step: number;
  readonly committed?: number;
  /** A store that reaches memory after a later access of its thread. */
  readonly delayed: boolean;
  readonly onCycle: boolean;
}

export interface RunEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly relation: GraphRelation;
  readonly onCycle: boolean;
}

export interface RunStep {
  readonly thread: number;
  readonly text: string;
  /** A buffered store reaches memory. */
  readonly commit: boolean;
  /** A commit, or a load that passes a store of its own thread. */
  readonly interesting: boolean;
  readonly event?: string;
  readonly at?: SourceSpan;
  /** How many steps of the schedule the run has taken after it. */
  readonly taken: number;
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export interface ThreadView {
  /** Oldest first. */
  readonly buffer: readonly NamedValue[];
  readonly registers: readonly NamedValue[];
  /** Why it does nothing more: `has ended`, `waits for a lock`; absent when it can go on. */
  readonly stopped?: string;
}

export interface MachineView {
  readonly memory: readonly NamedValue[];
  readonly threads: readonly ThreadView[];
}

/** How a run ends; absent while steps are possible. */
export type RunEnd =
  | { readonly kind: 'state'; readonly text: string }
  | { readonly kind: 'finding'; readonly text: string; readonly at?: SourceSpan }
  /** A thread cannot go on, so that this is no run of the whole program. */
  | { readonly kind: 'stuck'; readonly text: string };

export interface RunView {
  readonly model: ModelName;
  readonly threads: readonly string[];
  readonly events: readonly RunEvent[];
  readonly edges: readonly RunEdge[];
  readonly steps: readonly RunStep[];
  /** Before the first step and after each. */
  readonly machine: readonly MachineView[];
  readonly end?: RunEnd;
  /** The machine could not take the step of this number, and the run ends before it. */
  readonly impossible?: number;
}

/** A step that a person may choose now. */
export interface ChoiceView {
  /** Steps of the machine: more than one where a step means nothing alone. */
  readonly steps: string;
  readonly thread: number;
  readonly text: string;
  readonly commit: boolean;
  /** Where a value comes from, or goes to. */
  readonly note: string;
  readonly at?: SourceSpan;
  /** The cell of a load, in the words of `ReachableView.reads`. */
  readonly reads?: string;
}

export interface ChoicesView {
  readonly choices: readonly ChoiceView[];
  /** False when a choice of values has more of them. */
  readonly all: boolean;
}

export interface ReachableView {
  readonly states: readonly string[];
  readonly findings: readonly { readonly text: string; readonly at?: SourceSpan }[];
  /** The values that the next load of a thread can read, in some continuation. */
  readonly reads: readonly {
    readonly thread: number;
    readonly cell: string;
    readonly values: readonly string[];
  }[];
  readonly complete: boolean;
  readonly bounded: boolean;
  readonly visited: number;
}
