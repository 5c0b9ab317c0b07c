// Gives clauses to sat::solver by the thousand: a small WebAssembly module of two loops, so that neither a literal nor a clause takes
// a call from JavaScript.

import { body, header, i32, leb, section, text } from './wasmBytes.js';

type Native = (...args: number[]) => number;

export interface Feeder {
  /** Makes variables, numbered from 1, until there are those below `to`, if there are those below `known`. */
  addVariables(solver: number, known: number, to: number): number;
  /**
   * Takes the clauses between two addresses, each ended by 0 and of DIMACS's literals, which are changed, and makes the variables they
   * mention; says below what there are now.
   */
  addClauses(solver: number, known: number, from: number, to: number): number;
}

/** sat::status: a kind, the owner of the clause (-1 for none), and a hint for proofs. */
const statusBytes = 12;

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
/** From -64 to 63. */
const constant = (value: number): number[] => [0x41, value & 0x7f];
const load: readonly number[] = [0x28, 2, 0];
const store = (offset: number): number[] => [0x36, 2, offset];
const [add, subtract, shiftLeft, shiftRight, select, drop] = [0x6a, 0x6b, 0x74, 0x76, 0x1b, 0x1a];
const [isGreater, isAtMostUnsigned, isAtLeastUnsigned] = [0x4a, 0x4d, 0x4f];
const [ifNotZero, otherwise, end] = [[0x04, 0x40], 0x05, 0x0b];
const call = (f: number): number[] => [0x10, f];
/** Repeats until `done`. */
const until = (done: readonly number[], again: readonly number[]): number[] => [
  ...[0x02, 0x40, 0x03, 0x40],
  ...[...done, 0x0d, 1],
  ...[...again, 0x0c, 0, end, end],
];
const increase = (local: number, by: number): number[] => [
  ...get(local),
  ...constant(by),
  add,
  ...set(local),
];

/** The functions of the module by number, imports first. */
const [makeVariable, makeClause, addVariables, addClauses] = [0, 1, 2, 3];

function variablesCode(): number[] {
  const [solver, known, to] = [0, 1, 2];
  return [
    0,
    ...until(
      [...get(known), ...get(to), isAtLeastUnsigned],
      [
        ...[...get(solver), ...constant(1), ...constant(1), ...call(makeVariable), drop],
        ...increase(known, 1),
      ],
    ),
    ...[...get(known), end],
  ];
}

function clausesCode(): number[] {
  const [solver, known, from, to, status, start, literal] = [0, 1, 2, 3, 4, 5, 6];
  const variable = [...get(literal), ...constant(1), shiftRight];
  return [
    ...[1, 2, i32],
    ...[...get(from), ...set(start)],
    ...until(
      [...get(from), ...get(to), isAtLeastUnsigned],
      [
        ...[...get(from), ...load, ...set(literal)],
        ...[...get(literal), ...ifNotZero],
        // A sat::literal is twice its variable, and one more if it is negative.
        ...[...get(literal), ...constant(1), shiftLeft],
        ...[...constant(1), ...get(literal), ...constant(1), shiftLeft, subtract],
        ...[...get(literal), ...constant(0), isGreater, select, ...set(literal)],
        ...[...get(from), ...get(literal), ...store(0)],
        ...[...get(known), ...variable, isAtMostUnsigned, ...ifNotZero],
        ...[...get(solver), ...get(known), ...variable, ...constant(1), add],
        ...[...call(addVariables), ...set(known), end],
        otherwise,
        // It is the function's own, as an argument passed by value.
        ...[...get(status), ...constant(0), ...store(0)],
        ...[...get(status), ...constant(-1), ...store(4)],
        ...[...get(status), ...constant(0), ...store(8)],
        ...[...get(solver), ...get(from), ...get(start), subtract, ...constant(2), shiftRight],
        ...[...get(start), ...get(status), ...call(makeClause), drop],
        ...[...get(from), ...constant(4), add, ...set(start), end],
        ...increase(from, 4),
      ],
    ),
    ...[...get(known), end],
  ];
}

function feederModule(): Uint8Array<ArrayBuffer> {
  const type = (parameters: number): number[] => [0x60, parameters, ...Array(parameters).fill(i32), 1, i32];
  const sharedMemory = [0x02, 0x03, 1, ...leb(65_536)];
  return Uint8Array.from([
    ...header,
    ...section(1, [type(3), type(4), type(5)]),
    ...section(2, [
      [...text('e'), ...text('memory'), ...sharedMemory],
      [...text('e'), ...text('variable'), 0, 0],
      [...text('e'), ...text('clause'), 0, 1],
    ]),
    ...section(3, [[0], [2]]),
    ...section(7, [
      [...text('variables'), 0, addVariables],
      [...text('clauses'), 0, addClauses],
    ]),
    ...section(10, [body(variablesCode()), body(clausesCode())]),
  ]);
}

/** Undefined if WebAssembly has no shared memory here. */
export function makeFeeder(
  memory: WebAssembly.Memory,
  malloc: Native,
  variable: Native,
  clause: Native,
): Feeder | undefined {
  const bytes = feederModule();
  if (!WebAssembly.validate(bytes)) return undefined;
  const { variables, clauses } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    e: { memory, variable, clause },
  }).exports;
  if (typeof variables !== 'function' || typeof clauses !== 'function') return undefined;
  const status = malloc(statusBytes) >>> 0;
  return {
    addVariables: (solver, known, to) => variables(solver, known, to),
    addClauses: (solver, known, from, to) => clauses(solver, known, from, to, status),
  };
}
