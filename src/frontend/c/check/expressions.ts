// Expressions: their values. What has an address is read in places.ts, operators in operators.ts.

import type { Expression } from '../ast.js';
import { unsupported } from '../diagnostics.js';
import { charValue } from '../literals.js';
import type { Value } from '../typed.js';
import { alignmentOf, type CType, pointerTo, unsignedLongType, voidType } from '../types.js';
import { checkAsm } from './assembly.js';
import { checkCall } from './calls.js';
import { arithmetic, cast, coerce, constantOf, scalar } from './conversions.js';
import { numberValue, sizeofValue } from './literals.js';
import { checkAssignment, checkBinary, checkUnary, checkUpdate } from './operators.js';
import { checkAddress, checkPlace, dereference, rvalue } from './places.js';
import type { Context } from './scope.js';
import { typeOfName } from './typeNames.js';

/** The value of an expression; arrays become pointers to their first element. */
export function checkValue(context: Context, e: Expression): Value {
  const { at } = e;
  switch (e.kind) {
    case 'number':
      return numberValue(e.text, at);
    case 'char': {
      const value = charValue(e.text);
      return value === undefined ? unsupported(`the character ${e.text}`, at) : constantOf(value, at);
    }
    case 'name': {
      const symbol = context.scope.lookup(e.name);
      if (symbol?.kind === 'constant') return constantOf(symbol.value, at, symbol.type);
      if (symbol?.kind === 'function') {
        symbol.function.addressed = true;
        return { kind: 'function', function: symbol.function, type: pointerTo(symbol.function.type), at };
      }
      return rvalue(checkPlace(context, e));
    }
    case 'string':
    case 'index':
    case 'member':
    case 'compound-literal':
      return rvalue(checkPlace(context, e));
    case 'unary':
      switch (e.op) {
        case '&':
          return checkAddress(context, e.operand, at);
        case '*':
          return dereference(checkValue(context, e.operand), at);
        default:
          return checkUnary(context, e.op, e.operand, at);
      }
    case 'update':
      return checkUpdate(context, e);
    case 'binary':
      return checkBinary(context, e);
    case 'assign':
      return checkAssignment(context, e);
    case 'conditional':
      return checkConditional(context, e);
    case 'comma': {
      const left = checkValue(context, e.left);
      const right = checkValue(context, e.right);
      return { kind: 'comma', left, right, type: right.type, at };
    }
    case 'call':
      return checkCall(context, e);
    case 'cast':
      return cast(checkValue(context, e.operand), typeOfName(context, e.type), at);
    case 'sizeof-type':
      return sizeofValue(typeOfName(context, e.type), at);
    case 'sizeof-value':
      return sizeofValue(typeOfOperand(context, e.operand), at);
    case 'alignof': {
      const type = typeOfName(context, e.type);
      return constantOf(alignmentOf(type), at, unsignedLongType);
    }
    case 'asm':
      return checkAsm(e);
  }
}

function checkConditional(context: Context, e: Extract<Expression, { kind: 'conditional' }>): Value {
  const condition = scalar(checkValue(context, e.condition));
  let whenTrue = checkValue(context, e.whenTrue);
  let whenFalse = checkValue(context, e.whenFalse);
  const { at } = e;
  let type: CType;
  if (whenTrue.type.kind === 'integer' && whenFalse.type.kind === 'integer') {
    [whenTrue, whenFalse, type] = arithmetic(whenTrue, whenFalse, '?:', at);
  } else if (whenTrue.type.kind === 'void' || whenFalse.type.kind === 'void') {
    type = voidType;
  } else if (whenTrue.type.kind === 'pointer' && whenTrue.type.to.kind !== 'void') {
    type = whenTrue.type;
    whenFalse = coerce(whenFalse, type, e.whenFalse.at);
  } else {
    type = whenFalse.type;
    whenTrue = coerce(whenTrue, type, e.whenTrue.at);
  }
  return { kind: 'conditional', condition, whenTrue, whenFalse, type, at };
}

/** The type of an operand that is not evaluated. */
function typeOfOperand(context: Context, e: Expression): CType {
  switch (e.kind) {
    case 'name':
    case 'index':
    case 'member':
    case 'string':
      if (e.kind !== 'name' || context.scope.lookup(e.name)?.kind === 'variable')
        return checkPlace(context, e).type;
      return checkValue(context, e).type;
    case 'unary':
      return e.op === '*' ? checkPlace(context, e).type : checkValue(context, e).type;
    default:
      return checkValue(context, e).type;
  }
}
