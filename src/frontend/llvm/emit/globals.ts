// Global variables: initial bytes, with the addresses in them as relocations.

import type { Global, Relocation } from '../../../module/module.js';
import { bytesOf } from '../../../module/type.js';
import { knownAddress, type Value } from '../../../module/value.js';
import type { GlobalSyntax, Value as Operand } from '../syntax.js';
import { noLocals, valuesOf } from './operands.js';
import { type Unit, unsupported } from './unit.js';

export function emitGlobal(unit: Unit, global: GlobalSyntax, name: string, model: boolean): Global {
  const { at, type, initial } = global;
  const isDeclaration = initial === undefined;
  const size =
    isDeclaration && unit.types.resolve(type, at).kind === 'opaque' ? 0 : unit.types.size(type, at);
  const relocations: Relocation[] = [];
  const bytes = new Uint8Array(size);
  if (initial !== undefined) fill(unit, initial, 0, bytes, relocations);
  return {
    name,
    size,
    align: global.align ?? (size === 0 ? 1 : unit.types.align(type, at)),
    ...(isDeclaration ? {} : { bytes: withoutZeros(bytes) }),
    relocations,
    storage: { kind: global.threadLocal ? 'thread' : 'static' },
    ...(global.constant ? { constant: true } : {}),
    ...(model ? { model: true } : {}),
    ...unit.debug.global(global),
  };
}

/** Bytes that follow are 0. */
function withoutZeros(bytes: Uint8Array): Uint8Array {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0) length--;
  return bytes.subarray(0, length);
}

function fill(unit: Unit, value: Operand, from: number, bytes: Uint8Array, relocations: Relocation[]): void {
  const { at, type } = value;
  switch (value.kind) {
    case 'zero':
    case 'undefined':
      return;
    case 'text':
      bytes.set(value.bytes, from);
      return;
    case 'aggregate': {
      const whole = unit.types.resolve(type, at);
      value.elements.forEach((element, i) => {
        const inside =
          whole.kind === 'struct' ? unit.types.offset(whole, i, at) : i * unit.types.size(element.type, at);
        fill(unit, element, from + inside, bytes, relocations);
      });
      return;
    }
    default: {
      const pieces = unit.types.pieces(type, at);
      valuesOf(unit, value, noLocals).forEach((piece, i) => {
        place(unit, at, piece, from + pieces[i].offset, bytesOf(pieces[i].type), bytes, relocations);
      });
    }
  }
}

function place(
  unit: Unit,
  at: number,
  value: Value,
  from: number,
  size: number,
  bytes: Uint8Array,
  relocations: Relocation[],
): void {
  const known = withoutCasts(value);
  if (known.kind === 'const') {
    let rest = BigInt.asUintN(64, BigInt(known.value));
    for (let i = 0; i < size; i++, rest >>= 8n) bytes[from + i] = Number(rest & 255n);
    return;
  }
  const address = knownAddress(known);
  if (address === undefined || size !== 8) unsupported(unit, at, 'an initial value that is computed');
  relocations.push({ offset: from, target: address.object.name, addend: address.offset });
}

/** An address as an integer of 64 bits, and back, is itself. */
const withoutCasts = (value: Value): Value =>
  value.kind === 'unary' && (value.op === 'ptrtoint' || value.op === 'inttoptr' || value.op === 'bitcast')
    ? withoutCasts(value.operand)
    : value;
