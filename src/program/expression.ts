// Expressions over registers. Values are two's complement integers of 32 or 64 bits; addresses are values too.
// `evaluate` is the definition of every operator: front ends fold with it, the explicit engine's bytecode follows it,
// the symbolic engine's circuits are tested against it.

import { fromWords, type Integer, lowWord, toInteger, wrap } from './integer.js';

export const unaryOps = ['-', '~', '!'] as const;

/**
 * `sextN` and `zextN` take the low N bits, as a signed or unsigned number: N = 8 and 16 of 32 bits to 32, N = 32 to 64.
 * `low32` takes 64 bits to their low 32.
 */
export const conversionOps = ['sext8', 'sext16', 'zext8', 'zext16', 'sext32', 'zext32', 'low32'] as const;
export type ConversionOp = (typeof conversionOps)[number];
export type UnaryOp = (typeof unaryOps)[number] | ConversionOp;

/** `u` marks the unsigned reading of both operands; the other operators are signed or sign does not matter. */
export const binaryOps = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '/u',
  '%u',
  '&',
  '|',
  '^',
  '<<',
  '>>',
  '>>u',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '<u',
  '<=u',
  '>u',
  '>=u',
  '&&',
  '||',
] as const;
export type BinaryOp = (typeof binaryOps)[number];

/** The bits of an expression's value, and of a register. */
export type ExprWidth = 32 | 64;

/** `width` is that of a constant, a register, or an operator's operands; absent: 32. `widthOf` says what results. */
export type Expr =
  | { readonly kind: 'const'; readonly value: Integer; readonly width?: 64 }
  | { readonly kind: 'register'; readonly name: string; readonly width?: 64 }
  /** The address of a location's first cell, of 32 bits. */
  | { readonly kind: 'address'; readonly location: string }
  | { readonly kind: 'unary'; readonly op: UnaryOp; readonly operand: Expr; readonly width?: 64 }
  | {
      readonly kind: 'binary';
      readonly op: BinaryOp;
      readonly left: Expr;
      readonly right: Expr;
      readonly width?: 64;
    }
  /** The condition has 32 bits; the width is that of both branches. */
  | {
      readonly kind: 'conditional';
      readonly condition: Expr;
      readonly whenTrue: Expr;
      readonly whenFalse: Expr;
      readonly width?: 64;
    };

const wide = { width: 64 } as const;
const marked = (width: ExprWidth | undefined): { readonly width?: 64 } => (width === 64 ? wide : {});

export const constant = (value: Integer, width: ExprWidth = 32): Expr => ({
  kind: 'const',
  value: wrap(value, width),
  ...marked(width),
});
export const register = (name: string, width?: ExprWidth): Expr => ({
  kind: 'register',
  name,
  ...marked(width),
});
export const addressOf = (location: string): Expr => ({ kind: 'address', location });
/** Operators take their width from what they are given. */
export const unary = (op: UnaryOp, operand: Expr): Expr => ({
  kind: 'unary',
  op,
  operand,
  ...marked(widthOf(operand)),
});
export const binary = (op: BinaryOp, left: Expr, right: Expr): Expr => ({
  kind: 'binary',
  op,
  left,
  right,
  ...marked(widthOf(left)),
});
export const conditional = (condition: Expr, whenTrue: Expr, whenFalse: Expr): Expr => ({
  kind: 'conditional',
  condition,
  whenTrue,
  whenFalse,
  ...marked(widthOf(whenTrue)),
});

/** Operators that make of the same numbers something else in 32 bits than in 64. */
export const dependsOnWidth = (op: BinaryOp | UnaryOp): boolean => widthDependent.has(op);
const widthDependent: ReadonlySet<BinaryOp | UnaryOp> = new Set<BinaryOp | UnaryOp>([
  '+',
  '-',
  '*',
  '/',
  '/u',
  '%u',
  '<<',
  '>>',
  '>>u',
]);

/** Operators whose result is 0 or 1, of 32 bits for operands of any width. */
export const isTruthOp = (op: BinaryOp | UnaryOp): boolean => truthOps.has(op);
const truthOps: ReadonlySet<BinaryOp | UnaryOp> = new Set([
  '!',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '<u',
  '<=u',
  '>u',
  '>=u',
  '&&',
  '||',
]);

export function widthOf(expr: Expr): ExprWidth {
  switch (expr.kind) {
    case 'const':
    case 'register':
    case 'conditional':
      return expr.width ?? 32;
    case 'address':
      return 32;
    case 'unary':
      if (expr.op === 'sext32' || expr.op === 'zext32') return 64;
      return expr.op === 'low32' || isTruthOp(expr.op) ? 32 : (expr.width ?? 32);
    case 'binary':
      return isTruthOp(expr.op) ? 32 : (expr.width ?? 32);
  }
}

/** `width` is the operand's. */
export function applyUnary(op: UnaryOp, a: number): number;
export function applyUnary(op: UnaryOp, a: Integer, width?: ExprWidth): Integer;
export function applyUnary(op: UnaryOp, a: Integer, width: ExprWidth = 32): Integer {
  switch (op) {
    case '-':
      return width === 64 ? wrap(-BigInt(a), 64) : -lowWord(a) | 0;
    case '~':
      return width === 32 || wrap(a, 32) === a ? ~lowWord(a) : wrap(~BigInt(a), 64);
    case '!':
      return a === 0 ? 1 : 0;
    case 'sext8':
      return wrap(a, 8);
    case 'sext16':
      return wrap(a, 16);
    case 'zext8':
      return lowWord(a) & 0xff;
    case 'zext16':
      return lowWord(a) & 0xffff;
    case 'sext32':
      return a;
    case 'zext32':
      return fromWords(lowWord(a), 0);
    case 'low32':
      return lowWord(a);
  }
}

/** `width` is the operands'. */
export function applyBinary(op: BinaryOp, a: number, b: number): number;
export function applyBinary(op: BinaryOp, a: Integer, b: Integer, width?: ExprWidth): Integer;
export function applyBinary(op: BinaryOp, a: Integer, b: Integer, width: ExprWidth = 32): Integer {
  // Most values are small, and computing with bigints is slow.
  const narrow = width === 32 || (!dependsOnWidth(op) && wrap(a, 32) === a && wrap(b, 32) === b);
  return narrow ? applyNarrow(op, lowWord(a), lowWord(b)) : applyWide(op, BigInt(a), BigInt(b));
}

/** Division by zero yields 0; shifts use the low five bits of the right operand. */
function applyNarrow(op: BinaryOp, a: number, b: number): number {
  switch (op) {
    case '+':
      return (a + b) | 0;
    case '-':
      return (a - b) | 0;
    case '*':
      return Math.imul(a, b);
    case '/':
      return b === 0 ? 0 : (a / b) | 0;
    case '%':
      return b === 0 ? 0 : (a % b) | 0;
    case '/u':
      return b === 0 ? 0 : ((a >>> 0) / (b >>> 0)) | 0;
    case '%u':
      return b === 0 ? 0 : ((a >>> 0) % (b >>> 0)) | 0;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      return a << b;
    case '>>':
      return a >> b;
    case '>>u':
      return (a >>> b) | 0;
    case '==':
      return a === b ? 1 : 0;
    case '!=':
      return a !== b ? 1 : 0;
    case '<':
      return a < b ? 1 : 0;
    case '<=':
      return a <= b ? 1 : 0;
    case '>':
      return a > b ? 1 : 0;
    case '>=':
      return a >= b ? 1 : 0;
    case '<u':
      return a >>> 0 < b >>> 0 ? 1 : 0;
    case '<=u':
      return a >>> 0 <= b >>> 0 ? 1 : 0;
    case '>u':
      return a >>> 0 > b >>> 0 ? 1 : 0;
    case '>=u':
      return a >>> 0 >= b >>> 0 ? 1 : 0;
    case '&&':
      return a !== 0 && b !== 0 ? 1 : 0;
    case '||':
      return a !== 0 || b !== 0 ? 1 : 0;
  }
}

/** Of 64 bits: division by zero yields 0; shifts use the low six bits of the right operand. */
function applyWide(op: BinaryOp, a: bigint, b: bigint): Integer {
  const unsigned = (x: bigint): bigint => BigInt.asUintN(64, x);
  const [ua, ub] = [unsigned(a), unsigned(b)];
  const signed = (x: bigint): Integer => toInteger(BigInt.asIntN(64, x));
  const truth = (x: boolean): number => (x ? 1 : 0);
  switch (op) {
    case '+':
      return signed(a + b);
    case '-':
      return signed(a - b);
    case '*':
      return signed(a * b);
    case '/':
      return b === 0n ? 0 : signed(a / b);
    case '%':
      return b === 0n ? 0 : signed(a % b);
    case '/u':
      return b === 0n ? 0 : signed(ua / ub);
    case '%u':
      return b === 0n ? 0 : signed(ua % ub);
    case '&':
      return signed(a & b);
    case '|':
      return signed(a | b);
    case '^':
      return signed(a ^ b);
    case '<<':
      return signed(a << (b & 63n));
    case '>>':
      return signed(a >> (b & 63n));
    case '>>u':
      return signed(ua >> (b & 63n));
    case '==':
      return truth(a === b);
    case '!=':
      return truth(a !== b);
    case '<':
      return truth(a < b);
    case '<=':
      return truth(a <= b);
    case '>':
      return truth(a > b);
    case '>=':
      return truth(a >= b);
    case '<u':
      return truth(ua < ub);
    case '<=u':
      return truth(ua <= ub);
    case '>u':
      return truth(ua > ub);
    case '>=u':
      return truth(ua >= ub);
    case '&&':
      return truth(a !== 0n && b !== 0n);
    case '||':
      return truth(a !== 0n || b !== 0n);
  }
}

/** The value of `expr`, given the values of registers and the addresses of locations. */
export function evaluate(
  expr: Expr,
  registerValue: (name: string) => Integer,
  locationAddress: (location: string) => number,
): Integer {
  const value = (e: Expr): Integer => evaluate(e, registerValue, locationAddress);
  switch (expr.kind) {
    case 'const':
      return expr.value;
    case 'register':
      return registerValue(expr.name);
    case 'address':
      return locationAddress(expr.location);
    case 'unary':
      return applyUnary(expr.op, value(expr.operand), expr.width);
    case 'binary':
      return applyBinary(expr.op, value(expr.left), value(expr.right), expr.width);
    case 'conditional':
      return value(value(expr.condition) !== 0 ? expr.whenTrue : expr.whenFalse);
  }
}

/** Calls `visit` on every node, outermost first. */
export function forEachNode(expr: Expr, visit: (node: Expr) => void): void {
  visit(expr);
  switch (expr.kind) {
    case 'const':
    case 'register':
    case 'address':
      return;
    case 'unary':
      forEachNode(expr.operand, visit);
      return;
    case 'binary':
      forEachNode(expr.left, visit);
      forEachNode(expr.right, visit);
      return;
    case 'conditional':
      forEachNode(expr.condition, visit);
      forEachNode(expr.whenTrue, visit);
      forEachNode(expr.whenFalse, visit);
      return;
  }
}

/** Calls `visit` for every register `expr` mentions. */
export const forEachRegister = (expr: Expr, visit: (name: string) => void): void =>
  forEachNode(expr, (node) => {
    if (node.kind === 'register') visit(node.name);
  });

export function registersOf(expr: Expr): ReadonlySet<string> {
  const names = new Set<string>();
  forEachRegister(expr, (name) => names.add(name));
  return names;
}

/** The same for the same expressions. */
export const keyOfExpression = (expr: Expr): string =>
  JSON.stringify(expr, (_, part: unknown) => (typeof part === 'bigint' ? `${part}` : part));
