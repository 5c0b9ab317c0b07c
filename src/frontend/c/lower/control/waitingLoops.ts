// Loops that look, and wait for a condition variable, and look again: `while (!ready) pthread_cond_wait(&c, &m);`. Of wakeups
// without a signal such a loop needs only the last, and none at all where it came to the mutex just before (docs/language-c.md).

import type { Builtin } from '../../builtin.js';
import { constantValue } from '../../check/constants.js';
import type {
  FunctionSymbol,
  LoopStatement,
  Place,
  TypedStatement,
  Unit,
  Value,
  Variable,
} from '../../typed.js';
import { assignedVariables, usedVariables, visitStatement } from '../scan.js';

/** Library operations without a lasting effect. */
const harmless: ReadonlySet<Builtin['op']> = new Set([
  'atomic-load',
  'thread-self',
  'thread-index',
  'bits',
  'ignore',
  'reads',
  'same-bits',
  'is-literal',
  'assert',
  'assume',
  'fail',
  'exit',
]);

/**
 * When a loop with a wait tests whether to go on: `before` the first wait and after each one, or only `after` each wait. A
 * round that goes on has no lasting effect.
 */
type Looks = 'before' | 'after';

export function looksAgain(loop: LoopStatement): Looks | undefined {
  const items = itemsOf(withoutErrorChecks(loop.body)).filter((item) => !isIgnored(item));
  const wait = items.findIndex((s) => (s.kind === 'expression' || s.kind === 'declare') && waits(s));
  if (wait < 0) return undefined;
  const [before, after] = [items.slice(0, wait), items.slice(wait + 1)].map((part) => part.map(goingOn));
  for (const value of [loop.condition, loop.step])
    if (value !== undefined) before.push({ kind: 'expression', value, at: loop.at });
  const parts: [readonly TypedStatement[], Waits][] = [
    [[...before, ...after], 'not'],
    [[items[wait]], 'waits'],
  ];
  if (!parts.every(([part, may]) => leavesNothing(part, may)) || carries(before, after)) return undefined;
  const own = declaredIn([items[wait]]);
  const onlyWaits = [...assignedVariables([items[wait]])].every((variable) => own.has(variable));
  return after.length === 0 && onlyWaits && !loop.testAfter ? 'before' : 'after';
}

/** Whether statements may wait for a condition. */
type Waits = 'waits' | 'not';

/** The statements one after the other; `if (wait()) ...` is the wait, and then what is done after it. */
function itemsOf(s: TypedStatement): readonly TypedStatement[] {
  if (s.kind === 'block') return s.items.flatMap(itemsOf);
  if (s.kind !== 'if') return [s];
  const condition: TypedStatement = { kind: 'expression', value: s.condition, at: s.at };
  if (!waits(condition)) return [s];
  const branches = [s.whenTrue, s.whenFalse].filter((branch) => branch !== undefined && !leaves(branch));
  return [condition, ...branches.flatMap((branch) => (branch === undefined ? [] : itemsOf(branch)))];
}

/** The part of the statement that a round executes if it goes on. Of `if (stop) { ...; return; }` only the test remains. */
function goingOn(s: TypedStatement): TypedStatement {
  if (s.kind === 'block') return { ...s, items: s.items.map(goingOn) };
  if (s.kind !== 'if') return s;
  const nothing: TypedStatement = { kind: 'block', items: [], at: s.at };
  const side = (branch: TypedStatement): TypedStatement => (leaves(branch) ? nothing : goingOn(branch));
  const { whenTrue, whenFalse } = s;
  return {
    ...s,
    whenTrue: side(whenTrue),
    ...(whenFalse === undefined ? {} : { whenFalse: side(whenFalse) }),
  };
}

/** Whether it certainly leaves the loop. */
function leaves(s: TypedStatement): boolean {
  if (s.kind === 'return' || s.kind === 'break') return true;
  if (s.kind === 'block') return s.items.some(leaves);
  if (s.kind !== 'expression' || s.value.kind !== 'builtin') return false;
  return (
    s.value.builtin.op === 'exit' || s.value.builtin.op === 'thread-exit' || s.value.builtin.op === 'fail'
  );
}

/** Whether something that was computed before the wait is used after it. */
function carries(before: readonly TypedStatement[], after: readonly TypedStatement[]): boolean {
  const used = usedVariables(after);
  return [...assignedVariables(before)].some((variable) => used.has(variable));
}

/** do { ... } while (0) */
export const isOnce = ({ testAfter, condition }: LoopStatement): boolean =>
  testAfter && condition !== undefined && constantValue(condition) === 0;

/** The statement without checks of what waits return, and without the `do` and `while (0)` that macros put around. */
function withoutErrorChecks(s: TypedStatement): TypedStatement {
  if (s.kind === 'loop') return isOnce(s) ? withoutErrorChecks(s.body) : s;
  if (s.kind !== 'block') return s;
  const items = s.items.map(withoutErrorChecks);
  const results = new Set(items.flatMap(waitResult));
  return { ...s, items: items.filter((item) => !isErrorCheck(item, results)) };
}

function waits(s: TypedStatement, within: readonly FunctionSymbol[] = []): boolean {
  let found = false;
  visitStatement(s, {
    value: (v) => {
      if (v.kind === 'builtin') found ||= v.builtin.op === 'cond-wait';
      else if (v.kind === 'call' && v.callee.kind === 'function')
        found ||= isWaitFunction(v.callee.function, within);
    },
  });
  return found;
}

/** The variable that is given the result of a wait, which is 0. */
function waitResult(s: TypedStatement): readonly Variable[] {
  if (s.kind === 'declare') {
    const [only, ...others] = s.initialiser?.parts ?? [];
    return others.length === 0 && only !== undefined && isUntimedWait(only.value) ? [s.variable] : [];
  }
  if (s.kind !== 'expression' || s.value.kind !== 'assign' || !isUntimedWait(s.value.value)) return [];
  return s.value.place.kind === 'variable' ? [s.value.place.variable] : [];
}

/** `if (error) abort();` and the like, after a wait that had none. */
function isErrorCheck(s: TypedStatement, results: ReadonlySet<Variable>): boolean {
  if (s.kind !== 'if' || s.whenFalse !== undefined) return false;
  let only = true;
  visitStatement(
    { kind: 'expression', value: s.condition, at: s.at },
    {
      variable: (variable) => {
        only &&= results.has(variable);
      },
      value: ({ kind }) => {
        only &&= kind !== 'call' && kind !== 'builtin' && kind !== 'assign' && kind !== 'update';
      },
    },
  );
  const { condition } = s;
  if (!only || condition.kind !== 'binary') return only && condition.kind === 'load';
  return condition.op === '!=' && constantValue(condition.right) === 0;
}

/** A function of the program's own that waits, and returns what the wait did. */
function isWaitFunction(symbol: FunctionSymbol, within: readonly FunctionSymbol[]): boolean {
  const { definition } = symbol;
  if (definition === undefined || within.includes(symbol)) return false;
  const [first, ...others] = definition.body.filter((item) => !isIgnored(item));
  return (
    first !== undefined &&
    (first.kind === 'expression' || first.kind === 'declare' || first.kind === 'return') &&
    others.every(({ kind }) => kind === 'return') &&
    waits(first, [...within, symbol])
  );
}

const isIgnored = (s: TypedStatement): boolean => s.kind === 'expression' && doesNothing(s.value);

/** A constant, also one that is cast to void, or a function without a meaning here. */
function doesNothing(value: Value): boolean {
  if (value.kind === 'convert') return doesNothing(value.operand);
  return value.kind === 'const' || (value.kind === 'builtin' && value.builtin.op === 'ignore');
}

function declaredIn(statements: readonly TypedStatement[]): ReadonlySet<Variable> {
  const declared = new Set<Variable>();
  for (const statement of statements)
    visitStatement(statement, {
      statement: (s) => {
        if (s.kind === 'declare') declared.add(s.variable);
      },
    });
  return declared;
}

/** `own` are variables that end with the round; `within` are the functions that the check is already in. */
function leavesNothing(
  statements: readonly TypedStatement[],
  may: Waits,
  parameters: readonly Variable[] = [],
  within: readonly FunctionSymbol[] = [],
): boolean {
  const own = new Set([...parameters, ...declaredIn(statements)]);
  let nothing = true;
  const value = (v: Value): void => {
    if (v.kind === 'assign')
      nothing &&= isOwn(v.place, own) || (may === 'waits' && isResult(v.place, v.value));
    else if (v.kind === 'update') nothing &&= isOwn(v.place, own);
    else if (v.kind === 'builtin')
      nothing &&= harmless.has(v.builtin.op) || (may === 'waits' && v.builtin.op === 'cond-wait');
    else if (v.kind === 'va-arg') nothing = false;
    else if (v.kind === 'call')
      nothing &&= v.callee.kind === 'function' && calls(v.callee.function, may, within);
  };
  for (const statement of statements)
    visitStatement(statement, {
      value,
      statement: (s) => {
        if (s.kind === 'goto' || s.kind === 'label') nothing = false;
      },
    });
  return nothing;
}

function calls(symbol: FunctionSymbol, may: Waits, within: readonly FunctionSymbol[]): boolean {
  const { definition } = symbol;
  if (definition === undefined || within.includes(symbol)) return false;
  return leavesNothing(definition.body, may, definition.parameters, [...within, symbol]);
}

const isOwn = (place: Place, own: ReadonlySet<Variable>): boolean =>
  place.kind === 'variable' && own.has(place.variable) && isPrivate(place.variable);

const isPrivate = ({ storage, addressed }: Variable): boolean => storage === 'local' && !addressed;

/** `error = pthread_cond_wait(&c, &m)`: what the next wait writes again. */
const isResult = (place: Place, value: Value): boolean =>
  place.kind === 'variable' && isPrivate(place.variable) && isWait(value);

function isWait(value: Value): boolean {
  if (value.kind === 'convert') return isWait(value.operand);
  return value.kind === 'builtin' && value.builtin.op === 'cond-wait';
}

/** A wait without a timeout: its result is always 0. */
function isUntimedWait(value: Value): boolean {
  if (value.kind === 'convert') return isUntimedWait(value.operand);
  return value.kind === 'builtin' && value.builtin.op === 'cond-wait' && value.builtin.timed === undefined;
}

const tryingUnits = new WeakMap<Unit, boolean>();

/** Whether a trylock in the program may find a mutex held without waiting for it. */
export function triesLocks(unit: Unit): boolean {
  const known = tryingUnits.get(unit);
  if (known !== undefined) return known;
  let found = false;
  const value = (v: Value): void => {
    found ||= v.kind === 'builtin' && v.builtin.op === 'trylock';
  };
  for (const { definition } of unit.functions.values())
    for (const statement of definition?.body ?? []) visitStatement(statement, { value });
  tryingUnits.set(unit, found);
  return found;
}
