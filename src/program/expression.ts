// Expressions over registers. Values are 32-bit two's complement integers; addresses are values too.
// `evaluate` is the definition of every operator: front ends fold with it, the explicit engine's bytecode follows it,
// the symbolic engine's circuits are tested against it.

export const unaryOps = ['-', '~', '!'] as const;
export type UnaryOp = (typeof unaryOps)[number];

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

export type Expr =
  | { readonly kind: 'const'; readonly value: number }
  | { readonly kind: 'register'; readonly name: string }
  /** The address of a location's first cell. */
  | { readonly kind: 'address'; readonly location: string }
  | { readonly kind: 'unary'; readonly op: UnaryOp; readonly operand: Expr }
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: Expr; readonly right: Expr }
  | {
      readonly kind: 'conditional';
      readonly condition: Expr;
      readonly whenTrue: Expr;
      readonly whenFalse: Expr;
    };

export const constant = (value: number): Expr => ({ kind: 'const', value: value | 0 });
export const register = (name: string): Expr => ({ kind: 'register', name });
export const addressOf = (location: string): Expr => ({ kind: 'address', location });
export const unary = (op: UnaryOp, operand: Expr): Expr => ({ kind: 'unary', op, operand });
export const binary = (op: BinaryOp, left: Expr, right: Expr): Expr => ({ kind: 'binary', op, left, right });
export const conditional = (condition: Expr, whenTrue: Expr, whenFalse: Expr): Expr => ({
  kind: 'conditional',
  condition,
  whenTrue,
  whenFalse,
});

export function applyUnary(op: UnaryOp, a: number): number {
  switch (op) {
    case '-':
      return -a | 0;
    case '~':
      return ~a;
    case '!':
      return a === 0 ? 1 : 0;
  }
}

/** Division by zero yields 0; shifts use the low five bits of the right operand. */
export function applyBinary(op: BinaryOp, a: number, b: number): number {
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

/** The value of `expr`, given the values of registers and the addresses of locations. */
export function evaluate(
  expr: Expr,
  registerValue: (name: string) => number,
  locationAddress: (location: string) => number,
): number {
  switch (expr.kind) {
    case 'const':
      return expr.value;
    case 'register':
      return registerValue(expr.name);
    case 'address':
      return locationAddress(expr.location);
    case 'unary':
      return applyUnary(expr.op, evaluate(expr.operand, registerValue, locationAddress));
    case 'binary':
      return applyBinary(
        expr.op,
        evaluate(expr.left, registerValue, locationAddress),
        evaluate(expr.right, registerValue, locationAddress),
      );
    case 'conditional':
      return evaluate(expr.condition, registerValue, locationAddress) !== 0
        ? evaluate(expr.whenTrue, registerValue, locationAddress)
        : evaluate(expr.whenFalse, registerValue, locationAddress);
  }
}

/** Calls `visit` for every register `expr` mentions. */
export function forEachRegister(expr: Expr, visit: (name: string) => void): void {
  switch (expr.kind) {
    case 'const':
    case 'address':
      return;
    case 'register':
      visit(expr.name);
      return;
    case 'unary':
      forEachRegister(expr.operand, visit);
      return;
    case 'binary':
      forEachRegister(expr.left, visit);
      forEachRegister(expr.right, visit);
      return;
    case 'conditional':
      forEachRegister(expr.condition, visit);
      forEachRegister(expr.whenTrue, visit);
      forEachRegister(expr.whenFalse, visit);
      return;
  }
}
