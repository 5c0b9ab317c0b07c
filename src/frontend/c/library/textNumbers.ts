// Floating-point numbers from text. A number of up to 2^53 that a power of ten up to 10^22 multiplies or divides is rounded once, and so
// exactly (Clinger 1990). A number with more digits, or in hexadecimal, is cut like a loop at its bound. A literal is read beforehand
// (check/constantCalls.ts).

import type { LibraryPart } from './part.js';

const powers = Array.from({ length: 23 }, (_, i) => `1e${i}`).join(', ');

/** Whether the text goes on with a word, in small or capital letters. */
const word: LibraryPart = [
  'i_begins_with',
  `int N(const char *s, const char *word) {
    int i = 0;
    while (word[i] != 0 && (s[i] == word[i] || s[i] == word[i] - 32)) i++;
    return word[i] == 0;
  }`,
];

const reading = (
  type: string,
  mostDigits: string,
  mostPower: number,
): string => `${type} N(const char *s, char **end) {
  const char *p = s;
  int negative = 0, any = 0, e = 0;
  unsigned long m = 0;
  ${type} value;
  while (*p == 32 || (*p >= 9 && *p <= 13)) p++;
  if (*p == '-' || *p == '+') negative = *p++ == '-';
  if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) for (;;);
  if (__lib_i_begins_with(p, "inf")) {
    p += __lib_i_begins_with(p, "infinity") ? 8 : 3;
    any = 1;
    value = 1e999;
  } else if (__lib_i_begins_with(p, "nan")) {
    if (p[3] == '(') for (;;);
    p += 3;
    any = 1;
    value = -(0.0 / 0.0);
  } else {
    for (int point = 0;; p++) {
      if (*p == '.' && !point && (any || (p[1] >= '0' && p[1] <= '9'))) {
        point = 1;
        continue;
      }
      if (*p < '0' || *p > '9') break;
      any = 1;
      if (m > 900000000000000000ul) for (;;);
      m = m * 10 + (*p - '0');
      e -= point;
    }
    if (any && (*p == 'e' || *p == 'E')) {
      const char *q = p + 1;
      int below = 0, k = 0;
      if (*q == '-' || *q == '+') below = *q++ == '-';
      if (*q >= '0' && *q <= '9') {
        for (; *q >= '0' && *q <= '9'; q++) if (k < 10000) k = k * 10 + (*q - '0');
        e += below ? -k : k;
        p = q;
      }
    }
    if (m != 0) while (e < 0 && m % 10 == 0) {
      m /= 10;
      e++;
    }
    if (m != 0 && (m > ${mostDigits} || e < -${mostPower} || e > ${mostPower})) for (;;);
    value = m == 0 ? 0 : e < 0 ? (${type})m / (${type})__lib_i_powers[-e] : (${type})m * (${type})__lib_i_powers[e];
  }
  if (end) *end = (char *)(any ? p : s);
  return any && negative ? -value : any ? value : 0;
}`;

export const textNumbers: readonly LibraryPart[] = [
  word,
  ['i_powers', `const double N[23] = { ${powers} };`],
  ['strtod', () => reading('double', '9007199254740992ul', 22)],
  ['strtof', () => reading('float', '16777216ul', 10)],
  ['atof', 'double N(const char *s) { return __lib_strtod(s, 0); }'],
];
