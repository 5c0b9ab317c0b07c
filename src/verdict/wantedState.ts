// A final state as users write it, `0:EAX=0 1:EAX=0` or `x=1; y=0`, as a question: the program whose filter lets only
// such states pass. Registers and cells that are not named may hold any value. The state in which an assertion fails
// is a final state too: the last of its process (program/failedAssertions.ts). A finding is asked for in the same
// way.

import { AddressNames, cellName, observedName } from '../program/addressNames.js';
import { bytesOf, type CellShape } from '../program/cells.js';
import { type Formula, numbersIn, type Observable, observablesOf } from '../program/condition.js';
import { forEachRegister } from '../program/expression.js';
import { type FailedAssertion, failureLocation, failuresAsEnds } from '../program/failedAssertions.js';
import { floatOf, floatText } from '../program/floatNames.js';
import { type Integer, toInteger, wrap } from '../program/integer.js';
import { functionBase, layOut } from '../program/layout.js';
import { printFormula, printObservable } from '../program/printCondition.js';
import type { Program } from '../program/program.js';
import { expressionsOf, forEachStatement, targetsOf } from '../program/statement.js';
import { InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import { isWantedFinding, type WantedFinding, wantedFindingText } from './wantedFinding.js';

export interface WantedState {
  /** Its final states are those that are wanted. */
  readonly program: Program;
  /** The same program with all its final states. */
  readonly whole: Program;
  /** In herd's notation; a finding as the user names it. */
  readonly text: string;
  /** By their positions in a final state. Its other parts come first. */
  readonly assertions: readonly FailedAssertion[];
  /** The finding that is asked for, if it is not a state. */
  readonly finding?: {
    readonly wanted: WantedFinding;
    /** The program in which to look for it. */
    readonly program: Program;
    /** Whether all of them are failed assertions, so that `program` says which executions they are. */
    readonly asserted: boolean;
  };
}

/** The states of `text`, or without one those that the program's condition is about. */
export function wantedState(whole: Program, text: string | undefined): WantedState {
  const formula = text === undefined ? conditionOf(whole) : parseState(whole, text);
  const { program, assertions } = failuresAsEnds(whole);
  const filter: Formula =
    program.filter === undefined ? formula : { kind: 'and', left: program.filter, right: formula };
  return {
    program: showing(program, filter, assertions.length),
    whole: program,
    text: text === undefined ? printFormula(whole, formula) : stateText(whole, formula),
    assertions,
  };
}

/** The executions that end in a finding. */
export function wantedFinding(whole: Program, wanted: WantedFinding): WantedState {
  const { program, assertions } = failuresAsEnds(whole);
  const { condition: _, ...plain } = whole;
  const cells = assertions.flatMap(({ assertion: { finding, at } }, i) =>
    isWantedFinding(wanted, whole, { kind: finding ?? 'assertion', ...present({ at }) }) ? [i] : [],
  );
  const failed = cells.map(hasFailed);
  const any = failed.reduce<Formula>((left, right) => ({ kind: 'or', left, right }), { kind: 'false' });
  return {
    program: showing(program, any, assertions.length),
    whole: program,
    text: wantedFindingText(wanted),
    assertions,
    finding: { wanted, program: { ...plain, observed: [] }, asserted: cells.length > 0 },
  };
}

const failureCell = (index: number): Observable => ({ kind: 'cell', location: failureLocation, index });

const hasFailed = (index: number): Formula => ({
  kind: 'compare',
  op: '=',
  left: failureCell(index),
  right: { kind: 'const', value: 1 },
});

/** Final states show what the filter reads, and last which assertions failed. */
function showing({ condition: _, ...program }: Program, filter: Formula, assertions: number): Program {
  const failures = Array.from({ length: assertions }, (_, i) => failureCell(i));
  const read = observablesOf(filter).filter((one) => one.kind !== 'cell' || one.location !== failureLocation);
  return { ...program, filter, observed: [...read, ...failures] };
}

/** In the names of final states. */
function stateText(program: Program, formula: Formula): string {
  if (formula.kind === 'and')
    return `${stateText(program, formula.left)} /\\ ${stateText(program, formula.right)}`;
  if (formula.kind !== 'compare') return printFormula(program, formula);
  const { left, right } = formula;
  const value = right.kind === 'const' ? right.value : undefined;
  const cell = cellOf(program, left);
  if (cell?.float === true && value !== undefined)
    return `${observedName(program, left)}=${floatText(value, bytesOf(cell.width))}`;
  const pointer = value === undefined ? undefined : new AddressNames(program, layOut(program)).pointer(value);
  return pointer === undefined && observedName(program, left) === printObservable(program, left)
    ? printFormula(program, formula)
    : `${observedName(program, left)}=${pointer ?? value}`;
}

/** The formula of the states that witness or violate the condition. */
function conditionOf({ condition }: Program): Formula {
  if (condition === undefined)
    throw new InputError({
      code: 'no-outcome',
      message: 'the program has no condition to explain',
      hint: 'name a final state: --outcome "x=1 y=0", or a finding: --finding any',
    });
  return condition.quantifier === 'forall' ? { kind: 'not', operand: condition.formula } : condition.formula;
}

function parseState(program: Program, text: string): Formula {
  const parts = text
    .replace(/\s*=+\s*/g, '=')
    .split(/[\s;,]+|\/\\|&&/)
    .filter((part) => part !== '');
  if (parts.length === 0) throw badOutcome(program, 'no value is named');
  return parts
    .map((part) => comparison(program, part))
    .reduce((left, right) => ({ kind: 'and', left, right }));
}

function comparison(program: Program, part: string): Formula {
  const match = /^([^=]+)=([^=]+)$/.exec(part);
  if (match === null) throw badOutcome(program, `'${part}' is not NAME=VALUE`);
  const [, name, value] = match;
  const left = observableOf(program, name);
  if (left === undefined) throw badOutcome(program, `nothing is named ${name}`);
  const is = (part: Observable, bits: Integer): Formula => ({
    kind: 'compare',
    op: '=',
    left: part,
    right: { kind: 'const', value: bits },
  });
  const places = numbersIn(program.observed).find(([first]) => program.observed[first] === left) ?? [];
  const parts = places.map((i) => program.observed[i]);
  if (parts.length < 2) return is(left, wantedValue(program, left, value));
  const widths = parts.map((part) => cellOf(program, part)?.width ?? 64);
  const bytes = widths.reduce((sum, width) => sum + bytesOf(width), 0);
  let bits = BigInt(wantedValue(program, left, value, bytes));
  return parts
    .map((part, i): Formula => {
      const low = BigInt.asIntN(widths[i], bits);
      bits >>= BigInt(widths[i]);
      return is(part, toInteger(low));
    })
    .reduce((low, high) => ({ kind: 'and', left: low, right: high }));
}

function badOutcome(program: Program, message: string): InputError {
  const known = program.observed.map((observable) => observedName(program, observable)).slice(0, 12);
  return new InputError({
    code: 'bad-outcome',
    message: `--outcome: ${message}`,
    ...(known.length === 0 ? {} : { hint: `there are ${known.join(', ')}` }),
  });
}

/** Something a final state shows; else any cell or register of the program. */
function observableOf(program: Program, name: string): Observable | undefined {
  const shown = program.observed.find((observable) => observedName(program, observable) === name);
  if (shown !== undefined) return shown;
  for (const location of program.locations) {
    const index = location.suffixes?.findIndex((_, i) => cellName(location, i) === name) ?? -1;
    if (index >= 0) return { kind: 'cell', location: location.name, index };
  }
  const register = /^(\w+):[%$]?(\w+)$/.exec(name);
  if (register !== null) return registerOf(program, register[1], register[2]);
  const cell = /^([^[\]]+)(?:\[(\d+)\])?$/.exec(name);
  const location = program.locations.find((one) => one.name === cell?.[1]);
  const index = Number(cell?.[2] ?? 0);
  if (location === undefined || index >= location.initial.length) return undefined;
  return { kind: 'cell', location: location.name, index };
}

function registerOf({ threads }: Program, threadName: string, name: string): Observable | undefined {
  const byName = threads.findIndex((one) => one.name === threadName);
  const thread = byName >= 0 ? byName : /^\d+$/.test(threadName) ? Number(threadName) : -1;
  const found = registersOf(threads[thread]?.body ?? []);
  const register = found.find((one) => one.toLowerCase() === name.toLowerCase());
  return register === undefined ? undefined : { kind: 'register', thread, register };
}

function registersOf(body: Parameters<typeof forEachStatement>[0]): string[] {
  const found = new Set<string>();
  forEachStatement(body, (statement) => {
    for (const name of targetsOf(statement)) found.add(name);
    for (const expr of expressionsOf(statement)) forEachRegister(expr, (name) => found.add(name));
  });
  return [...found];
}

const cellOf = ({ locations }: Program, observable: Observable): CellShape | undefined =>
  observable.kind === 'cell'
    ? locations.find(({ name }) => name === observable.location)?.shape?.cells[observable.index]
    : undefined;

/** A number, the address of a location, or a pointer as final states show it. `bytes`: of a number that is in several cells. */
function wantedValue(program: Program, observable: Observable, text: string, bytes = 8): Integer {
  const { unsigned } = observable;
  const cell = cellOf(program, observable);
  const float =
    cell?.float === true
      ? floatOf(text, bytesOf(cell.width))
      : observable.float === true
        ? floatOf(text, bytes)
        : undefined;
  if (float !== undefined) return float;
  if (cell?.union === true)
    throw badOutcome(
      program,
      `which member of the union ${observedName(program, observable)} is meant is not known`,
    );
  if (/^-?(?:\d+|0x[\da-f]+)$/i.test(text)) {
    const size = BigInt(text.replace(/^-/, ''));
    return wrap(toInteger(text.startsWith('-') ? -size : size), unsigned ?? 64);
  }
  const layout = layOut(program);
  const names = new AddressNames(program, layout);
  const pointers = [...layout.initial.keys(), ...(program.functions ?? []).map((_, i) => functionBase + i)];
  const address = layout.addressOf.get(text) ?? pointers.find((one) => names.pointer(one) === text);
  if (address === undefined) throw badOutcome(program, `'${text}' is neither a number nor a location`);
  return address;
}
