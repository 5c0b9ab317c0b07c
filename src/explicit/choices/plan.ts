// Which values nondeterministic choices take: a search is run for each script that a plan proposes.

import type { Execution } from '../../execution/execution.js';
import type { Program } from '../../program/program.js';
import { InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import type { Code } from '../bytecode/compile.js';
import type { FastState } from '../fast/state.js';
import { ByClass, choiceStatements } from './byClass.js';
import { EveryValue } from './everyValue.js';

export interface ChoicePlan {
  /** Tells the machine what to choose in the next search; false when there is none. May wait as long as `mayGoOn`. */
  next(m: FastState, mayGoOn: () => boolean): boolean;
  /** Whether the maximal execution the machine is at counts: it may belong to another script. */
  counts(m: FastState, execution: () => Execution): boolean;
  /** The search has come to its end. */
  searched(): void;
  /** The share of all scripts that is done, given the share of the current one. */
  share(current: number): number;
}

export type ChoiceMode = 'every-value' | 'classes';

/** Ranges up to this size are cheaper to try value by value. */
const few = 64n;

export function choicePlan(code: Code, mode: ChoiceMode | undefined): ChoicePlan {
  return triesEveryValue(code.program, mode)
    ? new EveryValue()
    : new ByClass(code, choiceStatements(code.program));
}

export const hasChoices = (program: Program): boolean => choiceStatements(program).size > 0;

/** Then scripts are independent of each other. */
export function triesEveryValue(program: Program, mode: ChoiceMode | undefined): boolean {
  if (mode !== undefined) return mode === 'every-value';
  return [...choiceStatements(program).values()].every(({ from, to }) => to - from < few);
}

/** For a search that tries every value at every step. */
export function requireFewChoices(program: Program): void {
  for (const [{ at }, { from, to }] of choiceStatements(program))
    if (to - from >= 1n << 16n)
      throw new InputError({
        code: 'unbounded-nondet',
        message: 'without reduction a nondeterministic value must have a small range',
        ...present({ line: at?.line, column: at?.column }),
        hint: 'state a range, or leave --dpor none out',
      });
}
