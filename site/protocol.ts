// What the page and its workers say to each other: plain data.

import type { ModelName } from '../src/execution/execution.js';
import type { StepView } from '../src/report/graph/steps.js';
import type { EngineName } from '../src/verdict/engine.js';

export type Language = 'litmus' | 'c';

export interface Source {
  readonly text: string;
  readonly language: Language;
  readonly unroll: number;
}

export type Request =
  | { readonly kind: 'outcomes'; readonly source: Source; readonly models: readonly ModelName[] }
  | { readonly kind: 'robust'; readonly source: Source; readonly models: readonly ModelName[] }
  | { readonly kind: 'races'; readonly source: Source }
  /** Of the explicit engine alone. */
  | { readonly kind: 'repair'; readonly source: Source; readonly models: readonly ModelName[] }
  /** An execution that an answer rests on, by the key it came with. */
  | { readonly kind: 'execution'; readonly key: string };

export interface StateRow {
  readonly key: string;
  readonly values: readonly string[];
}

/** One engine under one model. */
export interface ModelStates {
  readonly model: ModelName;
  readonly engine: EngineName;
  readonly observed: readonly string[];
  readonly states: readonly StateRow[];
  readonly findings: readonly { readonly key: string; readonly text: string }[];
  readonly complete: boolean;
  readonly bounded: boolean;
  readonly ms: number;
  readonly work: string;
  readonly condition?: string;
}

export interface RobustAnswer {
  readonly model: ModelName;
  readonly robust: boolean | null;
  readonly key?: string;
  readonly lines: readonly string[];
}

export interface RacesAnswer {
  /** null when the engine could not tell. */
  readonly raceFree: boolean | null;
  readonly lines: readonly string[];
  /** Executions, one for each race. */
  readonly races: readonly { readonly key: string; readonly text: string }[];
}

export interface RepairAnswer {
  readonly model: ModelName;
  readonly lines: readonly string[];
  /** The text with the fences, and what changes, if fences are needed and help. */
  readonly repaired?: { readonly diff: string; readonly text: string };
}

export interface ExecutionView {
  readonly title: string;
  readonly svg: string;
  /** Before the first step and after each. */
  readonly steps: readonly StepView[];
}

export type Reply =
  | { readonly kind: 'states'; readonly answer: ModelStates }
  | { readonly kind: 'robust'; readonly answers: readonly RobustAnswer[] }
  | { readonly kind: 'races'; readonly answer: RacesAnswer }
  | { readonly kind: 'repair'; readonly answer: RepairAnswer }
  | { readonly kind: 'execution'; readonly view: ExecutionView }
  | { readonly kind: 'progress'; readonly text: string }
  | {
      readonly kind: 'problem';
      readonly message: string;
      readonly hint?: string;
      readonly line?: number;
      readonly column?: number;
      readonly endColumn?: number;
    }
  | { readonly kind: 'done' };
