// The messages between the page and its workers: plain data. Every question names its revision of the source, and
// every reply repeats it, so that an answer is never shown beside another text.

import type { ModelName } from '../src/execution/execution.js';
import type { FindingKind } from '../src/execution/finding.js';
import type { HbRelation } from '../src/execution/hb.js';
import type { SourceSpan } from '../src/program/statement.js';
import type { ChoicesView, ReachableView, RunSpec, RunView } from '../src/report/stepping/view.js';
import type { EngineName } from '../src/verdict/engine.js';

export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

/** A program and how it is asked about. The first file is the program's own; other C files are linked, headers are included. */
export interface Source {
  /** Changes with every edit. */
  readonly revision: number;
  readonly files: readonly SourceFile[];
  /** As after -D. */
  readonly defines: readonly string[];
  readonly unroll: number;
  readonly models: readonly ModelName[];
}

export type Language = 'litmus' | 'c';

export const languageOf = ({ files }: Pick<Source, 'files'>): Language =>
  files[0].name.endsWith('.litmus') ? 'litmus' : 'c';

/** The form of the program in a run: engines transform a program differently for each question. */
export type RunForm = 'states' | 'whole' | 'races';

export interface Run extends RunSpec {
  readonly form: RunForm;
}

export const questions = ['states', 'robust', 'races', 'repair'] as const;
export type Question = (typeof questions)[number];

export type Request =
  | { readonly kind: Question; readonly source: Source }
  | { readonly kind: 'run'; readonly number: number; readonly source: Source; readonly run: Run }
  /** The possible steps after the first `taken` ones. */
  | {
      readonly kind: 'choices';
      readonly number: number;
      readonly source: Source;
      readonly run: Run;
      readonly taken: number;
      readonly mostStates: number;
    };

export interface StateRow {
  readonly values: readonly string[];
  /** The steps of an execution that ends so. */
  readonly run?: Run;
}

export interface FindingView {
  /** The same for both engines and all models. */
  readonly key: string;
  readonly kind: FindingKind;
  readonly message: string;
  readonly thread: string;
  readonly at?: SourceSpan;
  readonly run?: Run;
}

export interface ConditionView {
  readonly text: string;
  readonly observation: 'Never' | 'Sometimes' | 'Always' | null;
}

/** One engine under one model. */
export interface ModelStates {
  readonly model: ModelName;
  readonly engine: EngineName;
  readonly observed: readonly string[];
  readonly states: readonly StateRow[];
  readonly findings: readonly FindingView[];
  /** Kinds of findings that this engine never has. */
  readonly blindTo: readonly FindingKind[];
  readonly complete: boolean;
  /** Why it is not complete. */
  readonly shortfall?: string;
  /** Loops and calls cut at the bound, in words. */
  readonly bounded: readonly string[];
  readonly ms: number;
  readonly work: string;
  readonly condition?: ConditionView;
}

export interface CycleStep {
  readonly thread: string;
  readonly text: string;
  readonly relation: HbRelation;
  /** `is delayed past` */
  readonly words: string;
  readonly at?: SourceSpan;
}

export interface RobustAnswer {
  readonly model: ModelName;
  readonly robust: boolean | null;
  readonly cycle: readonly CycleStep[];
  /** The reordering, as a paragraph. */
  readonly why?: string;
  readonly run?: Run;
  readonly bounded: readonly string[];
}

export interface RaceView {
  readonly key: string;
  readonly cell: string;
  readonly sides: readonly {
    readonly thread: string;
    readonly does: string;
    readonly how: string;
    readonly at?: SourceSpan;
  }[];
  readonly missing: string;
  readonly run?: Run;
}

export interface RacesAnswer {
  /** null when the engine could not tell. */
  readonly raceFree: boolean | null;
  readonly races: readonly RaceView[];
  readonly bounded: readonly string[];
}

export interface RepairedFile {
  readonly name: string;
  readonly text: string;
  readonly diff: string;
}

export interface RepairAnswer {
  readonly model: ModelName;
  readonly kind: 'none-needed' | 'repaired' | 'fails-under-sc' | 'no-place' | 'disagreement' | 'unknown';
  /** The command's words on it. */
  readonly words: string;
  readonly cost?: number;
  readonly files: readonly RepairedFile[];
  readonly confirmedBy: readonly EngineName[];
}

export interface Problem {
  readonly message: string;
  readonly hint?: string;
  /** Absent for the program's own file. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly endColumn?: number;
}

/** An engine's answer to a question, or a part of it. */
export type Reply =
  | { readonly kind: 'states'; readonly answer: ModelStates }
  | { readonly kind: 'robust'; readonly answers: readonly RobustAnswer[] }
  | { readonly kind: 'races'; readonly answer: RacesAnswer }
  | { readonly kind: 'repair'; readonly answer: RepairAnswer }
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'problem'; readonly question: Question; readonly problems: readonly Problem[] }
  | { readonly kind: 'done'; readonly question: Question }
  | { readonly kind: 'run'; readonly number: number; readonly view: RunView }
  | {
      readonly kind: 'choices';
      readonly number: number;
      readonly choices: ChoicesView;
      readonly reachable: ReachableView;
    };

export type Told = Reply & { readonly revision: number };
