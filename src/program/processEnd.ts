// Returning from main and exit() end the process: what memory holds then is the final state, and what other threads would do
// afterwards does not happen. The program as one whose final states say so: where the process ends, an atomic section (entering
// the kernel empties the thread's buffer) copies what is observed to cells of its own, unless the process had ended before, and
// the copies are observed instead. Other threads go on, in vain. What they find then they could have found just before the end,
// which nobody notices: nobody joins a thread that ended the process (docs/semantics.md).

import { type Formula, type Observable, observableKey } from './condition.js';
import { addressOf, binary, constant, type Expr, register } from './expression.js';
import type { Width } from './integer.js';
import { joinsAll } from './joinsAll.js';
import type { Location, Program } from './program.js';
import { rewriteBody } from './rewrite.js';
import { forEachStatement, type Statement } from './statement.js';

/** The first cell says that the process has ended; then come the copies. */
export const endLocation = 'process end';
const ended: Observable = { kind: 'cell', location: endLocation, index: 0 };

/** The same program if nobody ends the process while others may run, or nothing is observed. */
export function atProcessEnd(program: Program): Program {
  const { endsWith, threads } = program;
  if (endsWith === undefined || threads.length < 2 || program.final !== undefined) return program;
  const exits = threads.some(({ body }) => hasExit(body));
  if (!exits && joinsAll(program, endsWith)) return program;
  const copied = program.observed.filter((o) => o.kind === 'cell');
  if (copied.length === 0) return program;
  const end = copying(program, copied, exits);
  const copies = new Map(
    copied.map((o, i): [string, Observable] => [
      observableKey(o),
      { ...o, location: endLocation, index: i + 1 },
    ]),
  );
  const copyOf = <T extends Observable>(o: T): T | Observable => copies.get(observableKey(o)) ?? o;
  const cells: Location = { name: endLocation, initial: new Array(copied.length + 1).fill(0), array: true };
  const { condition, filter } = program;
  return {
    ...program,
    locations: [...program.locations, cells],
    threads: threads.map((thread, t) => {
      const body = ending(thread.body, end);
      return { ...thread, body: t === endsWith ? [...body, ...end] : body };
    }),
    observed: program.observed.map(copyOf),
    ...(condition === undefined
      ? {}
      : { condition: { ...condition, formula: renamed(condition.formula, copyOf) } }),
    ...(filter === undefined ? {} : { filter: renamed(filter, copyOf) }),
    final: { kind: 'compare', op: '=', left: ended, right: { kind: 'const', value: 1 } },
  };
}

/** An atomic section does not contain another. */
const ending = (body: readonly Statement[], end: readonly Statement[]): readonly Statement[] =>
  rewriteBody(body, (s) => {
    if (isExit(s)) return [...end, s];
    if (s.kind !== 'atomic') return undefined;
    const inside = end.flatMap((one) => (one.kind === 'atomic' ? one.body : [one]));
    return [{ ...s, body: ending(s.body, inside) }];
  });

const isExit = (s: Statement): boolean => s.kind === 'assume' && s.exits === true;

function hasExit(body: readonly Statement[]): boolean {
  let found = false;
  forEachStatement(body, (s) => {
    found ||= isExit(s);
  });
  return found;
}

const cellOf = (location: string, offset: number): Expr =>
  offset === 0 ? addressOf(location) : binary('+', addressOf(location), constant(offset));

function copying(program: Program, copied: readonly Observable[], several: boolean): Statement[] {
  const note: Statement = { kind: 'store', address: cellOf(endLocation, 0), value: constant(1) };
  const copies = copied.flatMap((o, i): Statement[] => {
    if (o.kind !== 'cell') return [];
    const { offset, width } = place(program, o.location, o.index);
    const target = `end ${i}`;
    const value = register(target, width === 64 ? 64 : 32);
    return [
      { kind: 'load', target, address: cellOf(o.location, offset), width },
      { kind: 'store', address: cellOf(endLocation, i + 1), value, width },
    ];
  });
  if (!several) return [{ kind: 'atomic', body: [note, ...copies] }];
  const before = 'has ended';
  const first: Statement = {
    kind: 'if',
    condition: register(before),
    whenTrue: [],
    whenFalse: [note, ...copies],
  };
  const look: Statement = { kind: 'load', target: before, address: cellOf(endLocation, 0) };
  return [{ kind: 'atomic', body: [look, first] }];
}

/** Where a cell is in its location, and how wide. */
function place(program: Program, location: string, index: number): { offset: number; width: Width } {
  const shape = program.locations.find(({ name }) => name === location)?.shape?.cells[index];
  return shape ?? { offset: index, width: 32 };
}

function renamed(formula: Formula, copyOf: <T extends Observable>(o: T) => T | Observable): Formula {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return formula;
    case 'compare': {
      const { right } = formula;
      const isObservable = right.kind === 'cell' || right.kind === 'register';
      return { ...formula, left: copyOf(formula.left), right: isObservable ? copyOf(right) : right };
    }
    case 'not':
      return { ...formula, operand: renamed(formula.operand, copyOf) };
    default:
      return { ...formula, left: renamed(formula.left, copyOf), right: renamed(formula.right, copyOf) };
  }
}
