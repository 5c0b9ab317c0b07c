// Loops that look, and wait for a condition variable, and look again: `while (!ready) pthread_cond_wait(&c, &m);`. To such a loop
// a wakeup without a signal shows what coming later would have shown, so it is not tried there (docs/language-c.md).

import type { Builtin } from '../builtin.js';
import { constantValue } from '../check/constants.js';
import type { FunctionSymbol, LoopStatement, Place, TypedStatement, Value, Variable } from '../typed.js';
import { visitStatement } from './scan.js';

/** What leaves nothing behind. */
const harmless: ReadonlySet<Builtin['op']> = new Set([
  'cond-wait',
  'atomic-load',
  'thread-self',
  'bits',
  'ignore',
  'assert',
  'assume',
  'fail',
  'exit',
]);

/** Whether a round looks, then waits, and leaves nothing behind but what its own variables hold. */
export function looksAgain(loop: LoopStatement): boolean {
  const body = withoutErrorChecks(loop.body);
  if (loop.testAfter || !endsWithWait(body)) return false;
  const round: TypedStatement[] = [body];
  for (const value of [loop.condition, loop.step])
    if (value !== undefined) round.push({ kind: 'expression', value, at: loop.at });
  return leavesNothing(round, [], []);
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

/** Whether the last thing is a wait: nothing is decided between it and the next look. */
function endsWithWait(s: TypedStatement): boolean {
  switch (s.kind) {
    case 'block': {
      const last = s.items.findLast((item) => !isIgnored(item));
      return last !== undefined && endsWithWait(last);
    }
    case 'expression':
    case 'declare':
      return waits(s);
    default:
      return false;
  }
}

function waits(s: TypedStatement): boolean {
  let found = false;
  visitStatement(s, {
    value: (v) => {
      if (v.kind === 'builtin') found ||= v.builtin.op === 'cond-wait';
      else if (v.kind === 'call' && v.callee.kind === 'function') found ||= isWaitFunction(v.callee.function);
    },
  });
  return found;
}

/** The variable that is given the result of a wait, which is 0. */
function waitResult(s: TypedStatement): readonly Variable[] {
  if (s.kind === 'declare') {
    const [only, ...others] = s.initialiser?.parts ?? [];
    return others.length === 0 && only !== undefined && isWait(only.value) ? [s.variable] : [];
  }
  if (s.kind !== 'expression' || s.value.kind !== 'assign' || !isWait(s.value.value)) return [];
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

/** A function of the program's own whose body is a wait. */
const isWaitFunction = ({ definition }: FunctionSymbol): boolean => {
  const [only, ...others] = (definition?.body ?? []).filter((item) => !isIgnored(item));
  return only?.kind === 'expression' && others.length === 0 && endsWithWait(only);
};

const isIgnored = (s: TypedStatement): boolean =>
  s.kind === 'expression' &&
  (s.value.kind === 'const' || (s.value.kind === 'builtin' && s.value.builtin.op === 'ignore'));

/** `own` are variables whose life ends with the round; `within` the functions that are being looked at. */
function leavesNothing(
  statements: readonly TypedStatement[],
  parameters: readonly Variable[],
  within: readonly FunctionSymbol[],
): boolean {
  const own = new Set(parameters);
  for (const statement of statements)
    visitStatement(statement, {
      statement: (s) => {
        if (s.kind === 'declare') own.add(s.variable);
      },
    });
  let nothing = true;
  const value = (v: Value): void => {
    if (v.kind === 'assign') nothing &&= isOwn(v.place, own) || isResult(v.place, v.value);
    else if (v.kind === 'update') nothing &&= isOwn(v.place, own);
    else if (v.kind === 'builtin') nothing &&= harmless.has(v.builtin.op);
    else if (v.kind === 'va-arg') nothing = false;
    else if (v.kind === 'call') nothing &&= v.callee.kind === 'function' && calls(v.callee.function, within);
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

function calls(symbol: FunctionSymbol, within: readonly FunctionSymbol[]): boolean {
  const { definition } = symbol;
  if (definition === undefined || within.includes(symbol)) return false;
  return leavesNothing(definition.body, definition.parameters, [...within, symbol]);
}

const isOwn = (place: Place, own: ReadonlySet<Variable>): boolean =>
  place.kind === 'variable' && own.has(place.variable) && isPrivate(place.variable);

const isPrivate = ({ storage, addressed }: Variable): boolean => storage === 'local' && !addressed;

/** `error = pthread_cond_wait(&c, &m)`, which is 0. */
const isResult = (place: Place, value: Value): boolean =>
  place.kind === 'variable' && isPrivate(place.variable) && isWait(value);

function isWait(value: Value): boolean {
  if (value.kind === 'convert') return isWait(value.operand);
  return value.kind === 'builtin' && value.builtin.op === 'cond-wait' && value.builtin.timeout === undefined;
}
