// The expressions of #if and #elif (C11 6.10.1), by precedence climbing over already expanded tokens.

import type { SourceSpan } from '../../../program/statement.js';
import { operations, precedence } from '../binaryOperators.js';
import { preprocessorError } from '../diagnostics.js';
import { charValue, integerValue, withoutSeparators } from '../literals.js';
import { isPunctuator, type Token } from './token.js';

const depthLimit = 200;

/** All integers of a condition are of type intmax_t or uintmax_t, 64 bits wide. */
interface Wide {
  readonly value: bigint;
  readonly unsigned: boolean;
}

const wide = (value: bigint, unsigned = false): Wide => ({
  value: unsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value),
  unsigned,
});
const truth = (holds: boolean): Wide => wide(holds ? 1n : 0n);

const unaryOperators: ReadonlyMap<string, (operand: Wide) => Wide> = new Map([
  ['!', ({ value }) => truth(value === 0n)],
  ['-', ({ value, unsigned }) => wide(-value, unsigned)],
  ['+', (operand) => operand],
  ['~', ({ value, unsigned }) => wide(~value, unsigned)],
]);

/** Identifiers that are left count as 0. */
export function evaluateCondition(tokens: readonly Token[], at: SourceSpan): boolean {
  let position = 0;
  let depth = 0;
  /** Operands that C does not evaluate may divide by zero. */
  let skipped = 0;
  const where = (): SourceSpan => tokens[Math.min(position, tokens.length - 1)]?.at ?? at;
  const isNext = (text: string): boolean => isPunctuator(tokens[position], text);
  const expect = (text: string): void => {
    if (!isNext(text)) preprocessorError(`expected ${text} in this condition`, where());
    position++;
  };

  const primary = (): Wide => {
    const token = tokens[position];
    if (token === undefined) return preprocessorError('this condition ends too early', where());
    if (++depth > depthLimit) preprocessorError('this condition nests too deeply', where());
    position++;
    const value = operandOf(token);
    depth--;
    return value;
  };

  const operandOf = (token: Token): Wide => {
    const { kind, text, at: place } = token;
    if (kind === 'identifier') return truth(text === 'true');
    if (kind === 'number') return numberOf(token);
    if (kind === 'char')
      return wide(BigInt(charValue(text) ?? preprocessorError(`${text} is not a character`, place)));
    if (text === '(') {
      const inner = conditional();
      expect(')');
      return inner;
    }
    const operator = unaryOperators.get(text);
    return operator?.(primary()) ?? preprocessorError(`${text} cannot stand in a condition`, place);
  };

  const unless = (skip: boolean, operand: () => Wide): Wide => {
    if (skip) skipped++;
    const value = operand();
    if (skip) skipped--;
    return value;
  };

  const climb = (least: number): Wide => {
    let left = primary();
    for (;;) {
      const token = tokens[position];
      const [level] = precedence.get(token?.text ?? '') ?? [];
      if (token === undefined || level === undefined || level < least) return left;
      position++;
      const decided =
        (token.text === '&&' && left.value === 0n) || (token.text === '||' && left.value !== 0n);
      const right = unless(decided, () => climb(level + 1));
      left = apply(token, left, right, skipped > 0);
    }
  };

  const conditional = (): Wide => {
    const condition = climb(0);
    if (!isNext('?')) return condition;
    position++;
    const holds = condition.value !== 0n;
    const whenTrue = unless(!holds, conditional);
    expect(':');
    const whenFalse = unless(holds, conditional);
    return wide((holds ? whenTrue : whenFalse).value, whenTrue.unsigned || whenFalse.unsigned);
  };

  const { value } = conditional();
  if (position < tokens.length)
    preprocessorError(`unexpected ${tokens[position].text} in this condition`, where());
  return value !== 0n;
}

function numberOf({ text, at }: Token): Wide {
  const literal = integerValue(withoutSeparators(text)) ?? preprocessorError(`${text} is not an integer`, at);
  return wide(literal.value, literal.unsigned || literal.value >= 2n ** 63n);
}

function apply(operator: Token, left: Wide, right: Wide, skipped: boolean): Wide {
  // A shift has the type of its left operand, every other operator the common one.
  const [, op] = precedence.get(operator.text) ?? [];
  if (op === '<<' || op === '>>') {
    const count = right.value & 63n;
    return wide(op === '<<' ? left.value << count : left.value >> count, left.unsigned);
  }
  const unsigned = left.unsigned || right.unsigned;
  const a = wide(left.value, unsigned).value;
  const b = wide(right.value, unsigned).value;
  const result = op === undefined ? undefined : operations[op](a, b);
  if (result === undefined && !skipped) preprocessorError('division by zero in this condition', operator.at);
  return typeof result === 'boolean' ? truth(result) : wide(result ?? 0n, unsigned);
}
