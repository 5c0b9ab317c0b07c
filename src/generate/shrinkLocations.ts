// Smaller memory: fewer locations, shorter arrays, simpler initial values.

import type { Expr } from '../program/expression.js';
import type { InitialValue, Location, Program } from '../program/program.js';
import { expressionsOf, forEachStatement } from '../program/statement.js';
import { mergeLocations, rewrite } from './rewrite.js';

export function* mergedLocations(program: Program): Generator<Program> {
  for (const from of [...program.locations].reverse())
    for (const into of program.locations)
      if (into !== from && into.initial.length >= from.initial.length)
        yield mergeLocations(program, from.name, into.name);
}

/** Without locations that no statement mentions, and without last cells of arrays. */
export function* withoutCells(program: Program): Generator<Program> {
  const used = mentionedLocations(program);
  const unused = program.locations.filter((l) => !used.has(l.name)).map((l) => l.name);
  if (unused.length > 0) yield withoutLocations(program, new Set(unused));
  for (const name of unused) yield withoutLocations(program, new Set([name]));
  for (const [index, location] of program.locations.entries())
    if (location.initial.length > 1) yield shortened(program, index, location);
}

function mentionedLocations(program: Program): Set<string> {
  const used = new Set<string>();
  const walk = (expr: Expr): void => {
    if (expr.kind === 'address') used.add(expr.location);
    for (const part of partsOf(expr)) walk(part);
  };
  const initial = (value: InitialValue): void => {
    if (typeof value === 'object') used.add(value.location);
  };
  for (const l of program.locations) l.initial.forEach(initial);
  for (const t of program.threads) {
    for (const value of t.registers.values()) initial(value);
    forEachStatement(t.body, (s) => expressionsOf(s).forEach(walk));
  }
  return used;
}

function partsOf(expr: Expr): Expr[] {
  switch (expr.kind) {
    case 'unary':
      return [expr.operand];
    case 'binary':
      return [expr.left, expr.right];
    case 'conditional':
      return [expr.condition, expr.whenTrue, expr.whenFalse];
    default:
      return [];
  }
}

function withoutLocations(program: Program, gone: ReadonlySet<string>): Program {
  const changed = rewrite(program, {
    operand: (o) => ((o.kind === 'cell' || o.kind === 'address') && gone.has(o.location) ? undefined : o),
  });
  return { ...changed, locations: changed.locations.filter((l) => !gone.has(l.name)) };
}

/** The array without its last cell; an array of one cell is a plain location. */
function shortened(program: Program, index: number, location: Location): Program {
  const initial = location.initial.slice(0, -1);
  const { array: _, ...plain } = location;
  const changed = rewrite(program, {
    operand: (o) =>
      (o.kind === 'cell' || o.kind === 'address') && o.location === location.name && o.index >= initial.length
        ? undefined
        : o,
  });
  const shorter = initial.length === 1 ? { ...plain, initial } : { ...location, initial };
  return { ...changed, locations: changed.locations.with(index, shorter) };
}

export function* smallerInitialValues(program: Program): Generator<Program> {
  for (const [index, location] of program.locations.entries())
    for (const [at, value] of location.initial.entries()) {
      const smaller = value === 0 ? [] : typeof value === 'number' && value > 1 ? [0, 1, value - 1] : [0];
      for (const v of smaller) {
        const changed = { ...location, initial: location.initial.with(at, v) };
        yield { ...program, locations: program.locations.with(index, changed) };
      }
    }
}
