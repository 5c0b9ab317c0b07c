// Words are integers of which some bytes may never have been written. They come from objects that are seen in different ways
// (`*(long *)&pair`, a member of a union, a byte between members). Moving words is fine, and so is using the written bytes that
// shifts and masks leave of them. The locals, parameters and results that words go through keep a mask (marks.ts). A branch on
// a byte without a value uses it, and so do a dereference and a print.

import type { BinaryOp } from '../../../../program/expression.js';
import type { FunctionSymbol, Place, Unit, Value, Variable } from '../../typed.js';
import type { CType } from '../../types.js';
import { mayReturnNothing } from '../analysis/withoutValue.js';
import { visitStatement } from '../scan.js';
import type { Views } from './views.js';

export interface Words {
  /** Whether a local may hold one. */
  holds(variable: Variable): boolean;
  /** Whether a function may return one. */
  returns(symbol: FunctionSymbol): boolean;
  /** Whether a value may be one. */
  isWord(value: Value): boolean;
}

/** Operators of which the bytes that were written say what they leave. */
const bytewise: ReadonlySet<BinaryOp> = new Set<BinaryOp>(['&', '|', '^', '<<', '>>', '>>u', '+', '-', '*']);
const shifts: ReadonlySet<BinaryOp> = new Set<BinaryOp>(['<<', '>>', '>>u']);

export const isBytewise = (op: BinaryOp): boolean => bytewise.has(op);
export const isShift = (op: BinaryOp): boolean => shifts.has(op);

const isInteger = (type: CType): boolean =>
  type.kind === 'integer' && !type.bool && type.precision === undefined;

export const isByteType = (type: CType): boolean => type.kind === 'integer' && type.size === 1 && !type.bool;

export const noWords: Words = { holds: () => false, returns: () => false, isWord: () => false };

export function findWords(unit: Unit, views: Views): Words {
  const variables = new Set<Variable>();
  const functions = new Set<FunctionSymbol>();
  const isWord = (value: Value): boolean => {
    if (!isInteger(value.type)) return false;
    switch (value.kind) {
      case 'load':
        if (value.place.type.atomic === true) return false;
        if (value.place.kind === 'variable' && variables.has(value.place.variable)) return true;
        return isInParts(views, value.place);
      case 'convert':
        return isWord(value.operand);
      case 'unary':
        return value.op === '~' && isWord(value.operand);
      case 'binary':
        return bytewise.has(value.op) && (isWord(value.left) || (!isShift(value.op) && isWord(value.right)));
      case 'call':
        return value.callee.kind === 'function' && functions.has(value.callee.function);
      default:
        return false;
    }
  };
  let grows = true;
  const give = (variable: Variable | undefined, value: Value): void => {
    if (variable === undefined || variable.storage !== 'local' || variables.has(variable)) return;
    if (!isInteger(variable.type) || variable.type.atomic === true || !isWord(value)) return;
    variables.add(variable);
    grows = true;
  };
  const giveBack = (symbol: FunctionSymbol, value: Value): void => {
    if (functions.has(symbol) || symbol.name === 'main' || mayReturnNothing(symbol)) return;
    if (!isInteger(symbol.type.result) || !isWord(value)) return;
    functions.add(symbol);
    grows = true;
  };
  const look = (symbol: FunctionSymbol): void => {
    for (const item of symbol.definition?.body ?? [])
      visitStatement(item, {
        value: (value) => {
          if (value.kind === 'assign' && value.place.kind === 'variable')
            give(value.place.variable, value.value);
          if (value.kind === 'update' && value.place.kind === 'variable' && bytewise.has(value.op))
            give(value.place.variable, value.operand);
          if (value.kind === 'call' && value.callee.kind === 'function') {
            const { definition } = value.callee.function;
            value.args.forEach((arg, i) => {
              give(definition?.parameters[i], arg);
            });
          }
        },
        statement: (s) => {
          if (s.kind === 'declare')
            for (const { value } of s.initialiser?.parts ?? []) give(s.variable, value);
          if (s.kind === 'return' && s.value !== undefined) giveBack(symbol, s.value);
        },
      });
  };
  while (grows) {
    grows = false;
    for (const symbol of unit.functions.values()) look(symbol);
  }
  return {
    holds: (variable) => variables.has(variable),
    returns: (symbol) => functions.has(symbol),
    isWord,
  };
}

/** Whether the place is in an object that is seen in different ways, and may have parts without a value. */
function isInParts(views: Views, place: Place): boolean {
  if (place.kind === 'member' && place.bitField !== undefined) return false;
  let base = place;
  while (base.kind === 'member' || base.kind === 'element') base = base.base;
  switch (base.kind) {
    case 'deref':
      return views.ofPointer(base.pointer) !== undefined && views.mayBeUnset(base.pointer);
    case 'variable':
      return base.variable.storage === 'local' && views.ofVariable(base.variable) !== undefined;
    case 'literal':
      return false;
  }
}
