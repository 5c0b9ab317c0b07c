// Division of numbers of 128 bits, bit by bit where their upper words are not 0.

import type { LibraryPart } from './part.js';

const wide = 'unsigned __int128';

/** The quotient grows from below in what is left of the dividend, the remainder from above. */
const divide = (result: string, ofWords: string): string => `${wide} N(${wide} a, ${wide} b) {
  unsigned long low = a, high = a >> 64, by = b, by_high = b >> 64, rest = 0, rest_high = 0;
  if (!(high | by_high)) return ${ofWords};
  for (int i = 0; i < 128; i++) {
    unsigned long over = rest_high >> 63;
    rest_high = rest_high << 1 | rest >> 63;
    rest = rest << 1 | high >> 63;
    high = high << 1 | low >> 63;
    low = low << 1;
    if (over || rest_high > by_high || (rest_high == by_high && rest >= by)) {
      rest_high = rest_high - by_high - (rest < by);
      rest = rest - by;
      low = low | 1;
    }
  }
  return ${result};
}`;

const magnitude = (value: string): string => `(${value} < 0 ? -(${wide})${value} : (${wide})${value})`;

export const wideDivision: readonly LibraryPart[] = [
  ['i_wide_quotient_u', () => divide(`(${wide})high << 64 | low`, 'low / by')],
  ['i_wide_remainder_u', () => divide(`(${wide})rest_high << 64 | rest`, 'low % by')],
  [
    'i_wide_quotient',
    () => `__int128 N(__int128 a, __int128 b) {
      ${wide} q = __lib_i_wide_quotient_u(${magnitude('a')}, ${magnitude('b')});
      return (a < 0) != (b < 0) ? -q : q;
    }`,
  ],
  [
    'i_wide_remainder',
    () => `__int128 N(__int128 a, __int128 b) {
      ${wide} r = __lib_i_wide_remainder_u(${magnitude('a')}, ${magnitude('b')});
      return a < 0 ? -r : r;
    }`,
  ],
];

/** Programs that mention one of these may divide such numbers. */
export const wideNames: readonly string[] = ['__int128', '__int128_t', '__uint128_t', 'TI', '__TI__'];

export const wideParts: readonly string[] = wideDivision.map(([name]) => name);
