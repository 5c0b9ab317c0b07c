// The initial bytes of a global, and the initial values of its cells, whatever the sizes of these.

import type { CellShape } from '../../../../program/cells.js';
import { type Integer, toInteger, type Width, wrap } from '../../../../program/integer.js';
import type { InitialValue } from '../../../../program/program.js';
import type { SourceSpan } from '../../../../program/statement.js';
import { refuseLongDoubleInParts } from '../../check/longDoubles.js';
import { unsupported } from '../../diagnostics.js';
import type { StaticPart, StaticValue } from '../../typed.js';
import { isLongDouble, sizeOf } from '../../types.js';

export const bitsOf = (bytes: number): Width => (bytes >= 8 ? 64 : bytes === 4 ? 32 : bytes === 2 ? 16 : 8);

export class StaticImage {
  readonly #bits: bigint;
  readonly #addresses = new Map<number, InitialValue>();
  /** Where long doubles begin, of which only the whole is known. */
  readonly #longs: number[] = [];

  constructor(
    size: number,
    parts: readonly StaticPart[],
    resolve: (value: StaticValue) => InitialValue,
    readonly at: SourceSpan,
  ) {
    let bits = 0n;
    for (const { offset, type, bitField, value } of parts) {
      const start = resolve(value);
      if (isLongDouble(type)) this.#longs.push(offset);
      if (typeof start === 'object') {
        this.#addresses.set(offset, start);
        continue;
      }
      const position = BigInt(bitField?.position ?? offset * 8);
      const width = BigInt(bitField?.bits ?? (sizeOf(type) ?? 0) * 8);
      const mask = ((1n << width) - 1n) << position;
      bits = (bits & ~mask) | ((BigInt(start) << position) & mask);
    }
    this.#bits = BigInt.asUintN(size * 8, bits);
  }

  cell({ offset, width }: CellShape): InitialValue {
    const address = this.#addresses.get(offset);
    if (address !== undefined && width >= 32) return address;
    for (const start of this.#addresses.keys())
      if (start < offset + width / 8 && offset < start + 8)
        unsupported('an address as initial value of memory that is also used in parts', this.at);
    for (const start of this.#longs)
      if (start < offset + width / 8 && offset < start + 16 && (offset !== start || width < 64))
        refuseLongDoubleInParts(this.at);
    const value: Integer = toInteger(this.#bits >> BigInt(offset * 8));
    return wrap(typeof value === 'bigint' ? BigInt.asIntN(64, value) : value, width);
  }
}
