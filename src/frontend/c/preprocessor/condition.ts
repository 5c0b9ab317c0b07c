// The expressions of #if and #elif (C11 6.10.1), by precedence climbing over already expanded tokens.

import type { SourceSpan } from '../../../program/statement.js';
import { preprocessorError } from '../diagnostics.js';
import { charValue, integerValue } from '../literals.js';
import { isPunctuator, type Token } from './token.js';

const precedence: ReadonlyMap<string, number> = new Map([
  ['||', 1],
  ['&&', 2],
  ['|', 3],
  ['^', 4],
  ['&', 5],
  ['==', 6],
  ['!=', 6],
  ['<', 7],
  ['<=', 7],
  ['>', 7],
  ['>=', 7],
  ['<<', 8],
  ['>>', 8],
  ['+', 9],
  ['-', 9],
  ['*', 10],
  ['/', 10],
  ['%', 10],
]);

const depthLimit = 200;

/** Identifiers that are left count as 0. */
export function evaluateCondition(tokens: readonly Token[], at: SourceSpan): boolean {
  let position = 0;
  let depth = 0;
  const where = (): SourceSpan => tokens[Math.min(position, tokens.length - 1)]?.at ?? at;
  const isNext = (text: string): boolean => isPunctuator(tokens[position], text);
  const expect = (text: string): void => {
    if (!isNext(text)) preprocessorError(`expected ${text} in this condition`, where());
    position++;
  };

  const primary = (): number => {
    const token = tokens[position];
    if (token === undefined) return preprocessorError('this condition ends too early', where());
    if (++depth > depthLimit) preprocessorError('this condition nests too deeply', where());
    position++;
    const value = ((): number => {
      switch (token.kind) {
        case 'identifier':
          return token.text === 'true' ? 1 : 0;
        case 'char':
          return charValue(token.text) ?? preprocessorError(`${token.text} is not a character`, token.at);
        case 'number':
          return (
            integerValue(token.text)?.value ?? preprocessorError(`${token.text} is not an integer`, token.at)
          );
        default:
          switch (token.text) {
            case '(': {
              const inner = conditional();
              expect(')');
              return inner;
            }
            case '!':
              return primary() === 0 ? 1 : 0;
            case '-':
              return -primary();
            case '+':
              return primary();
            case '~':
              return Number(~BigInt(primary()));
            default:
              return preprocessorError(`${token.text} cannot stand in a condition`, token.at);
          }
      }
    })();
    depth--;
    return value;
  };

  const climb = (least: number): number => {
    let left = primary();
    for (;;) {
      const token = tokens[position];
      const level = token === undefined ? undefined : precedence.get(token.text);
      if (token === undefined || level === undefined || level < least) return left;
      position++;
      const right = climb(level + 1);
      left = apply(token, left, right);
    }
  };

  const conditional = (): number => {
    const condition = climb(1);
    if (!isNext('?')) return condition;
    position++;
    const whenTrue = conditional();
    expect(':');
    const whenFalse = conditional();
    return condition !== 0 ? whenTrue : whenFalse;
  };

  const value = conditional();
  if (position < tokens.length)
    preprocessorError(`unexpected ${tokens[position].text} in this condition`, where());
  return value !== 0;
}

function apply(operator: Token, a: number, b: number): number {
  const wide = (f: (x: bigint, y: bigint) => bigint): number =>
    Number(BigInt.asIntN(64, f(BigInt(Math.trunc(a)), BigInt(Math.trunc(b)))));
  switch (operator.text) {
    case '||':
      return a !== 0 || b !== 0 ? 1 : 0;
    case '&&':
      return a !== 0 && b !== 0 ? 1 : 0;
    case '|':
      return wide((x, y) => x | y);
    case '^':
      return wide((x, y) => x ^ y);
    case '&':
      return wide((x, y) => x & y);
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
    case '<<':
      return wide((x, y) => x << (y & 63n));
    case '>>':
      return wide((x, y) => x >> (y & 63n));
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return wide((x, y) => x * y);
    default:
      if (b === 0) preprocessorError('division by zero in this condition', operator.at);
      return operator.text === '/' ? Math.trunc(a / b) : a % b;
  }
}
