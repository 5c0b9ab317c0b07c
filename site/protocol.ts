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

export interface ExecutionView {
  readonly title: string;
  readonly svg: string;
  /** Before the first step and after each. */
  readonly steps: readonly StepView[];
}

export type Reply =
  | { readonly kind: 'states'; readonly answer: ModelStates }
  | { readonly kind: 'robust'; readonly answers: readonly RobustAnswer[] }
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
