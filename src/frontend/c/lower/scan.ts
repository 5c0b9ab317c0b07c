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

interface Visitor {
  readonly variable?: (variable: Variable) => void;
  readonly value?: (value: Value) => void;
  readonly place?: (place: Place) => void;
  readonly statement?: (statement: TypedStatement) => void;
  /** What of a switch is not visited. */
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

/** What a thread runs that is started in the middle of a function. */
const startedBody = (b: Builtin): readonly TypedStatement[] =>
  (b.op === 'thread-start' ? b.body.definition?.body : undefined) ?? [];

function valuesOf(b: Builtin): readonly Value[] {
  switch (b.op) {
    case 'atomic-load':
    case 'fence':
      return [b.order];
    case 'atomic-store':
    case 'atomic-rmw':
      return [b.value, b.order];
    case 'atomic-cas':
      return [
        b.desired,
        b.order,
        ...(b.weak === undefined ? [] : [b.weak]),
        ...(b.expected.kind === 'value' ? [b.expected.value] : []),
      ];
    case 'thread-create':
      return [b.start, b.argument, ...(b.attributes === undefined ? [] : [b.attributes])];
    case 'signal':
      return b.args;
    case 'thread-join':
    case 'thread-detach':
    case 'thread-index':
    case 'cancel-wake':
      return [b.thread];
    case 'cancel-state':
      return [b.thread, b.change?.value].filter((value) => value !== undefined);
    case 'thread-exit':
      return [b.value];
    case 'cond-wait':
      return b.timed === undefined ? [] : [b.timed.isTime];
    case 'take':
      return [b.value, b.change];
    case 'await':
    case 'futex-wait':
      return [b.value];
    case 'futex-wake':
      return [b.word, b.count];
    case 'give-back':
      return [b.holder];
    case 'lifetime':
      return [b.pointer];
    case 'barrier':
      return [b.barrier];
    case 'cleanup-push':
      return [b.handler, b.argument];
    case 'cleanup-pop':
      return [b.execute];
    case 'alloc':
      return b.alignment === undefined ? [b.bytes] : [b.alignment, b.bytes];
    case 'free':
    case 'block-size':
    case 'is-literal':
      return [b.pointer];
    case 'zeroing':
      return [b.target, b.bytes, b.written];
    case 'fill':
      return b.value === undefined ? [b.target] : [b.target, b.value];
    case 'copy':
      return [b.target, b.source];
    case 'compare':
      return [b.left, b.right];
    case 'assert':
    case 'assume':
      return [b.condition];
    case 'exit':
      return [b.status];
    case 'bits':
      return [b.operand];
    case 'reads':
      return b.most === undefined ? [b.pointer] : [b.pointer, b.most];
    case 'overflow':
      return [b.left, b.right];
    case 'jump-back':
      return [b.number, b.value];
    case 'unknown':
      return b.args;
    case 'ignore':
      return b.count === undefined ? b.args : [...b.args, b.count];
    default:
      return [];
  }
}

function readPlaces(b: Builtin): readonly Place[] {
  switch (b.op) {
    case 'atomic-load':
    case 'atomic-store':
    case 'atomic-rmw':
    case 'atomic-cas':
      return [b.place];
    case 'lock':
    case 'unlock':
    case 'trylock':
      return [b.mutex];
    case 'object-init':
      return [b.object];
    case 'cond-wait':
      return [b.cond, b.mutex];
    case 'cond-signal':
    case 'cond-broadcast':
    case 'cond-destroy':
      return [b.cond];
    case 'take':
    case 'await':
    case 'give-back':
    case 'futex-wait':
      return [b.cell];
    default:
      return [];
  }
}

/** The places a library function writes its results to. */
export function writtenPlaces(b: Builtin): readonly Place[] {
  switch (b.op) {
    case 'atomic-cas':
      return b.expected.kind === 'place' ? [b.expected.place] : [];
    case 'thread-create':
      return b.handle === undefined ? [] : [b.handle];
    case 'thread-join':
      return b.result === undefined ? [] : [b.result];
    case 'overflow':
      return [b.place];
    default:
      return [];
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
