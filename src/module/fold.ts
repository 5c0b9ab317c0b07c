// Values made smaller: operations on constants are computed, addresses are brought into the form `symbol + offset`, and truth values
// are not taken apart and put together again.

import { arithmetic, comparison, conversion } from './arithmetic.js';
import { bitsOf, isFloat } from './type.js';
import {
  binary,
  type CompareOp,
  type Const,
  compare,
  constant,
  element,
  knownAddress,
  mapOperands,
  not,
  offset,
  typeOf,
  unary,
  type Value,
  type ValueOf,
} from './value.js';

/** The value with `change` applied to its leaves, and everything computed that is known then. */
export function substitute(value: Value, change: (leaf: Value) => Value, fold = folded): Value {
  switch (value.kind) {
    case 'const':
    case 'register':
    case 'symbol':
    case 'local':
    case 'undef':
    case 'text':
      return change(value);
    default:
      return fold(mapOperands(value, (operand) => substitute(operand, change, fold)));
  }
}

/** The value with everything known computed. Its operands must be folded already. */
export function folded(value: Value): Value {
  switch (value.kind) {
    case 'unary':
      return foldUnary(value);
    case 'binary':
      return foldBinary(value);
    case 'compare':
      return foldCompare(value);
    case 'select':
      if (value.condition.kind === 'const')
        return value.condition.value !== 0 ? value.whenTrue : value.whenFalse;
      return sameValue(value.whenTrue, value.whenFalse) ? value.whenTrue : value;
    case 'offset':
      return foldOffset(value);
    case 'element':
      return value.index.kind === 'const' && typeof value.index.value === 'number' && !isOutside(value)
        ? foldOffset({ kind: 'offset', base: value.base, offset: value.index.value * value.stride })
        : value;
    default:
      return value;
  }
}

/** An element that an array has not, and whose address is not its end: it stays one, to be reported by its index. */
const isOutside = ({ index, count, accessed }: ValueOf<'element'>): boolean =>
  count !== undefined &&
  index.kind === 'const' &&
  (index.value < 0 || index.value > count || (index.value === count && accessed === true));

export function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case 'const':
      return b.kind === 'const' && a.value === b.value && a.type === b.type;
    case 'register':
    case 'symbol':
    case 'local':
      return b.kind === a.kind && a.name === b.name;
    case 'text':
      return b.kind === 'text' && a.text === b.text;
    // Two reads of an undefined value may differ.
    case 'undef':
      return false;
    case 'offset':
      return (
        b.kind === 'offset' && a.offset === b.offset && a.extent === b.extent && sameValue(a.base, b.base)
      );
    case 'unary':
      return b.kind === 'unary' && a.op === b.op && a.type === b.type && sameValue(a.operand, b.operand);
    case 'binary':
      return b.kind === 'binary' && a.op === b.op && sameValue(a.left, b.left) && sameValue(a.right, b.right);
    case 'compare':
      return (
        b.kind === 'compare' && a.op === b.op && sameValue(a.left, b.left) && sameValue(a.right, b.right)
      );
    case 'select':
      return (
        b.kind === 'select' &&
        sameValue(a.condition, b.condition) &&
        sameValue(a.whenTrue, b.whenTrue) &&
        sameValue(a.whenFalse, b.whenFalse)
      );
    case 'element':
      return (
        b.kind === 'element' &&
        a.stride === b.stride &&
        a.count === b.count &&
        a.accessed === b.accessed &&
        sameValue(a.base, b.base) &&
        sameValue(a.index, b.index)
      );
  }
}

/** Offsets of offsets add up. The start of a member stays where more is added to it: it says how far an unknown walk goes. */
function foldOffset(value: ValueOf<'offset'>): Value {
  const { base } = value;
  if (base.kind === 'const') return constant(arithmetic('add', 'ptr', base.value, value.offset), 'ptr');
  if (base.kind === 'offset' && (value.extent !== undefined || base.extent === undefined))
    return folded(offset(base.base, base.offset + value.offset, value.extent));
  if (base.kind === 'offset' && value.offset === 0) return base;
  return value.offset === 0 && value.extent === undefined ? base : value;
}

function foldUnary(value: ValueOf<'unary'>): Value {
  const { op, type, operand } = value;
  if (operand.kind === 'const') return constant(conversion(op, operand.type, type, operand.value), type);
  if (operand.kind === 'undef') return { kind: 'undef', type };
  const from = typeOf(operand);
  if (op === 'bitcast' && from === type) return operand;
  if (operand.kind !== 'unary') return value;
  const inner = operand.operand;
  const source = typeOf(inner);
  const wideInt =
    (op === 'inttoptr' && operand.op === 'ptrtoint') || (op === 'ptrtoint' && operand.op === 'inttoptr');
  if (wideInt && bitsOf(from) === 64 && source === type) return inner;
  if (op === 'bitcast' && operand.op === 'bitcast') return folded(unary('bitcast', type, inner));
  if (op === 'trunc' && (operand.op === 'zext' || operand.op === 'sext')) {
    if (source === type) return inner;
    return bitsOf(source) > bitsOf(type)
      ? folded(unary('trunc', type, inner))
      : unary(operand.op, type, inner);
  }
  if (op === 'trunc' && operand.op === 'trunc') return unary('trunc', type, inner);
  if (op === 'zext' && operand.op === 'zext') return unary('zext', type, inner);
  if (op === 'sext' && (operand.op === 'sext' || operand.op === 'zext'))
    return unary(operand.op, type, inner);
  return value;
}

const isConst = (value: Value, n: number): boolean => value.kind === 'const' && value.value === n;

function foldBinary(value: ValueOf<'binary'>): Value {
  const { op, type, left, right } = value;
  if (left.kind === 'const' && right.kind === 'const')
    return constant(arithmetic(op, type, left.value, right.value), type);
  if (isFloat(type)) return value;
  // Constants stand on the right.
  if (left.kind === 'const' && commutes.has(op)) return folded({ ...value, left: right, right: left });
  if (right.kind === 'const') return withConstant(value, right);
  const walk = addressWalk(value);
  if (walk !== undefined) return walk;
  if (op === 'sub' && sameValue(left, right)) return constant(0, type);
  return value;
}

const commutes: ReadonlySet<string> = new Set(['add', 'mul', 'and', 'or', 'xor']);
const neutralZero: ReadonlySet<string> = new Set(['add', 'sub', 'or', 'xor', 'shl', 'lshr', 'ashr']);

function withConstant(value: ValueOf<'binary'>, right: Const): Value {
  const { op, type, left } = value;
  if (right.value === 0 && neutralZero.has(op)) return left;
  if (right.value === 0 && (op === 'mul' || op === 'and')) return right;
  if (right.value === 1 && (op === 'mul' || op === 'sdiv' || op === 'udiv')) return left;
  if (right.value === canonicalOnes(type) && op === 'and') return left;
  if (op === 'sub' && typeof right.value === 'number')
    return folded(binary('add', left, constant(-right.value, type)));
  if (op === 'add' && left.kind === 'binary' && left.op === 'add' && left.right.kind === 'const')
    return folded(
      binary('add', left.left, constant(arithmetic('add', type, left.right.value, right.value), type)),
    );
  // An address as a number, moved by a constant, is that of an address further on.
  if (op === 'add' && type === 'i64' && typeof right.value === 'number' && isOfPointer(left))
    return unary('ptrtoint', 'i64', folded(offset(left.operand, right.value)));
  if (op === 'xor' && type === 'i1' && right.value === 1) {
    if (left.kind === 'compare') {
      const opposite = opposites.get(left.op);
      if (opposite !== undefined) return compare(opposite, left.left, left.right);
    }
    if (left.kind === 'binary' && left.op === 'xor' && isConst(left.right, 1)) return left.left;
  }
  return value;
}

const canonicalOnes = (type: ValueOf<'binary'>['type']): number => (type === 'i1' ? 1 : -1);

const isOfPointer = (value: Value): value is ValueOf<'unary'> =>
  value.kind === 'unary' && value.op === 'ptrtoint' && value.type === 'i64';

/** The number of an address and a number that is not known: an element of stride 1. The distance of two addresses in one object. */
function addressWalk({ op, type, left, right }: ValueOf<'binary'>): Value | undefined {
  if (type !== 'i64') return undefined;
  if (op === 'sub' && isOfPointer(left) && isOfPointer(right)) {
    const [a, b] = [knownAddress(left.operand), knownAddress(right.operand)];
    if (a !== undefined && b !== undefined && sameValue(a.object, b.object))
      return constant(a.offset - b.offset, 'i64');
    return undefined;
  }
  if (op === 'add' && isOfPointer(left) && !isOfPointer(right))
    return unary('ptrtoint', 'i64', element(left.operand, right, 1));
  if (op === 'add' && isOfPointer(right) && !isOfPointer(left))
    return unary('ptrtoint', 'i64', element(right.operand, left, 1));
  return undefined;
}

const opposites: ReadonlyMap<CompareOp, CompareOp> = new Map([
  ['eq', 'ne'],
  ['ne', 'eq'],
  ['slt', 'sge'],
  ['sge', 'slt'],
  ['sle', 'sgt'],
  ['sgt', 'sle'],
  ['ult', 'uge'],
  ['uge', 'ult'],
  ['ule', 'ugt'],
  ['ugt', 'ule'],
]);

const swapped: ReadonlyMap<CompareOp, CompareOp> = new Map([
  ['eq', 'eq'],
  ['ne', 'ne'],
  ['slt', 'sgt'],
  ['sgt', 'slt'],
  ['sle', 'sge'],
  ['sge', 'sle'],
  ['ult', 'ugt'],
  ['ugt', 'ult'],
  ['ule', 'uge'],
  ['uge', 'ule'],
]);

function foldCompare(value: ValueOf<'compare'>): Value {
  const { op, left, right } = value;
  if (left.kind === 'const' && right.kind === 'const')
    return constant(comparison(op, left.type, left.value, right.value) ? 1 : 0, 'i1');
  if (left.kind === 'const') {
    const turned = swapped.get(op);
    return turned === undefined ? value : folded(compare(turned, right, left));
  }
  const addresses = compareAddresses(value);
  if (addresses !== undefined) return addresses;
  if (!isFloat(typeOf(left)) && sameValue(left, right)) return constant(reflexive.has(op) ? 1 : 0, 'i1');
  return right.kind === 'const' ? compareWithConstant(value, right) : value;
}

const reflexive: ReadonlySet<CompareOp> = new Set<CompareOp>(['eq', 'sle', 'sge', 'ule', 'uge']);

/** Nothing lies in the first and in the last page of memory, where errors and marks such as SIG_IGN have their numbers. */
const page = 4096;

/** Different objects have different addresses, none of them 0; within one object offsets decide. */
function compareAddresses({ op, left, right }: ValueOf<'compare'>): Value | undefined {
  const truth = (holds: boolean): Value => constant(holds ? 1 : 0, 'i1');
  const strip = (value: Value): Value => (isOfPointer(value) ? value.operand : value);
  const a = knownAddress(strip(left));
  if (a === undefined) return undefined;
  if (right.kind === 'const' && right.value === 0) {
    if (op === 'eq') return truth(false);
    return op === 'ne' || op === 'ugt' ? truth(true) : undefined;
  }
  if (right.kind === 'const' && a.offset >= 0 && Math.abs(Number(right.value)) < page)
    return op === 'eq' || op === 'ne' ? truth(op === 'ne') : undefined;
  const b = knownAddress(strip(right));
  if (b === undefined) return undefined;
  if (sameValue(a.object, b.object)) return truth(comparison(op, 'i64', a.offset, b.offset));
  return op === 'eq' ? truth(false) : op === 'ne' ? truth(true) : undefined;
}

function compareWithConstant(value: ValueOf<'compare'>, right: Const): Value {
  const { op, left } = value;
  const equality = op === 'eq' || op === 'ne';
  if (!equality) return value;
  // Whether a truth value is 0 or 1.
  if (typeOf(left) === 'i1') return (right.value === 0) === (op === 'eq') ? folded(not(left)) : left;
  if (left.kind === 'unary' && (left.op === 'zext' || left.op === 'sext')) {
    const from = typeOf(left.operand);
    const low = conversion('trunc', left.type, from, right.value);
    return conversion(left.op, from, left.type, low) === right.value
      ? folded(compare(op, left.operand, constant(low, from)))
      : constant(op === 'ne' ? 1 : 0, 'i1');
  }
  if (isOfPointer(left)) return folded(compare(op, left.operand, constant(right.value, 'ptr')));
  return value;
}
