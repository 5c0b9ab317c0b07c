// Ranges of bytes, cell by cell: copies, fills, comparisons, reads for nothing, and the ends of locks. The cells are those into which
// the objects at both addresses are divided alike.

import { binary, conditional, constant, type Expr } from '../../../program/expression.js';
import type { Lifetime } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import type { Instruction, InstructionOf } from '../../instruction.js';
import type { Value } from '../../value.js';
import type { Part } from './access.js';
import { sum } from './expressions.js';
import { addWithin, type RangePart, rangeOf, type Side } from './range.js';
import { signedRange, type ThreadCode } from './threadCode.js';
import { registerWidth, resized, shiftedRight } from './widths.js';

type Intrinsic = InstructionOf<'intrinsic'>;

const at = (base: Expr, { delta }: Part): Expr => sum(base, constant(delta));

/** An address of the instruction, as it is now. */
const sideOf = (code: ThreadCode, access: number, kind: Side['kind'], address: Value): Side => ({
  access,
  kind,
  base: code.kept(code.expressions.address(address)),
});

export function emitCopy(code: ThreadCode, i: InstructionOf<'copy'>): void {
  const from = sideOf(code, 0, 'load', i.from);
  const to = sideOf(code, 1, 'store', i.to);
  const parts = rangeOf(code, i, [from, to], i.size);
  const mayBeUnset = code.parts.mayBeUnset(i, 0);
  const read = parts.map((part) => {
    const value = code.temporary(registerWidth(part.width));
    const has = mayBeUnset ? code.temporary(32) : undefined;
    addWithin(code, part, () =>
      code.loadInto(value.name, at(from.base, part), part.width, { has: has?.name }),
    );
    return { value, has };
  });
  for (const [k, part] of parts.entries()) {
    const { value, has } = read[k];
    const store = (lifetime?: Lifetime): void =>
      code.store(at(to.base, part), value, part.width, { lifetime });
    addWithin(code, part, () => {
      if (has === undefined) store();
      else
        code.when(
          has,
          () => store(),
          () => store('empties'),
        );
    });
  }
}

/** Stores in all cells of a range what `valueIn` says. */
function storeRange(
  code: ThreadCode,
  i: Instruction,
  [to, size]: readonly [Value, Value],
  valueIn: (part: RangePart) => Expr,
  lifetime?: Lifetime,
): void {
  const side = sideOf(code, 0, 'store', to);
  for (const part of rangeOf(code, i, [side], size))
    addWithin(code, part, () => code.store(at(side.base, part), valueIn(part), part.width, { lifetime }));
}

export function emitFill(code: ThreadCode, i: InstructionOf<'fill'>): void {
  const byte = code.expressions.of(i.value);
  storeRange(code, i, [i.to, i.size], (part) => repeated(byte, part));
}

/** A byte in each byte of a cell. */
function repeated(byte: Expr, { width }: Part): Expr {
  const words = registerWidth(width);
  const ones = BigInt(`0x${'01'.repeat(width / 8)}`);
  if (byte.kind === 'const')
    return constant(BigInt.asIntN(width, (BigInt(byte.value) & 0xffn) * ones), words);
  const low = binary('&', resized(byte, words), constant(255, words));
  return binary('*', low, constant(BigInt.asIntN(width, ones), words));
}

export const emitAny = (code: ThreadCode, i: Intrinsic): void =>
  storeRange(code, i, [i.args[0], i.args[1]], ({ width }) =>
    code.choice(code.temporary(registerWidth(width)), width < 32 ? signedRange(width) : {}),
  );

export function emitDestroy(code: ThreadCode, i: Intrinsic): void {
  if (code.inSection) return;
  storeRange(code, i, [i.args[0], i.args[1]], ({ width }) => constant(0, registerWidth(width)), 'destroys');
}

export function emitReads(code: ThreadCode, i: Intrinsic): void {
  const side = sideOf(code, 0, 'load', i.args[0]);
  for (const part of rangeOf(code, i, [side], i.args[1]))
    addWithin(code, part, () => code.load(at(side.base, part), part.width));
}

/** Less than, equal to or greater than 0 as the first byte that differs is. */
export function emitCompare(code: ThreadCode, i: Intrinsic, give: (value: Expr) => void): void {
  const sides = [0, 1].map((k) => sideOf(code, k, 'load', i.args[k]));
  const parts = rangeOf(code, i, sides, i.args[2]);
  const [left, right] = sides.map(({ base }) =>
    parts.map((part) => {
      let value: Expr | undefined;
      addWithin(code, part, () => {
        value = code.load(at(base, part), part.width);
      });
      return value ?? bug('a cell was not read');
    }),
  );
  const compared = parts.reduceRight<Expr>((rest, part, k) => {
    let result = rest;
    for (let byte = part.bytes - 1; byte >= 0; byte--) {
      const [x, y] = [byteOf(left[k], byte), byteOf(right[k], byte)];
      const order = conditional(binary('<u', x, y), constant(-1), constant(1));
      result = conditional(binary('==', x, y), result, order);
    }
    return part.within === undefined ? result : conditional(part.within, result, constant(0));
  }, constant(0));
  give(compared);
}

const byteOf = (value: Expr, index: number): Expr =>
  resized(binary('&', shiftedRight(resized(value, 64), index), constant(255, 64)), 32);
