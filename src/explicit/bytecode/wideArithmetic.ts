// Arithmetic of 64 bits on pairs of 32-bit words, and read-modify-writes of any width. The meaning is that of
// program/expression.ts and program/rmw.ts; the numbers are opcodes.ts'. A result of two words has its high one in `wide.high`.

import { fetchOps } from '../../program/statement.js';
import { fetchResult } from './arithmetic.js';
import * as op from './opcodes.js';

export const wide = { high: 0 };

function pair(low: number, high: number): number {
  wide.high = high;
  return low;
}

const truth = (value: boolean): number => (value ? 1 : 0);

/** Whether the result of a wide opcode has two words. */
export const yieldsPair = (opcode: number): boolean =>
  opcode > op.firstWideTruth && opcode < op.firstSingle && opcode !== op.WIDE_NOT;

/** The low word of the result of a wide opcode. A unary one ignores (bl, bh); one of 32 bits ignores the high words. */
export function wideArithmetic(opcode: number, al: number, ah: number, bl: number, bh: number): number {
  switch (opcode) {
    case op.MOVE_WIDE:
      return pair(al, ah);
    case op.SEXT32:
      return pair(al, al >> 31);
    case op.ZEXT32:
      return pair(al, 0);
    case op.LOW32:
      return al;
    case op.NARROW:
      return ah === 0 ? al : -1;
    case -48:
      return subtract(0, 0, al, ah);
    case -49:
      return pair(~al, ~ah);
    case -50:
      return truth((al | ah) === 0);
    case -64:
      return add(al, ah, bl, bh);
    case -65:
      return subtract(al, ah, bl, bh);
    case -66:
      return multiply(al, ah, bl, bh);
    case -67:
    case -68:
    case -69:
    case -70:
      return divide(opcode, al, ah, bl, bh);
    case -71:
      return pair(al & bl, ah & bh);
    case -72:
      return pair(al | bl, ah | bh);
    case -73:
      return pair(al ^ bl, ah ^ bh);
    case -74:
      return shiftLeft(al, ah, bl & 63);
    case -75:
      return shiftRight(al, ah, bl & 63, ah >> 31);
    case -76:
      return shiftRight(al, ah, bl & 63, 0);
    default:
      return truth(wideTruth(opcode, al, ah, bl, bh));
  }
}

function wideTruth(opcode: number, al: number, ah: number, bl: number, bh: number): boolean {
  switch (opcode) {
    case -77:
      return al === bl && ah === bh;
    case -78:
      return al !== bl || ah !== bh;
    case -79:
      return less(al, ah, bl, bh);
    case -80:
      return !less(bl, bh, al, ah);
    case -81:
      return less(bl, bh, al, ah);
    case -82:
      return !less(al, ah, bl, bh);
    case -83:
      return below(al, ah, bl, bh);
    case -84:
      return !below(bl, bh, al, ah);
    case -85:
      return below(bl, bh, al, ah);
    case -86:
      return !below(al, ah, bl, bh);
    case -87:
      return (al | ah) !== 0 && (bl | bh) !== 0;
    case -88:
      return (al | ah | bl | bh) !== 0;
    default:
      throw new Error(`no expression has opcode ${opcode}`);
  }
}

const less = (al: number, ah: number, bl: number, bh: number): boolean =>
  ah === bh ? al >>> 0 < bl >>> 0 : ah < bh;
const below = (al: number, ah: number, bl: number, bh: number): boolean =>
  ah === bh ? al >>> 0 < bl >>> 0 : ah >>> 0 < bh >>> 0;

function add(al: number, ah: number, bl: number, bh: number): number {
  const low = (al + bl) | 0;
  return pair(low, (ah + bh + (low >>> 0 < al >>> 0 ? 1 : 0)) | 0);
}

function subtract(al: number, ah: number, bl: number, bh: number): number {
  return pair((al - bl) | 0, (ah - bh - (al >>> 0 < bl >>> 0 ? 1 : 0)) | 0);
}

function multiply(al: number, ah: number, bl: number, bh: number): number {
  // The high word of the unsigned product of the low words, by halves of 16 bits.
  const [a0, a1] = [al & 0xffff, al >>> 16];
  const [b0, b1] = [bl & 0xffff, bl >>> 16];
  const middle = a1 * b0 + ((a0 * b0) >>> 16);
  const carried = a0 * b1 + (middle & 0xffff);
  const high = a1 * b1 + Math.floor(middle / 0x1_0000) + Math.floor(carried / 0x1_0000);
  return pair(Math.imul(al, bl), (high + Math.imul(ah, bl) + Math.imul(al, bh)) | 0);
}

function divide(opcode: number, al: number, ah: number, bl: number, bh: number): number {
  if ((bl | bh) === 0) return pair(0, 0);
  const join = (low: number, high: number): bigint => (BigInt(high) << 32n) | BigInt(low >>> 0);
  const [a, b] = [join(al, ah), join(bl, bh)];
  const unsigned = opcode === -69 || opcode === -70;
  const [x, y] = unsigned ? [BigInt.asUintN(64, a), BigInt.asUintN(64, b)] : [a, b];
  const result = opcode === -67 || opcode === -69 ? x / y : x % y;
  return pair(Number(BigInt.asIntN(32, result)), Number(BigInt.asIntN(32, result >> 32n)));
}

function shiftLeft(low: number, high: number, by: number): number {
  if (by === 0) return pair(low, high);
  return by < 32 ? pair(low << by, (high << by) | (low >>> (32 - by))) : pair(0, low << (by - 32));
}

/** `fill` is what comes in from the left: 0, or the sign. */
function shiftRight(low: number, high: number, by: number, fill: number): number {
  if (by === 0) return pair(low, high);
  const shifted = fill === 0 ? (high >>> (by & 31)) | 0 : high >> (by & 31);
  return by < 32 ? pair((low >>> by) | (high << (32 - by)), shifted) : pair(shifted, fill);
}

/** The low `width` bits of a word as a signed number. */
export const signExtended = (low: number, width: number): number => {
  const by = 32 - width;
  return by > 0 ? (low << by) >> by : low;
};

const fetchOpcodes = fetchOps.map((name) => (name === 'nand' ? op.binaryOpcode['&'] : op.binaryOpcode[name]));
const nand = fetchOps.indexOf('nand');

/**
 * The value that a read-modify-write leaves in a cell that holds (ol, oh); `what` is the second instruction's
 * (opcodes.ts).
 */
export function rmwResult(
  what: number,
  ol: number,
  oh: number,
  vl: number,
  vh: number,
  dl: number,
  dh: number,
): number {
  const width = op.rmwWidth(what);
  const kind = op.rmwKind(what);
  if (width < 64) {
    const extended = (low: number): number => {
      const value = signExtended(low, width);
      return pair(value, value >> 31);
    };
    if (kind === op.RMW_XCHG) return extended(vl);
    if (kind !== op.RMW_CAS) return extended(fetchResult(kind, signExtended(ol, width), vl));
    return signExtended(ol, width) === signExtended(vl, width) ? extended(dl) : pair(ol, oh);
  }
  if (kind === op.RMW_XCHG) return pair(vl, vh);
  if (kind === op.RMW_CAS) return ol === vl && oh === vh ? pair(dl, dh) : pair(ol, oh);
  const low = wideArithmetic(-fetchOpcodes[kind], ol, oh, vl, vh);
  return kind === nand ? pair(~low, ~wide.high) : low;
}
