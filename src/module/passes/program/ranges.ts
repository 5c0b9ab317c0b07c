// Ranges of bytes, cell by cell: copies, fills, comparisons, reads for nothing, and the ends of locks. The cells are those into which
// the objects at both addresses are divided alike.

import { binary, conditional, constant, type Expr, register } from '../../../program/expression.js';
import { bug } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import type { Instruction, InstructionOf } from '../../instruction.js';
import type { Value } from '../../value.js';
import type { Part } from './access.js';
import { sum } from './expressions.js';
import { addWithin, rangeOf, type Side } from './range.js';
import type { ThreadCode } from './threadCode.js';
import { resized } from './widths.js';

type Intrinsic = InstructionOf<'intrinsic'>;

const sized = ({ width }: Part): { readonly width?: 8 | 16 | 64 } => (width === 32 ? {} : { width });
const exprWidth = ({ width }: Part): 32 | 64 => (width === 64 ? 64 : 32);

const at = (base: Expr, { delta }: Part): Expr => sum(base, constant(delta));

/** The address of an argument, as it is now. */
const kept = (code: ThreadCode, i: Instruction, address: Value): Expr =>
  code.kept(code.expressions.address(address), i.at);

export function emitCopy(code: ThreadCode, i: InstructionOf<'copy'>): void {
  const place = present({ at: i.at });
  const [from, to] = [kept(code, i, i.from), kept(code, i, i.to)];
  const sides: readonly Side[] = [
    { access: 0, base: from, touches: 'loads' },
    { access: 1, base: to, touches: 'stores' },
  ];
  const parts = rangeOf(code, i, sides, i.size);
  const mayBeUnset = code.parts.mayBeUnset(i, 0);
  const read = parts.map((part) => {
    const value = code.temporary(exprWidth(part));
    const has = mayBeUnset ? code.temporary(32) : undefined;
    addWithin(code, part, i.at, () =>
      code.add({
        kind: 'load',
        target: value.name,
        address: at(from, part),
        ...sized(part),
        ...present({ has: has?.name }),
        ...place,
      }),
    );
    return { value, has };
  });
  parts.forEach((part, k) => {
    const { value, has } = read[k] ?? bug('a cell was not read');
    const store = { kind: 'store', address: at(to, part), value, ...sized(part), ...place } as const;
    addWithin(code, part, i.at, () => {
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
  });
}

export function emitFill(code: ThreadCode, i: InstructionOf<'fill'>): void {
  const base = kept(code, i, i.to);
  const byte = code.expressions.of(i.value);
  for (const part of rangeOf(code, i, [{ access: 0, base, touches: 'stores' }], i.size)) {
    const value = repeated(byte, part);
    const store = { kind: 'store', address: at(base, part), value, ...sized(part) } as const;
    addWithin(code, part, i.at, () => code.add({ ...store, ...present({ at: i.at }) }));
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
  const base = kept(code, i, i.args[0]);
  const place = present({ at: i.at });
  for (const part of rangeOf(code, i, [{ access: 0, base, touches: 'stores' }], i.args[1])) {
    const value = code.temporary(exprWidth(part));
    const range = part.width < 32 ? { from: -(2 ** (part.width - 1)), to: 2 ** (part.width - 1) - 1 } : {};
    addWithin(code, part, i.at, () => {
      code.addOutside({
        kind: 'nondet',
        target: value.name,
        ...range,
        ...(exprWidth(part) === 64 ? { width: 64 as const } : {}),
        ...place,
      });
      code.add({ kind: 'store', address: at(base, part), value, ...sized(part), ...place });
    });
  }
}

export function emitDestroy(code: ThreadCode, i: Intrinsic): void {
  if (code.inSection) return;
  const base = kept(code, i, i.args[0]);
  for (const part of rangeOf(code, i, [{ access: 0, base, touches: 'stores' }], i.args[1]))
    addWithin(code, part, i.at, () =>
      code.add({
        kind: 'store',
        address: at(base, part),
        value: constant(0, exprWidth(part)),
        ...sized(part),
        lifetime: 'destroys',
        ...present({ at: i.at }),
      }),
    );
}

export function emitReads(code: ThreadCode, i: Intrinsic): void {
  const base = kept(code, i, i.args[0]);
  for (const part of rangeOf(code, i, [{ access: 0, base, touches: 'loads' }], i.args[1]))
    addWithin(code, part, i.at, () => addLoad(code, i, base, part));
}

/** The register that a load of the cell sets. */
function addLoad(code: ThreadCode, i: Instruction, base: Expr, part: Part): Expr {
  const target = code.temporary(exprWidth(part));
  code.add({
    kind: 'load',
    target: target.name,
    address: at(base, part),
    ...sized(part),
    ...present({ at: i.at }),
  });
  return register(target.name, exprWidth(part));
}

/** Less than, equal to or greater than 0 as the first byte that differs is. */
export function emitCompare(code: ThreadCode, i: Intrinsic, give: (value: Expr) => void): void {
  const sides = [0, 1].map((k): Side => ({ access: k, base: kept(code, i, i.args[k]), touches: 'loads' }));
  const parts = rangeOf(code, i, sides, i.args[2]);
  const [left, right] = sides.map(({ base }) =>
    parts.map((part) => {
      let value: Expr = constant(0, exprWidth(part));
      addWithin(code, part, i.at, () => {
        value = addLoad(code, i, base, part);
      });
      return value;
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

function byteOf(value: Expr, index: number): Expr {
  const wide = resized(value, 64);
  const shifted = index === 0 ? wide : binary('>>u', wide, constant(index * 8, 64));
  return resized(binary('&', shifted, constant(255, 64)), 32);
}
