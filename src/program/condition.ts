// The final condition of a program: a formula over final registers and cells under a quantifier, with herd's meaning.

import type { ThreadId } from './identity.js';
import type { Integer, Width } from './integer.js';

interface Shown {
  /** Shown as an unsigned number of so many bits; absent: signed. Formulas compare signed values all the same. */
  readonly unsigned?: Width;
  /** Its bits are the next higher ones of the number that the observable before it began: a cell of an object that is divided. */
  readonly continues?: true;
  /** Such a number is one of floating point. */
  readonly float?: true;
}

export type Observable = Shown &
  (
    | { readonly kind: 'register'; readonly thread: ThreadId; readonly register: string }
    /** `index` selects a cell of an array; 0 for a plain location. */
    | { readonly kind: 'cell'; readonly location: string; readonly index: number }
  );

export type Operand =
  | Observable
  | { readonly kind: 'const'; readonly value: Integer }
  | { readonly kind: 'address'; readonly location: string; readonly index: number };

export type Formula =
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  | { readonly kind: 'compare'; readonly op: '=' | '!='; readonly left: Observable; readonly right: Operand }
  | { readonly kind: 'not'; readonly operand: Formula }
  | { readonly kind: 'and' | 'or' | 'implies'; readonly left: Formula; readonly right: Formula };

export type Quantifier = 'exists' | 'not exists' | 'forall';

export interface Condition {
  readonly quantifier: Quantifier;
  readonly formula: Formula;
}

export function evaluateFormula(formula: Formula, value: (operand: Operand) => Integer): boolean {
  switch (formula.kind) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'compare':
      return (value(formula.left) === value(formula.right)) === (formula.op === '=');
    case 'not':
      return !evaluateFormula(formula.operand, value);
    case 'and':
      return evaluateFormula(formula.left, value) && evaluateFormula(formula.right, value);
    case 'or':
      return evaluateFormula(formula.left, value) || evaluateFormula(formula.right, value);
    case 'implies':
      return !evaluateFormula(formula.left, value) || evaluateFormula(formula.right, value);
  }
}

/** The observables a formula mentions, each once, in order of first mention. */
export function observablesOf(formula: Formula): Observable[] {
  const found = new Map<string, Observable>();
  const add = (operand: Operand): void => {
    if (operand.kind === 'register' || operand.kind === 'cell') {
      const key = observableKey(operand);
      if (!found.has(key)) found.set(key, operand);
    }
  };
  const walk = (f: Formula): void => {
    switch (f.kind) {
      case 'true':
      case 'false':
        return;
      case 'compare':
        add(f.left);
        add(f.right);
        return;
      case 'not':
        walk(f.operand);
        return;
      default:
        walk(f.left);
        walk(f.right);
    }
  };
  walk(formula);
  return [...found.values()];
}

export function observableKey(observable: Observable): string {
  return observable.kind === 'register'
    ? `${observable.thread}:${observable.register}`
    : `${observable.location}[${observable.index}]`;
}

/** The places of observables that are one number, lowest bits first. */
export function numbersIn(observed: readonly Observable[]): number[][] {
  const numbers: number[][] = [];
  for (const [i, { continues }] of observed.entries())
    if (continues === true && numbers.length > 0) numbers[numbers.length - 1].push(i);
    else numbers.push([i]);
  return numbers;
}
