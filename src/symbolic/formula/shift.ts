// Shifts as circuits: one layer of selections per bit of the shift's low five bits.

import { type Bits, bitAt, constantOf, resize, select, wordBits } from './bits.js';
import { type Cnf, type Lit, no } from './cnf.js';

export function shift(cnf: Cnf, op: '<<' | '>>' | '>>u', a: Bits, by: Bits): Bits {
  const low = Array.from({ length: 5 }, (_, i) => bitAt(by, i));
  const amount = constantOf([...low, no]);
  let bits = op === '>>' ? a : resize(a, wordBits);
  if (amount !== undefined) return shiftBy(op, bits, amount);
  for (let layer = 0; layer < 5; layer++) bits = select(cnf, low[layer], shiftBy(op, bits, 1 << layer), bits);
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
