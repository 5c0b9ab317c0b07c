// Whole programs rewritten as data: statements, initial values, and what is observed or stated about final states.

import type { Formula, Observable, Operand } from '../program/condition.js';
import type { Expr } from '../program/expression.js';
import type { ThreadId } from '../program/identity.js';
import type { InitialValue, Program } from '../program/program.js';
import { mapBody, mapExpr, mapOwnExpressions } from '../program/rewrite.js';
import type { Statement } from '../program/statement.js';
import { present } from '../support/present.js';

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
  readonly statement?: (s: Statement, thread: ThreadId) => readonly Statement[];
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
    ...present({
      condition: condition && { ...condition, formula: keep(condition.formula) },
      filter: filter && keep(filter),
    }),
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
