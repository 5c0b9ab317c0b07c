// Ranges of bytes, cell by cell: copies, fills, comparisons, reads for nothing, and the ends of locks. The cells are those into which
// the objects at both addresses are divided alike.

import { binary, conditional, constant, type Expr, register } from '../../../program/expression.js';
import { bug } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import type { InstructionOf } from '../../instruction.js';
import type { Value } from '../../value.js';
import type { Part } from './access.js';
import { sum } from './expressions.js';
import type { ThreadCode } from './threadCode.js';
import { resized } from './widths.js';

type Intrinsic = InstructionOf<'intrinsic'>;

const sized = ({ width }: Part): { readonly width?: 8 | 16 | 64 } => (width === 32 ? {} : { width });
const exprWidth = ({ width }: Part): 32 | 64 => (width === 64 ? 64 : 32);

function lengthOf(code: ThreadCode, size: Value | undefined, what: string): number {
  return size?.kind === 'const'
    ? Number(size.value)
    : code.refuse(`${what} of a number of bytes that is not known`);
}

const at = (base: Expr, { delta }: Part): Expr => sum(base, constant(delta));

export function emitCopy(code: ThreadCode, i: InstructionOf<'copy'>): void {
  const parts = code.parts.cellsIn(i, 1, lengthOf(code, i.size, 'a copy'));
  const place = present({ at: i.at });
  const from = code.kept(code.expressions.address(i.from), i.at);
  const to = code.kept(code.expressions.address(i.to), i.at);
  const mayBeUnset = !code.inSection && code.parts.mayBeUnset(i, 0);
  const read = parts.map((part) => {
    const value = code.temporary(exprWidth(part));
    const has = mayBeUnset ? code.temporary(32) : undefined;
    code.add({
      kind: 'load',
      target: value.name,
      address: at(from, part),
      ...sized(part),
      ...present({ has: has?.name }),
      ...place,
    });
    return { value, has };
  });
  parts.forEach((part, k) => {
    const { value, has } = read[k] ?? bug('a cell was not read');
    const store = { kind: 'store', address: at(to, part), value, ...sized(part), ...place } as const;
    if (has === undefined) code.add(store);
    else
      code.add({
        kind: 'if',
        condition: has,
        whenTrue: [store],
        whenFalse: [{ ...store, lifetime: 'empties' }],
        ...place,
      });
  });
}

export function emitFill(code: ThreadCode, i: InstructionOf<'fill'>): void {
  const parts = code.parts.cellsIn(i, 0, lengthOf(code, i.size, 'a fill'));
  const to = code.kept(code.expressions.address(i.to), i.at);
  const byte = code.expressions.of(i.value);
  for (const part of parts) {
    const value = repeated(byte, part);
    code.add({ kind: 'store', address: at(to, part), value, ...sized(part), ...present({ at: i.at }) });
  }
}

/** A byte in each byte of a cell. */
function repeated(byte: Expr, part: Part): Expr {
  const width = exprWidth(part);
  if (byte.kind === 'const') {
    const one = BigInt(byte.value) & 0xffn;
    let all = 0n;
    for (let k = 0; k < part.width / 8; k++) all = (all << 8n) | one;
    return constant(BigInt.asIntN(part.width, all), width);
  }
  let ones = 0n;
  for (let k = 0; k < part.width / 8; k++) ones = (ones << 8n) | 1n;
  const low = binary('&', resized(byte, width), constant(255, width));
  return binary('*', low, constant(BigInt.asIntN(width, ones), width));
}

export function emitAny(code: ThreadCode, i: Intrinsic): void {
  const parts = code.parts.cellsIn(i, 0, lengthOf(code, i.args[1], 'any values'));
  const to = code.kept(code.expressions.address(i.args[0]), i.at);
  const place = present({ at: i.at });
  for (const part of parts) {
    const value = code.temporary(exprWidth(part));
    const range = part.width < 32 ? { from: -(2 ** (part.width - 1)), to: 2 ** (part.width - 1) - 1 } : {};
    code.addOutside({
      kind: 'nondet',
      target: value.name,
      ...range,
      ...(exprWidth(part) === 64 ? { width: 64 as const } : {}),
      ...place,
    });
    code.add({ kind: 'store', address: at(to, part), value, ...sized(part), ...place });
  }
}

export function emitDestroy(code: ThreadCode, i: Intrinsic): void {
  if (code.inSection) return;
  const base = code.kept(code.expressions.address(i.args[0]), i.at);
  for (const part of code.parts.cellsIn(i, 0, lengthOf(code, i.args[1], 'the end')))
    code.add({
      kind: 'store',
      address: at(base, part),
      value: constant(0, exprWidth(part)),
      ...sized(part),
      lifetime: 'destroys',
      ...present({ at: i.at }),
    });
}

export function emitReads(code: ThreadCode, i: Intrinsic): void {
  const base = code.kept(code.expressions.address(i.args[0]), i.at);
  for (const part of code.parts.cellsIn(i, 0, lengthOf(code, i.args[1], 'a read')))
    code.add({
      kind: 'load',
      target: code.temporary(exprWidth(part)).name,
      address: at(base, part),
      ...sized(part),
      ...present({ at: i.at }),
    });
}

/** Less than, equal to or greater than 0 as the first byte that differs is. */
export function emitCompare(code: ThreadCode, i: Intrinsic, give: (value: Expr) => void): void {
  const parts = code.parts.cellsIn(i, 0, lengthOf(code, i.args[2], 'a comparison'));
  const read = (address: Value): Expr[] => {
    const base = code.kept(code.expressions.address(address), i.at);
    return parts.map((part) => {
      const target = code.temporary(exprWidth(part));
      code.add({
        kind: 'load',
        target: target.name,
        address: at(base, part),
        ...sized(part),
        ...present({ at: i.at }),
      });
      return register(target.name, exprWidth(part));
    });
  };
  const [left, right] = [read(i.args[0]), read(i.args[1])];
  const compared = parts.reduceRight<Expr>((rest, part, k) => {
    let result = rest;
    for (let byte = part.bytes - 1; byte >= 0; byte--) {
      const [x, y] = [byteOf(left[k], byte), byteOf(right[k], byte)];
      const order = conditional(binary('<u', x, y), constant(-1), constant(1));
      result = conditional(binary('==', x, y), result, order);
    }
    return result;
  }, constant(0));
  give(compared);
}

function byteOf(value: Expr, index: number): Expr {
  const wide = resized(value, 64);
  const shifted = index === 0 ? wide : binary('>>u', wide, constant(index * 8, 64));
  return resized(binary('&', shifted, constant(255, 64)), 32);
}
