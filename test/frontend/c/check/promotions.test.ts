// The integer promotions and the usual arithmetic conversions (C11 6.3.1.1, 6.3.1.8), of every pair of integer types, against the rules
// as they are written here, and against any gcc where there is one: they are about C, and no processor.

import { describe, expect, it } from 'vitest';
import { compileAndRun, nativeMachine, plainFlags } from '../../../../lab/judge/compiler.js';
import { findings } from '../run.js';

interface Type {
  readonly name: string;
  readonly rank: number;
  readonly bytes: number;
  readonly signed: boolean;
}

const type = (name: string, rank: number, bytes: number, signed: boolean): Type => ({
  name,
  rank,
  bytes,
  signed,
});
const int = type('int', 3, 4, true);
const unsigned = type('unsigned', 3, 4, false);
const long = type('long', 4, 8, true);
const unsignedLong = type('unsigned long', 4, 8, false);
const longLong = type('long long', 5, 8, true);
const unsignedLongLong = type('unsigned long long', 5, 8, false);
const wide = [int, unsigned, long, unsignedLong, longLong, unsignedLongLong];
const types = [
  type('_Bool', 0, 1, false),
  type('signed char', 1, 1, true),
  type('unsigned char', 1, 1, false),
  type('short', 2, 2, true),
  type('unsigned short', 2, 2, false),
  ...wide,
];

/** int holds all values of narrower types. */
const promoted = (t: Type): Type => (t.rank < int.rank ? int : t);

const unsignedOf = (t: Type): Type => wide.find((u) => u.rank === t.rank && !u.signed) ?? t;

function common(left: Type, right: Type): Type {
  const [a, b] = [promoted(left), promoted(right)];
  if (a.signed === b.signed) return a.rank >= b.rank ? a : b;
  const [s, u] = a.signed ? [a, b] : [b, a];
  if (u.rank >= s.rank) return u;
  return s.bytes > u.bytes ? s : unsignedOf(s);
}

const number = `_Generic((e), ${wide.map(({ name }, i) => `${name}: ${i}`).join(', ')}, default: -1)`;
const is = (expression: string, t: Type): string => `assert(TYPE(${expression}) == ${wide.indexOf(t)});`;

const operators = ['+', '-', '*', '/', '%', '&', '|', '^'];

/** Of variables, so that nothing is known beforehand: the type of each result, and whether it can be below 0. */
function statements(): string[] {
  const variables = types.map(({ name }, i) => `${name} v${i} = 1, w${i} = 0;`);
  const alone = types.flatMap((t, i) => [
    ...['+', '-', '~'].map((op) => is(`${op}v${i}`, promoted(t))),
    ...['<<', '>>'].map((op) => is(`v${i} ${op} v10`, promoted(t))),
    `assert((-v${i} < 0) == ${Number(promoted(t).signed)});`,
    `assert((~w${i} < 0) == ${Number(promoted(t).signed)});`,
  ]);
  const pairs = types.flatMap((a, i) =>
    types.flatMap((b, j) => [
      ...operators.map((op) => is(`v${i} ${op} v${j}`, common(a, b))),
      is(`v0 ? v${i} : v${j}`, common(a, b)),
      `assert((w${i} - v${j} < 0) == ${Number(common(a, b).signed)});`,
      `assert((w${i} - v${j} < v${i}) == ${Number(common(common(a, b), a).signed)});`,
    ]),
  );
  return [...variables, ...alone, ...pairs];
}

const fields = `struct { unsigned u3 : 3, u31 : 31, u32 : 32; int s5 : 5; } b = { 1, 1, 1, 1 };
  ${is('b.u3 + 0', int)} ${is('b.u31 + 0', int)} ${is('b.u32 + 0', unsigned)} ${is('b.s5 + 0', int)}
  assert(b.u3 - 2 < 0 && b.u31 - 2 < 0 && b.u32 - 2 > 0);
  unsigned short m = 65535; assert(m * m == (int)4294836225u && m * 2 == 131070 && (m << 15) < 0 == (2147450880 < 0));
  assert(m + 1 == 65536 && -m == -65535 && ~m == -65536 && m > -1 && !(m < -1));`;

const text = `#include <assert.h>
#define TYPE(e) ${number}
int main(void) {
  ${[...statements(), fields].join('\n  ')}
  return 0;
}
`;

describe('integers', () => {
  it('are promoted, and have a common type', () => expect(findings(text)).toEqual([]));

  it('so says any gcc', async () => {
    const machine = await nativeMachine();
    if (machine === undefined) return console.warn('no gcc: integer conversions are not compared with its');
    const ran = await compileAndRun(text.replace('return 0;', 'printf("same"); return 0;'), [
      '-w',
      '-include',
      'stdio.h',
      ...plainFlags,
    ]);
    expect(ran).toEqual({ out: 'same' });
  });
});
