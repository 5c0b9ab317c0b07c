// Final conditions and observed values as literals and bits.

import type { Formula, Observable, Operand } from '../../program/condition.js';
import { cellAddress } from '../../program/layout.js';
import { type Bits, constantBits, equal } from '../formula/bits.js';
import { type Lit, no, yes } from '../formula/cnf.js';
import type { Problem } from '../problem.js';

export function observed(problem: Problem, observable: Observable): Bits {
  const { unrolled, values, finalState } = problem;
  if (observable.kind === 'cell') return finalState.value(addressOf(problem, observable));
  const register = unrolled.threads[observable.thread].registers.get(observable.register);
  return register === undefined ? [no] : values.bits(register);
}

export function formulaLit(problem: Problem, formula: Formula): Lit {
  const { cnf } = problem;
  switch (formula.kind) {
    case 'true':
      return yes;
    case 'false':
      return no;
    case 'compare': {
      const same = equal(cnf, operand(problem, formula.left), operand(problem, formula.right));
      return formula.op === '=' ? same : -same;
    }
    case 'not':
      return -formulaLit(problem, formula.operand);
    case 'and':
      return cnf.and2(formulaLit(problem, formula.left), formulaLit(problem, formula.right));
    case 'or':
      return cnf.or2(formulaLit(problem, formula.left), formulaLit(problem, formula.right));
    case 'implies':
      return cnf.or2(-formulaLit(problem, formula.left), formulaLit(problem, formula.right));
  }
}

function operand(problem: Problem, o: Operand): Bits {
  switch (o.kind) {
    case 'const':
      return constantBits(o.value);
    case 'address':
      return constantBits(addressOf(problem, o));
    default:
      return observed(problem, o);
  }
}

function addressOf(problem: Problem, o: { readonly location: string; readonly index: number }): number {
  const { layout } = problem.unrolled;
  return cellAddress(layout, o.location, o.index);
}
