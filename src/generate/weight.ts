// How large a program is, for shrinking: every step must make it lighter, so shrinking ends.

import type { Formula } from '../program/condition.js';
import type { Expr } from '../program/expression.js';
import type { Integer, Width } from '../program/integer.js';
import type { InitialValue, Program } from '../program/program.js';
import type { Statement } from '../program/statement.js';
import { expressionsOf } from '../program/statement.js';

const sum = <T>(items: readonly T[], weight: (item: T) => number): number =>
  items.reduce((total, item) => total + weight(item), 0);

export function weightOf(program: Program): number {
  return (
    sum(program.locations, (l) => 30 + sum(l.initial, (value) => 5 + initialWeight(value))) +
    sum(
      program.threads,
      (t) =>
        (t.start === 'spawned' ? 60 : 50) +
        4 * t.parameters.length +
        sum([...t.registers.values()], (value) => 3 + initialWeight(value)) +
        sum(t.body, statementWeight),
    ) +
    2 * program.observed.length +
    (program.condition === undefined ? 0 : 4 + formulaWeight(program.condition.formula)) +
    (program.filter === undefined ? 0 : 4 + formulaWeight(program.filter))
  );
}

const initialWeight = (value: InitialValue): number =>
  typeof value === 'object' ? 5 : constantWeight(value);

const constantWeight = (value: Integer): number =>
  value === 0 ? 1 : 2 + Math.log2(1 + Math.abs(Number(value))) + (value < 0 ? 0.5 : 0);

/** Other widths than 32 bits are harder to read. */
const widthWeight = (width: Width | undefined): number => (width === undefined || width === 32 ? 0 : 1);

function expressionWeight(expr: Expr): number {
  switch (expr.kind) {
    case 'const':
      return constantWeight(expr.value) + widthWeight(expr.width);
    case 'address':
      return 2;
    case 'register':
      return 6 + widthWeight(expr.width);
    case 'unary':
      return 2 + widthWeight(expr.width) + expressionWeight(expr.operand);
    case 'binary':
      return 3 + widthWeight(expr.width) + expressionWeight(expr.left) + expressionWeight(expr.right);
    case 'conditional':
      return (
        4 +
        expressionWeight(expr.condition) +
        expressionWeight(expr.whenTrue) +
        expressionWeight(expr.whenFalse)
      );
  }
}

function statementWeight(s: Statement): number {
  const width = 'width' in s ? 4 * widthWeight(s.width) : 0;
  const own = ownWeight(s) + width + sum(expressionsOf(s), expressionWeight);
  return s.kind === 'store' && isOne(s.value) ? own - 2.5 : own;
}

/** The lightest store is one of 1: unlike 0 it can be told from the initial value. */
const isOne = (expr: Expr): boolean => expr.kind === 'const' && expr.value === 1;

function ownWeight(s: Statement): number {
  switch (s.kind) {
    case 'assign':
      return 5;
    case 'load':
    case 'store':
      return 10;
    case 'rmw':
      return { xchg: 20, fetch: 23, cas: 26 }[s.op.kind] + (s.target === undefined ? 0 : 1);
    case 'fence':
      return s.fence === 'full' ? 9 : 8;
    case 'atomic':
      return 20 + sum(s.body, statementWeight);
    case 'if':
      return 8 + sum(s.whenTrue, statementWeight) + sum(s.whenFalse, statementWeight);
    case 'block':
      return 5 + sum(s.body, statementWeight);
    case 'while':
      return 12 + 2 * (s.bound ?? 20) + sum(s.body, statementWeight);
    case 'break':
    case 'continue':
      return 3;
    case 'assume':
    case 'assert':
      return 6;
    case 'nondet':
      return (
        14 +
        (s.from === undefined || s.to === undefined
          ? 40
          : Math.log2(1 + Number(BigInt(s.to) - BigInt(s.from))))
      );
    case 'spawn':
    case 'join':
      return 14;
    case 'lock':
    case 'unlock':
      return 16;
    case 'alloc':
    case 'free':
      return 18;
  }
}

function formulaWeight(formula: Formula): number {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return 1;
    case 'compare':
      return 4 + (formula.right.kind === 'const' ? constantWeight(formula.right.value) : 5);
    case 'not':
      return 2 + formulaWeight(formula.operand);
    case 'and':
    case 'or':
    case 'implies':
      return 3 + formulaWeight(formula.left) + formulaWeight(formula.right);
  }
}
