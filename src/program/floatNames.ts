// Floating-point numbers, which cells hold as their bits, as people read and write them.

import { type Integer, toInteger } from './integer.js';

/** The shortest number that has these bits; `nan`, `inf`, `-inf` and `-0` in words. */
export function floatText(bits: Integer, bytes: number): number | string {
  const value = bytes === 4 ? shortened(fromBits(bits, 4)) : fromBits(bits, 8);
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Object.is(value, -0) ? '-0' : value;
}

function fromBits(bits: Integer, bytes: 4 | 8): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt.asUintN(64, BigInt(bits)));
  return bytes === 4 ? view.getFloat32(4) : view.getFloat64(0);
}

/** 0.1f, not 0.10000000149011612. */
function shortened(value: number): number {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Object.is(Math.fround(short), value)) return short;
  }
  return value;
}

/** The bits of a number as it is shown; undefined for anything else. */
export function floatOf(text: string, bytes: number): Integer | undefined {
  const named = new Map([
    ['nan', Number.NaN],
    ['inf', Number.POSITIVE_INFINITY],
    ['-inf', Number.NEGATIVE_INFINITY],
  ]);
  const value = named.get(text) ?? (/\d/.test(text) ? Number(text) : Number.NaN);
  if (Number.isNaN(value) && text !== 'nan') return undefined;
  const view = new DataView(new ArrayBuffer(8));
  if (bytes === 4) {
    view.setFloat32(0, value);
    return view.getInt32(0);
  }
  view.setFloat64(0, value);
  return toInteger(view.getBigInt64(0));
}
