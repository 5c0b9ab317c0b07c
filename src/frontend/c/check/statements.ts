// Statements and local declarations.

import type { Integer } from '../../../program/integer.js';
import { present } from '../../../support/present.js';
import type { Declaration, Expression, Statement } from '../ast.js';
import { syntaxError, typeError, unsupported } from '../diagnostics.js';
import type { LoopStatement, TypedStatement } from '../typed.js';
import { type CType, intType, typeName } from '../types.js';
import { constantValue } from './constants.js';
import { coerce, convert, promote, scalar } from './conversions.js';
import { declareLocals } from './declarations.js';
import { checkValue } from './expressions.js';
import { type Context, inner } from './scope.js';

interface Surroundings {
  readonly inLoop: boolean;
  readonly inSwitch: boolean;
  /** The type of the value switched over. */
  readonly switched?: CType;
}

export function checkBody(context: Context, body: readonly Statement[]): TypedStatement[] {
  return checkList(context, body, { inLoop: false, inSwitch: false });
}

function checkList(context: Context, list: readonly Statement[], around: Surroundings): TypedStatement[] {
  const nested = inner(context);
  return list.flatMap((statement) => checkStatement(nested, statement, around));
}

function checkOne(context: Context, statement: Statement, around: Surroundings): TypedStatement {
  if (statement.kind === 'declaration') typeError('a declaration cannot stand alone here', statement.at);
  const list = checkStatement(inner(context), statement, around);
  return list.length === 1 ? list[0] : { kind: 'block', items: list, at: statement.at };
}

function checkStatement(context: Context, s: Statement, around: Surroundings): TypedStatement[] {
  const { at } = s;
  switch (s.kind) {
    case 'declaration':
      return declareLocals(context, s);
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
      return [checkLoop(context, s)];
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
      // of unsigned numbers, -3 ... 5 is a range without a number, and gcc takes it
      const signed = around.switched?.kind !== 'integer' || around.switched.signed;
      if (signed && high < low) typeError('this range of cases is empty', at);
      return [{ kind: 'case', low, high, at }];
    }
    case 'default':
      if (!around.inSwitch) syntaxError('default stands outside of a switch', at);
      return [{ kind: 'default', at }];
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

function checkLoop(context: Context, s: Extract<Statement, { kind: 'while' | 'do' | 'for' }>): LoopStatement {
  const scope = inner(context);
  const around: Surroundings = { inLoop: true, inSwitch: false };
  const first = s.kind === 'for' ? s.initialiser : undefined;
  const initialiser = first === undefined ? undefined : checkForInitialiser(scope, first);
  const condition = s.condition === undefined ? undefined : scalar(checkValue(scope, s.condition));
  const step = s.kind === 'for' && s.step !== undefined ? checkValue(scope, s.step) : undefined;
  return {
    kind: 'loop',
    ...present({ initialiser, condition }),
    testAfter: s.kind === 'do',
    ...present({ step }),
    body: checkOne(scope, s.body, around),
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
    return typeError(`switch needs an integer, not ${typeName(value.type)}`, s.value.at);
  const list = s.body.kind === 'block' ? s.body.items : [s.body];
  const items = checkList(context, list, {
    inLoop: around.inLoop,
    inSwitch: true,
    switched: value.type,
  });
  const seen: [Integer, Integer][] = [];
  let defaults = 0;
  for (const item of items) {
    if (item.kind === 'default' && ++defaults > 1) typeError('this switch has two defaults', item.at);
    if (item.kind !== 'case') continue;
    if (seen.some(([low, high]) => item.low <= high && low <= item.high))
      typeError(`case ${item.low} stands twice in this switch`, item.at);
    seen.push([item.low, item.high]);
  }
  refuseNestedCases(items);
  return { kind: 'switch', value, items, at: s.at };
}

/** Cases must stand in the switch's own list, not in a statement inside it. */
function refuseNestedCases(items: readonly TypedStatement[]): void {
  const visit = (s: TypedStatement): void => {
    switch (s.kind) {
      case 'case':
      case 'default':
        unsupported('a case inside another statement of its switch', s.at);
        break;
      case 'block':
        s.items.forEach(visit);
        break;
      case 'if':
        visit(s.whenTrue);
        if (s.whenFalse !== undefined) visit(s.whenFalse);
        break;
      case 'loop':
        visit(s.body);
        break;
      default:
        break;
    }
  };
  for (const item of items) if (item.kind !== 'case' && item.kind !== 'default') visit(item);
}

function checkReturn(context: Context, s: Extract<Statement, { kind: 'return' }>): TypedStatement {
  const result = context.function?.type.result;
  const { at } = s;
  if (s.value === undefined) {
    if (result?.kind !== 'void') typeError('this function must return a value', at);
    return { kind: 'return', at };
  }
  const value = checkValue(context, s.value);
  if (result === undefined || result.kind === 'void') {
    if (value.type.kind !== 'void') typeError('this function returns nothing', at);
    return { kind: 'return', value, at };
  }
  return { kind: 'return', value: coerce(value, result, s.value.at), at };
}
