// Numbers in litmus files are 32-bit: anything from -2^31 to 2^32-1, the upper half read as negative.

import type { Source } from './source.js';
import type { Span } from './syntax.js';

export function readNumber(source: Source, text: string, span: Span): number {
  const negative = text.startsWith('-');
  const digits = text.replace(/^-\s*/, '').replace(/[uU]?[lL]*$/, '');
  const magnitude = BigInt(digits);
  const value = negative ? -magnitude : magnitude;
  if (value < -(2n ** 31n) || value >= 2n ** 32n)
    return source.fail(
      'number-too-large',
      `${text.length > 40 ? 'this number' : text} does not fit 32 bits`,
      span,
    );
  return Number(BigInt.asIntN(32, value));
}
