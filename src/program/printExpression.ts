// Names and expressions in the C dialect of litmus files.

import { type BinaryOp, conversionOps, type Expr, type UnaryOp } from './expression.js';
import { type Integer, wrap } from './integer.js';

/** Words that the C dialect or the sections around it read as something else than a name. */
const reserved = new Set(
  [
    'if|else|while|bound|atomic|break|continue|for|do|switch|goto|return|case|asm|struct|union|enum|typedef',
    'spawned|static|void|const|volatile|_Atomic|unsigned|signed|int|char|short|long|wide|bool|Bool|_bool|_Bool|size_t',
    'spinlock_t|block|ATOMIC_INIT',
    'exists|forall|locations|filter|final|observed|cases|with|not|no|true|false|_',
  ].flatMap((words) => words.split('|')),
);
const reservedForm = /^(u?int[0-9a-z]+_t|atomic_[a-z]+)$/;

/** A name as it is, or in backquotes when it would be read as something else. */
export function printName(name: string): string {
  if (/^[A-Za-z_.][A-Za-z0-9_.]*$/.test(name) && !reserved.has(name) && !reservedForm.test(name)) return name;
  return `\`${name.replace(/[`\\]/g, '\\$&').replace(/\n/g, '\\n')}\``;
}

/** A value where its width is not said: `W` marks one that is not of 32 bits. */
export const printInteger = (value: Integer): string =>
  wrap(value, 32) === value ? `${value}` : `${value}W`;

/** How a thread writes names: locations as parameters (`x`) or, where that is taken or it has none, as `&x`. */
export interface NameStyle {
  isParameter(location: string): boolean;
}

const binaryPrecedence: Partial<Record<BinaryOp, number>> = {
  '||': 1,
  '&&': 2,
  '|': 3,
  '^': 4,
  '&': 5,
  '==': 6,
  '!=': 6,
  '<': 7,
  '<=': 7,
  '>': 7,
  '>=': 7,
  '<<': 8,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
};
const unaryPrecedence = 11;

function unsignedName(op: BinaryOp): string | undefined {
  switch (op) {
    case '/u':
      return 'udiv';
    case '%u':
      return 'urem';
    case '>>u':
      return 'ushr';
    case '<u':
      return 'ult';
    case '<=u':
      return 'ule';
    case '>u':
      return 'ugt';
    case '>=u':
      return 'uge';
    default:
      return undefined;
  }
}

const conversions: ReadonlySet<UnaryOp> = new Set<UnaryOp>(conversionOps);
const isConversion = (op: UnaryOp): boolean => conversions.has(op);

/** The text of an expression, in parentheses when its outermost operator binds less tightly than `precedence`. */
export function printExpr(expr: Expr, style: NameStyle, precedence = 0): string {
  const wrap = (own: number, text: string): string => (own < precedence ? `(${text})` : text);
  switch (expr.kind) {
    case 'const':
      return `${expr.value}${expr.width === 64 ? 'W' : ''}`;
    case 'register':
      return printName(expr.name);
    case 'address':
      return `${style.isParameter(expr.location) ? '' : '&'}${printName(expr.location)}`;
    case 'unary': {
      if (isConversion(expr.op)) return `${expr.op}(${printExpr(expr.operand, style)})`;
      // A minus before digits would be read as a negative number, and --x as something else.
      const operand = printExpr(expr.operand, style, unaryPrecedence);
      const bare = expr.op !== '-' || /^[A-Za-z_`.&(~!]/.test(operand);
      return wrap(unaryPrecedence, `${expr.op}${bare ? operand : `(${operand})`}`);
    }
    case 'binary': {
      const unsigned = unsignedName(expr.op);
      if (unsigned !== undefined)
        return `${unsigned}(${printExpr(expr.left, style)}, ${printExpr(expr.right, style)})`;
      const own = binaryPrecedence[expr.op] ?? 0;
      // Few remember how comparisons, shifts and bitwise operators bind among each other: they are never mixed bare.
      const mixed = own >= 3 && own <= 8;
      const same = expr.left.kind === 'binary' && expr.left.op === expr.op;
      const left = printExpr(expr.left, style, mixed && !same ? 9 : own);
      return wrap(own, `${left} ${expr.op} ${printExpr(expr.right, style, mixed ? 9 : own + 1)}`);
    }
    case 'conditional': {
      const [condition, whenTrue, whenFalse] = [expr.condition, expr.whenTrue, expr.whenFalse];
      return wrap(
        0.5,
        `${printExpr(condition, style, 1)} ? ${printExpr(whenTrue, style)} : ${printExpr(whenFalse, style)}`,
      );
    }
  }
}

/** The contents of an address: `*x`, `t[1]`, `*(p + r)`. */
export function printContents(address: Expr, style: NameStyle): string {
  if (
    address.kind === 'binary' &&
    address.op === '+' &&
    address.left.kind === 'address' &&
    style.isParameter(address.left.location) &&
    !(address.right.kind === 'const' && address.right.value === 0) &&
    address.width === undefined
  )
    return `${printExpr(address.left, style)}[${printExpr(address.right, style)}]`;
  return `*${printExpr(address, style, unaryPrecedence)}`;
}
