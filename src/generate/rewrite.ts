// Programs rewritten as data: expressions, statements, names of locations, numbers of threads.

import type { Formula, Observable, Operand } from '../program/condition.js';
import type { Expr } from '../program/expression.js';
import type { InitialValue, Program } from '../program/program.js';
import type { RmwOp, Statement } from '../program/statement.js';

/** What an expression is for: an address has to be one of a cell. */
export type Role = 'address' | 'value';

/** Replaces the nodes of an expression, innermost first. */
export function mapExpr(expr: Expr, change: (node: Expr) => Expr): Expr {
  switch (expr.kind) {
    case 'const':
    case 'register':
    case 'address':
      return change(expr);
    case 'unary':
      return change({ ...expr, operand: mapExpr(expr.operand, change) });
    case 'binary':
      return change({ ...expr, left: mapExpr(expr.left, change), right: mapExpr(expr.right, change) });
    case 'conditional':
      return change({
        ...expr,
        condition: mapExpr(expr.condition, change),
        whenTrue: mapExpr(expr.whenTrue, change),
        whenFalse: mapExpr(expr.whenFalse, change),
      });
  }
}

/** Replaces the expressions a statement evaluates itself, each as a whole. */
export function mapOwnExpressions(s: Statement, change: (expr: Expr, role: Role) => Expr): Statement {
  switch (s.kind) {
    case 'assign':
      return { ...s, value: change(s.value, 'value') };
    case 'load':
    case 'lock':
    case 'unlock':
    case 'free':
      return { ...s, address: change(s.address, 'address') };
    case 'store':
      return { ...s, address: change(s.address, 'address'), value: change(s.value, 'value') };
    case 'rmw':
      return { ...s, address: change(s.address, 'address'), op: mapRmw(s.op, change) };
    case 'if':
    case 'while':
    case 'assume':
    case 'assert':
      return { ...s, condition: change(s.condition, 'value') };
    case 'spawn':
      return { ...s, args: s.args.map((arg) => change(arg, 'value')) };
    case 'join':
      return { ...s, thread: change(s.thread, 'value') };
    case 'alloc':
      return { ...s, size: change(s.size, 'value') };
    case 'fence':
    case 'atomic':
    case 'block':
    case 'break':
    case 'continue':
    case 'nondet':
      return s;
  }
}

function mapRmw(op: RmwOp, change: (expr: Expr, role: Role) => Expr): RmwOp {
  switch (op.kind) {
    case 'xchg':
    case 'fetch':
      return { ...op, value: change(op.value, 'value') };
    case 'cas':
      return { ...op, expected: change(op.expected, 'value'), desired: change(op.desired, 'value') };
  }
}

/** Replaces each statement by any number of others, innermost first. */
export function mapBody(
  body: readonly Statement[],
  change: (statement: Statement) => readonly Statement[],
): Statement[] {
  return body.flatMap((s) => {
    switch (s.kind) {
      case 'if':
        return change({
          ...s,
          whenTrue: mapBody(s.whenTrue, change),
          whenFalse: mapBody(s.whenFalse, change),
        });
      case 'atomic':
      case 'block':
      case 'while':
        return change({ ...s, body: mapBody(s.body, change) });
      default:
        return change(s);
    }
  });
}

/** Replaces the operands of a formula; a comparison that loses one is left out. */
function mapFormula(formula: Formula, change: (operand: Operand) => Operand | undefined): Formula {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return formula;
    case 'compare': {
      const left = change(formula.left);
      const right = change(formula.right);
      if (left === undefined || right === undefined) return { kind: 'true' };
      return left.kind === 'register' || left.kind === 'cell'
        ? { ...formula, left, right }
        : { kind: 'true' };
    }
    case 'not': {
      const operand = mapFormula(formula.operand, change);
      return operand.kind === 'true' ? operand : { ...formula, operand };
    }
    case 'and':
    case 'or':
    case 'implies': {
      const left = mapFormula(formula.left, change);
      const right = mapFormula(formula.right, change);
      if (left.kind === 'true') return right;
      return right.kind === 'true' ? left : { ...formula, left, right };
    }
  }
}

interface Renaming {
  readonly statement?: (s: Statement, thread: number) => readonly Statement[];
  readonly initial?: (value: InitialValue) => InitialValue;
  readonly operand?: (operand: Operand) => Operand | undefined;
}

/** The program with statements, initial values and everything observed or stated about final states replaced. */
export function rewrite(program: Program, change: Renaming): Program {
  const { statement = (s) => [s], initial = (value) => value, operand = (o) => o } = change;
  const { condition, filter, ...rest } = program;
  const keep = (f: Formula): Formula => mapFormula(f, operand);
  const observed = program.observed.flatMap((o): Observable[] => {
    const kept = operand(o);
    return kept !== undefined && (kept.kind === 'register' || kept.kind === 'cell') ? [kept] : [];
  });
  return {
    ...rest,
    locations: program.locations.map((l) => ({ ...l, initial: l.initial.map(initial) })),
    threads: program.threads.map((t, index) => ({
      ...t,
      registers: new Map([...t.registers].map(([name, value]) => [name, initial(value)])),
      body: mapBody(t.body, (s) => statement(s, index)),
    })),
    observed: distinct(observed),
    ...(condition === undefined ? {} : { condition: { ...condition, formula: keep(condition.formula) } }),
    ...(filter === undefined ? {} : { filter: keep(filter) }),
  };
}

function distinct(observed: readonly Observable[]): Observable[] {
  return [...new Map(observed.map((o) => [JSON.stringify(o), o])).values()];
}

/** Every mention of one location becomes one of another, cell for cell. */
export function mergeLocations(program: Program, from: string, into: string): Program {
  const place = <T extends { readonly location: string }>(at: T): T =>
    at.location === from ? { ...at, location: into } : at;
  const node = (e: Expr): Expr => (e.kind === 'address' ? place(e) : e);
  const merged = rewrite(program, {
    statement: (s) => [mapOwnExpressions(s, (e) => mapExpr(e, node))],
    initial: (value) => (typeof value === 'object' ? place(value) : value),
    operand: (o) => (o.kind === 'cell' || o.kind === 'address' ? place(o) : o),
  });
  return { ...merged, locations: merged.locations.filter((l) => l.name !== from) };
}
