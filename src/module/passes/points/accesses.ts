// Which memory each instruction of a settled thread touches: the address, how many bytes, and whether it writes.

import type { Instruction } from '../../instruction.js';
import { bytesOf } from '../../type.js';
import { typeOf, type Value } from '../../value.js';

export interface Access {
  readonly address: Value;
  /** Undefined: a range of bytes that is copied, filled or given any values; `size` says how many. */
  readonly bytes?: 1 | 2 | 4 | 8;
  readonly size?: Value;
  readonly reads: boolean;
  readonly writes: boolean;
}

export function accessesOf(i: Instruction): readonly Access[] {
  switch (i.kind) {
    case 'load':
      return [{ address: i.address, bytes: bytesOf(i.result.type), reads: true, writes: false }];
    case 'store':
      return [{ address: i.address, bytes: bytesOf(typeOf(i.value)), reads: false, writes: true }];
    case 'rmw':
      return [{ address: i.address, bytes: bytesOf(typeOf(i.value)), reads: true, writes: true }];
    case 'cmpxchg':
      return [{ address: i.address, bytes: bytesOf(typeOf(i.desired)), reads: true, writes: true }];
    case 'copy':
      return [
        { address: i.from, size: i.size, reads: true, writes: false },
        { address: i.to, size: i.size, reads: false, writes: true },
      ];
    case 'fill':
      return [{ address: i.to, size: i.size, reads: false, writes: true }];
    case 'intrinsic':
      return ofIntrinsic(i.name, i.args);
    default:
      return [];
  }
}

function ofIntrinsic(name: string, args: readonly Value[]): readonly Access[] {
  const [first, second, third] = args;
  switch (name) {
    case 'take':
    case 'try_change':
    case 'give_back':
      return [{ address: first, bytes: 4, reads: true, writes: true }];
    case 'await':
      return [{ address: first, bytes: 4, reads: true, writes: false }];
    case 'destroy':
    case 'any':
      return [{ address: first, size: second, reads: false, writes: true }];
    case 'reads':
      return [{ address: first, size: second, reads: true, writes: false }];
    case 'compare':
      return [
        { address: first, size: third, reads: true, writes: false },
        { address: second, size: third, reads: true, writes: false },
      ];
    default:
      return [];
  }
}
