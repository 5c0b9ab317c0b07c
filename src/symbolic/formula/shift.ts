// Shifts as circuits: one layer of selections per bit of the shift that counts, five of a word of 32 bits, six of 64.

import type { ExprWidth } from '../../program/expression.js';
import { toNumber } from '../../program/integer.js';
import { type Bits, bitAt, constantOf, resize, select } from './bits.js';
import { type Cnf, type Lit, no } from './cnf.js';

export function shift(cnf: Cnf, op: '<<' | '>>' | '>>u', a: Bits, by: Bits, word: ExprWidth): Bits {
  const layers = word === 64 ? 6 : 5;
  const low = Array.from({ length: layers }, (_, i) => bitAt(by, i));
  const amount = constantOf([...low, no]);
  let bits = op === '>>' ? a : resize(a, word);
  if (amount !== undefined) return shiftBy(op, bits, toNumber(amount));
  for (let layer = 0; layer < layers; layer++)
    bits = select(cnf, low[layer], shiftBy(op, bits, 1 << layer), bits);
  return bits;
}

function shiftBy(op: '<<' | '>>' | '>>u', bits: Bits, amount: number): Bits {
  const width = bits.length;
  const at = (i: number): Lit => {
    if (op === '<<') return i < amount ? no : bits[i - amount];
    if (i + amount < width) return bits[i + amount];
    return op === '>>' ? bits[width - 1] : no;
  };
  return Array.from({ length: width }, (_, i) => at(i));
}
