// Questions about code before it is lowered: which variables a piece of it writes, whether it can create threads.

import type { Builtin } from '../builtin.js';
import type {
  FunctionSymbol,
  Initialisation,
  Place,
  TypedStatement,
  Unit,
  Value,
  Variable,
} from '../typed.js';
import { type CType, type FunctionType, sameType } from '../types.js';
import { readPlaces, startedBody, valuesOf, writtenPlaces } from './builtinParts.js';

interface Visitor {
  readonly variable?: (variable: Variable) => void;
  readonly value?: (value: Value) => void;
  readonly place?: (place: Place) => void;
  readonly statement?: (statement: TypedStatement) => void;
  /** The statements of a switch that are not visited. */
  readonly dead?: (of: Extract<TypedStatement, { kind: 'switch' }>) => ReadonlySet<TypedStatement>;
}

function visitPlace(place: Place, visitor: Visitor): void {
  visitor.place?.(place);
  switch (place.kind) {
    case 'variable':
      visitor.variable?.(place.variable);
      return;
    case 'literal':
      visitInitialisation(place.initialiser, visitor);
      return;
    case 'deref':
      visitValue(place.pointer, visitor);
      return;
    case 'member':
      visitPlace(place.base, visitor);
      return;
    case 'element':
      visitPlace(place.base, visitor);
      visitValue(place.index, visitor);
      return;
  }
}

function visitInitialisation(init: Initialisation, visitor: Visitor): void {
  for (const { value } of init.parts) visitValue(value, visitor);
}

export function visitValue(value: Value, visitor: Visitor): void {
  visitor.value?.(value);
  switch (value.kind) {
    case 'const':
    case 'function':
      return;
    case 'load':
    case 'address':
      visitPlace(value.place, visitor);
      return;
    case 'unary':
    case 'convert':
      visitValue(value.operand, visitor);
      return;
    case 'binary':
    case 'difference':
    case 'logical':
    case 'comma':
      visitValue(value.left, visitor);
      visitValue(value.right, visitor);
      return;
    case 'statements':
      for (const item of value.items) visitStatement(item, visitor);
      return;
    case 'va-arg':
      visitPlace(value.list, visitor);
      return;
    case 'offset':
      visitValue(value.pointer, visitor);
      visitValue(value.index, visitor);
      return;
    case 'conditional':
      visitValue(value.condition, visitor);
      visitValue(value.whenTrue, visitor);
      visitValue(value.whenFalse, visitor);
      return;
    case 'assign':
      visitPlace(value.place, visitor);
      visitValue(value.value, visitor);
      return;
    case 'update':
      visitPlace(value.place, visitor);
      visitValue(value.operand, visitor);
      return;
    case 'call':
      visitValue(value.callee, visitor);
      for (const arg of value.args) visitValue(arg, visitor);
      return;
    case 'builtin':
      for (const part of valuesOf(value.builtin)) visitValue(part, visitor);
      for (const place of [...readPlaces(value.builtin), ...writtenPlaces(value.builtin)])
        visitPlace(place, visitor);
      for (const item of startedBody(value.builtin)) visitStatement(item, visitor);
  }
}

export function visitStatement(s: TypedStatement, visitor: Visitor): void {
  visitor.statement?.(s);
  switch (s.kind) {
    case 'expression':
    case 'defer':
      visitValue(s.value, visitor);
      return;
    case 'declare':
      if (s.initialiser !== undefined) visitInitialisation(s.initialiser, visitor);
      return;
    case 'block':
      for (const item of s.items) visitStatement(item, visitor);
      return;
    case 'switch': {
      visitValue(s.value, visitor);
      const dead = visitor.dead?.(s);
      for (const item of s.items) if (dead?.has(item) !== true) visitStatement(item, visitor);
      return;
    }
    case 'if':
      visitValue(s.condition, visitor);
      visitStatement(s.whenTrue, visitor);
      if (s.whenFalse !== undefined) visitStatement(s.whenFalse, visitor);
      return;
    case 'loop':
      if (s.initialiser !== undefined) visitStatement(s.initialiser, visitor);
      if (s.condition !== undefined) visitValue(s.condition, visitor);
      if (s.step !== undefined) visitValue(s.step, visitor);
      visitStatement(s.body, visitor);
      return;
    case 'return':
      if (s.value !== undefined) visitValue(s.value, visitor);
      return;
    default:
      return;
  }
}

export function rootOf(place: Place): Variable | undefined {
  switch (place.kind) {
    case 'variable':
    case 'literal':
      return place.variable;
    case 'member':
    case 'element':
      return rootOf(place.base);
    case 'deref':
      return undefined;
  }
}

/** The variables that the statements give values to. */
export function assignedVariables(statements: readonly TypedStatement[]): ReadonlySet<Variable> {
  const found = new Set<Variable>();
  const add = (place: Place): void => {
    const root = rootOf(place);
    if (root !== undefined) found.add(root);
  };
  const visitor: Visitor = {
    value: (value) => {
      if (value.kind === 'assign' || value.kind === 'update') add(value.place);
      if (value.kind === 'va-arg') add(value.list);
      if (value.kind === 'builtin') writtenPlaces(value.builtin).forEach(add);
    },
    statement: (statement) => {
      if (statement.kind === 'declare') found.add(statement.variable);
    },
  };
  for (const statement of statements) visitStatement(statement, visitor);
  return found;
}

/** The variables of the function around that the statements use. */
export function usedVariables(statements: readonly TypedStatement[]): ReadonlySet<Variable> {
  const used = new Set<Variable>();
  const own = new Set<Variable>();
  for (const statement of statements)
    visitStatement(statement, {
      variable: (variable) => used.add(variable),
      statement: (s) => {
        if (s.kind === 'declare') own.add(s.variable);
      },
    });
  return new Set([...used].filter((variable) => !own.has(variable)));
}

/** Labels the statement jumps to. */
export function gotosIn(statement: TypedStatement): ReadonlySet<string> {
  const labels = new Set<string>();
  visitStatement(statement, {
    statement: (s) => {
      if (s.kind === 'goto') labels.add(s.label);
    },
  });
  return labels;
}

/** Functions a call through a pointer of this type can reach. */
export function candidates(unit: Unit, callee: Value): FunctionSymbol[] {
  const type = callee.type.kind === 'pointer' ? callee.type.to : callee.type;
  return [...unit.functions.values()].filter(
    (symbol) =>
      symbol.addressed &&
      (sameType(symbol.type, type) || (type.kind === 'function' && calledAlike(symbol.type, type))),
  );
}

/** Functions that may be handlers of signals: with the number, with what is known of it, or with nothing. */
export const handlersIn = (unit: Unit): FunctionSymbol[] =>
  [...unit.functions.values()].filter(
    ({ addressed, type: { parameters, variadic } }) =>
      addressed &&
      !variadic &&
      (parameters.length === 0 || parameters.length === 1 || parameters.length === 3) &&
      (parameters.length === 0 || parameters[0].kind === 'integer'),
  );

/** The parameters of handlers that point to what is known of the signal. */
export const toldIn = (unit: Unit): Variable[] =>
  handlersIn(unit).flatMap(({ definition }) => definition?.parameters.slice(1, 2) ?? []);

/** Functions that machines call in the same way: `void *f(void *)` and `void f(int *)`. */
const calledAlike = (a: FunctionType, b: FunctionType): boolean =>
  a.variadic === b.variadic &&
  a.parameters.length === b.parameters.length &&
  a.parameters.every((type, i) => passedAlike(type, b.parameters[i])) &&
  (a.result.kind === 'void' || b.result.kind === 'void' || passedAlike(a.result, b.result));

const passedAlike = (a: CType, b: CType): boolean =>
  sameType(a, b) ||
  (a.kind === 'pointer' && b.kind === 'pointer') ||
  (a.kind === 'integer' && b.kind === 'integer' && a.size === b.size);

const creates: ReadonlySet<Builtin['op']> = new Set(['thread-create', 'thread-start']);

/** Whether code can create threads, directly or through calls; remembers the answer per function. */
export class CreationScan {
  readonly #creates = new Map<FunctionSymbol, boolean>();

  /** `through`: the functions that a call through a pointer can reach. */
  constructor(readonly through: (callee: Value) => readonly FunctionSymbol[]) {}

  statement(statement: TypedStatement): boolean {
    let found = false;
    visitStatement(statement, {
      value: (value) => {
        if (value.kind === 'builtin' && creates.has(value.builtin.op)) found = true;
        if (value.kind === 'call' && !found) {
          const { callee } = value;
          const reached = callee.kind === 'function' ? [callee.function] : this.through(callee);
          found = reached.some((symbol) => this.#function(symbol));
        }
      },
    });
    return found;
  }

  #function(symbol: FunctionSymbol): boolean {
    const known = this.#creates.get(symbol);
    if (known !== undefined) return known;
    this.#creates.set(symbol, false);
    const creates = (symbol.definition?.body ?? []).some((statement) => this.statement(statement));
    this.#creates.set(symbol, creates);
    return creates;
  }
}
