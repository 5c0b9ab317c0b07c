// Statements and local declarations.

import type { Integer } from '../../../program/integer.js';
import { present } from '../../../support/present.js';
import type { Declaration, Expression, ExpressionOf, Statement } from '../ast.js';
import { syntaxError, typeError, unsupported } from '../diagnostics.js';
import type { FunctionSymbol, LoopStatement, TypedStatement, Value } from '../typed.js';
import { type FunctionType, intType, typeName, unqualified, voidType } from '../types.js';
import { constantValue } from './constants.js';
import { after, coerce, convert, noNumber, promote, scalar } from './conversions.js';
import { declareLocals, newLocal } from './declarations.js';
import { checkValue } from './expressions.js';
import { casesIn, rangeOf, withKnownLabels } from './labels.js';
import { breakNames, type Context, inner, type Surroundings } from './scope.js';
import { checkStaticAssertion } from './typeNames.js';

/** The greatest bound a program may ask for. */
const mostStated = 1000;

export function checkBody(context: Context, body: readonly Statement[]): TypedStatement[] {
  return checkList(context, body, { inLoop: false, inSwitch: false });
}

function checkList(context: Context, list: readonly Statement[], around: Surroundings): TypedStatement[] {
  const nested = inner(context);
  return list.flatMap((statement, i) => {
    const checked = checkGuarded(nested, statement, around);
    const [loop, ...more] = checked;
    const bound =
      i > 0 && loop?.kind === 'loop' && more.length === 0 ? statedBound(nested, list[i - 1]) : undefined;
    return bound === undefined || loop?.kind !== 'loop' ? checked : [{ ...loop, bound }];
  });
}

/** Dartagnan's `__VERIFIER_loop_bound(n)`, for the loop that comes next. */
function statedBound(context: Context, s: Statement): number | undefined {
  if (s.kind !== 'expression' || s.value.kind !== 'call') return undefined;
  const { callee, args } = s.value;
  if (callee.kind !== 'name' || callee.name !== '__VERIFIER_loop_bound' || args.length !== 1)
    return undefined;
  const bound = constantValue(checkValue(context, args[0]));
  return bound === undefined || bound < 1 || bound > mostStated ? undefined : Number(bound);
}

/** After a mistake, the statements that follow are checked as well. */
function checkGuarded(context: Context, s: Statement, around: Surroundings): TypedStatement[] {
  const checked = context.unit.mistakes.guardReached(() => checkStatement(context, s, around));
  if (checked.ok) return checked.value;
  const { mistake } = checked;
  breakNames(context, s, mistake);
  const { at } = s;
  const refused: Value = {
    kind: 'builtin',
    builtin: { op: 'refused', ...present({ mistake }) },
    type: voidType,
    at,
  };
  return [{ kind: 'expression', value: refused, at }];
}

/** `({ ... })` has the value of its last statement, if that is an expression. */
export function checkStatements(context: Context, e: ExpressionOf<'statements'>): Value {
  const { at } = e;
  if (context.function === undefined) return typeError('a statement expression outside functions', at);
  const around = context.around ?? { inLoop: false, inSwitch: false };
  const nested = inner(context);
  const last = e.items.at(-1);
  const value = last?.kind === 'expression' ? last.value : undefined;
  const items = (value === undefined ? e.items : e.items.slice(0, -1)).flatMap((statement) =>
    checkStatement(nested, statement, around),
  );
  const final = value === undefined ? undefined : checkValue(nested, value);
  if (final === undefined) return { kind: 'statements', items, type: voidType, at };
  if (final.type.kind === 'void')
    return {
      kind: 'statements',
      items: [...items, { kind: 'expression', value: final, at: final.at }],
      type: voidType,
      at,
    };
  const type = unqualified(final.type);
  return { ...after(items, { ...final, type }, newLocal('value', type, at)), at };
}

function checkOne(context: Context, statement: Statement, around: Surroundings): TypedStatement {
  if (statement.kind === 'declaration') typeError('a declaration cannot stand alone here', statement.at);
  const list = checkGuarded(inner(context), statement, around);
  return list.length === 1 ? list[0] : { kind: 'block', items: list, at: statement.at };
}

function checkStatement(outer: Context, s: Statement, around: Surroundings): TypedStatement[] {
  const { at } = s;
  const near = outer.around === around ? outer : { ...outer, around };
  // a declaration in a condition ends with its statement (C11 6.8.4 p3)
  const context = s.kind === 'if' || s.kind === 'switch' ? inner(near) : near;
  switch (s.kind) {
    case 'declaration':
      return declareLocals(context, s);
    case 'static-assert':
      checkStaticAssertion(context, s);
      return [];
    case 'function':
      // only gcc knows them
      return unsupported(
        'a function inside another',
        s.declarator.at,
        'move it out, and give it the variables that it uses',
      );
    case 'expression':
      return [{ kind: 'expression', value: checkValue(context, s.value), at }];
    case 'empty':
      return [];
    case 'block':
      return [{ kind: 'block', items: checkList(context, s.items, around), at }];
    case 'if':
      return [
        {
          kind: 'if',
          condition: scalar(checkValue(context, s.condition)),
          whenTrue: checkOne(context, s.whenTrue, around),
          ...(s.whenFalse === undefined ? {} : { whenFalse: checkOne(context, s.whenFalse, around) }),
          at,
        },
      ];
    case 'while':
    case 'do':
    case 'for':
      return [checkLoop(context, s, around)];
    case 'switch':
      return [checkSwitch(context, s, around)];
    case 'case': {
      if (!around.inSwitch) syntaxError('case stands outside of a switch', at);
      const label = (e: Expression): Integer => {
        const value = convert(checkValue(context, e), around.switched ?? intType);
        return constantValue(value) ?? typeError('a constant is needed here', e.at);
      };
      const low = label(s.low);
      const high = s.high === undefined ? low : label(s.high);
      return [{ kind: 'case', low, high, at }];
    }
    case 'default':
      if (!around.inSwitch) syntaxError('default stands outside of a switch', at);
      return [{ kind: 'default', at }];
    case 'async':
      return [checkAsync(context, s)];
    case 'label':
      return [{ kind: 'label', name: s.name, at }];
    case 'goto':
      return [{ kind: 'goto', label: s.label, at }];
    case 'break':
      if (!around.inLoop && !around.inSwitch) syntaxError('break stands outside of a loop or switch', at);
      return [{ kind: 'break', at }];
    case 'continue':
      if (!around.inLoop) syntaxError('continue stands outside of a loop', at);
      return [{ kind: 'continue', at }];
    case 'return':
      return [checkReturn(context, s)];
  }
}

/** The statement becomes the body of a function without callers. */
function checkAsync(context: Context, s: Extract<Statement, { kind: 'async' }>): TypedStatement {
  const { at } = s;
  const type: FunctionType = {
    kind: 'function',
    result: voidType,
    parameters: [],
    variadic: false,
    unspecified: false,
  };
  const body: FunctionSymbol = { name: asyncName(s.body), type, at, addressed: false };
  body.definition = {
    parameters: [],
    body: withKnownLabels(checkBody({ ...context, function: body }, [s.body])),
  };
  const value: Value = { kind: 'builtin', builtin: { op: 'thread-start', body }, type: voidType, at };
  return { kind: 'expression', value, at };
}

/** The thread is called like the function it calls. */
function asyncName(s: Statement): string {
  let e = s.kind === 'expression' ? s.value : undefined;
  while (e?.kind === 'comma') e = e.left;
  return e?.kind === 'call' && e.callee.kind === 'name' ? e.callee.name : 'async';
}

function checkLoop(
  context: Context,
  s: Extract<Statement, { kind: 'while' | 'do' | 'for' }>,
  outer: Surroundings,
): LoopStatement {
  const scope = inner(context);
  const around: Surroundings = { ...outer, inLoop: true };
  const first = s.kind === 'for' ? s.initialiser : undefined;
  const initialiser = first === undefined ? undefined : checkForInitialiser(scope, first);
  const before = s.kind === 'do' ? checkOne(scope, s.body, around) : undefined;
  const condition = s.condition === undefined ? undefined : scalar(checkValue(scope, s.condition));
  const step = s.kind === 'for' && s.step !== undefined ? checkValue(scope, s.step) : undefined;
  return {
    kind: 'loop',
    ...present({ initialiser, condition }),
    testAfter: s.kind === 'do',
    ...present({ step }),
    body: before ?? checkOne(scope, s.body, around),
    at: s.at,
  };
}

function checkForInitialiser(context: Context, s: Statement): TypedStatement {
  const items =
    s.kind === 'declaration'
      ? declareLocals(context, s satisfies Declaration)
      : checkStatement(context, s, { inLoop: false, inSwitch: false });
  return items.length === 1 ? items[0] : { kind: 'block', items, at: s.at };
}

function checkSwitch(
  context: Context,
  s: Extract<Statement, { kind: 'switch' }>,
  around: Surroundings,
): TypedStatement {
  const value = promote(checkValue(context, s.value));
  if (value.type.kind !== 'integer')
    return noNumber([value.type], `switch needs an integer, not ${typeName(value.type)}`, s.value.at);
  const list = s.body.kind === 'block' ? s.body.items : [s.body];
  const items = checkList(context, list, {
    inLoop: around.inLoop,
    inSwitch: true,
    switched: value.type,
  });
  const seen: [bigint, bigint][] = [];
  let defaults = 0;
  for (const item of casesIn(items)) {
    if (item.kind === 'default' && ++defaults > 1) typeError('this switch has two defaults', item.at);
    if (item.kind !== 'case') continue;
    const [first, last] = rangeOf(item, value.type);
    // 5 ... 3 is a range without a number, and gcc takes it.
    if (first > last) continue;
    if (seen.some(([low, high]) => first <= high && low <= last))
      typeError(`case ${item.low} stands twice in this switch`, item.at);
    seen.push([first, last]);
  }
  return { kind: 'switch', value, items, at: s.at };
}

function checkReturn(context: Context, s: Extract<Statement, { kind: 'return' }>): TypedStatement {
  const result = context.function?.type.result;
  const { at } = s;
  if (s.value === undefined) {
    // gcc takes `return;` in a function that returns a value; using what it returned is undefined
    return { kind: 'return', at };
  }
  const value = checkValue(context, s.value);
  if (result === undefined || result.kind === 'void') {
    // gcc takes a value here, which goes nowhere
    return { kind: 'return', value: convert(value, voidType), at };
  }
  return { kind: 'return', value: coerce(value, result, s.value.at), at };
}
