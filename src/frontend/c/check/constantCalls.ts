// Calls that gcc evaluates in constants: `enum { N = __builtin_isinf(1.0) }`, `static double d = __builtin_nan("")`.

import { type Integer, wrap } from '../../../program/integer.js';
import type { ExpressionOf } from '../ast.js';
import type { Value } from '../typed.js';
import type { CType } from '../types.js';
import { constantValue } from './constants.js';
import { constantOf } from './conversions.js';
import { bitsOfNumber, numberOf } from './floats.js';
import { stringContent } from './literals.js';

type OfNumbers = (x: number, y: number) => number | boolean;

const isNegative = (x: number): boolean => x < 0 || Object.is(x, -0);

/** Of one number, and its float form. */
const testing: readonly (readonly [string, OfNumbers])[] = [
  ['isnan', (x) => Number.isNaN(x)],
  ['isinf', (x) => (Number.isFinite(x) || Number.isNaN(x) ? 0 : Math.sign(x))],
  ['isfinite', (x) => Number.isFinite(x)],
];

/** The sign of a NaN is not known here. */
const ofNumbersOnly: readonly (readonly [string, OfNumbers])[] = [
  ['signbit', (x) => isNegative(x)],
  ['fabs', (x) => Math.abs(x)],
  ['copysign', (x, y) => (isNegative(x) === isNegative(y) ? x : -x)],
  ['trunc', (x) => Math.trunc(x)],
  ['floor', (x) => Math.floor(x)],
  ['ceil', (x) => Math.ceil(x)],
  ['abs', (x) => Math.abs(x)],
  ['labs', (x) => Math.abs(x)],
];

const constants: readonly (readonly [string, OfNumbers])[] = [
  ['inf', () => Number.POSITIVE_INFINITY],
  ['huge_val', () => Number.POSITIVE_INFINITY],
  ['isgreater', (x, y) => x > y],
  ['isgreaterequal', (x, y) => x >= y],
  ['isless', (x, y) => x < y],
  ['islessequal', (x, y) => x <= y],
  ['islessgreater', (x, y) => x < y || x > y],
  ['isunordered', (x, y) => Number.isNaN(x) || Number.isNaN(y)],
];

const withFloats = (table: readonly (readonly [string, OfNumbers])[]): ReadonlyMap<string, OfNumbers> =>
  new Map(table.flatMap(([name, apply]) => [[name, apply] as const, [`${name}f`, apply] as const]));

const ofAll = withFloats([...testing, ...constants]);
const ofNumbers = withFloats(ofNumbersOnly);

/** The value of a call of a library function, if its arguments are constants; they are in the types of its parameters. */
export function constantCall(
  name: string,
  e: ExpressionOf<'call'>,
  args: readonly Value[],
  result: CType,
): Value | undefined {
  const [text] = e.args;
  const content = text?.kind === 'string' ? stringContent(text.parts, text.at) : undefined;
  if (name === 'strlen' && content !== undefined) return constantOf([...content, 0].indexOf(0), e.at, result);
  if ((name === 'nan' || name === 'nanf') && content?.length === 0)
    return numberOfType(Number.NaN, e, result);
  if ((name === 'atof' || (name === 'strtod' && constantValue(args[1]) === 0)) && content !== undefined)
    return numberOfType(numberIn(content), e, result);
  const values = args.map(knownNumber);
  const [x = 0, y = 0] = values;
  if (values.includes(undefined)) return undefined;
  const apply = ofAll.get(name) ?? (values.some(Number.isNaN) ? undefined : ofNumbers.get(name));
  return apply === undefined ? undefined : numberOfType(Number(apply(x, y)), e, result);
}

/** The number that a text begins with, rounded once; undefined for what is written otherwise. */
function numberIn(content: readonly number[]): number | undefined {
  const text = String.fromCharCode(...content);
  const [found, sign, digits] = /^[ \t-\r]*([+-]?)((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/i.exec(text) ?? [];
  if (found === undefined || digits === undefined || /^0x/i.test(digits + text.slice(found.length)))
    return undefined;
  return sign === '-' ? -Number(digits) : Number(digits);
}

function knownNumber(arg: Value): number | undefined {
  const known: Integer | undefined = constantValue(arg);
  if (known === undefined) return undefined;
  if (arg.type.kind === 'float') return numberOf(known, arg.type);
  // a long that a double does not hold is left to the function itself
  const number = Number(known);
  return arg.type.kind === 'integer' && Number.isSafeInteger(number) ? number : undefined;
}

const numberOfType = (
  value: number | undefined,
  { at }: ExpressionOf<'call'>,
  type: CType,
): Value | undefined => {
  if (value === undefined) return undefined;
  if (type.kind === 'float') return constantOf(bitsOfNumber(value, type), at, type);
  return type.kind === 'integer' ? constantOf(wrap(value, type.size === 8 ? 64 : 32), at, type) : undefined;
};
