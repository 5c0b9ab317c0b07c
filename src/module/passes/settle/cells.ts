// The contents of a thread's own locals in memory, as far as its own stores tell. That other threads leave them alone
// is a belief (changed.ts), checked when all threads are settled. The counter of a loop that starts threads may be
// such a local.

import type { Instruction } from '../../instruction.js';
import { bytesOf, type Type } from '../../type.js';
import { isKnown, typeOf, type Value } from '../../value.js';
import { placeOf } from './areas.js';
import type { Settling } from './context.js';
import { withValue } from './intrinsic.js';

const keyOf = (object: string, offset: number, type: Type): string => `&${object}+${offset}:${type}`;

export const isCell = (name: string): boolean => name.startsWith('&');

/** Instructions that touch no local by an address that is not known. */
const harmless: ReadonlySet<string> = new Set([
  'spawn',
  'spawn_with',
  'join',
  'self',
  'threads',
  'of_thread',
  'choose',
  'assume',
  'require',
  'known',
  'allocate',
  'symbol',
  'atomic_begin',
  'atomic_end',
  'reads',
  'compare',
]);

export class Cells {
  readonly #settling: Settling;
  readonly #thread: number;

  constructor(settling: Settling, thread: number) {
    this.#settling = settling;
    this.#thread = thread;
  }

  #own(object: string): boolean {
    const { storage } = this.#settling.objects.get(object) ?? {};
    const isOwn = storage?.kind === 'local' && storage.thread === this.#thread;
    return isOwn && !this.#settling.changed.foreign.has(object);
  }

  /** Applies the instruction to the state; a load of a known cell becomes its value. */
  after(i: Instruction, state: Map<string, Value>): readonly Instruction[] {
    switch (i.kind) {
      case 'load': {
        const place = placeOf(i.address);
        const held =
          place === undefined ? undefined : state.get(keyOf(place.object, place.offset, i.result.type));
        if (held === undefined || i.order !== undefined) return [];
        state.set(i.result.name, held);
        return withValue(i, held);
      }
      case 'store': {
        const place = placeOf(i.address);
        if (place === undefined) {
          this.#forget(state);
          return [];
        }
        const type = typeOf(i.value);
        this.#forget(state, place.object, place.offset, place.offset + bytesOf(type));
        if (this.#own(place.object) && isKnown(i.value))
          state.set(keyOf(place.object, place.offset, type), i.value);
        return [];
      }
      case 'set':
      case 'fence':
      case 'start':
        return [];
      case 'life': {
        const place = placeOf(i.object);
        this.#forget(state, place?.object);
        return [];
      }
      case 'intrinsic':
        if (!harmless.has(i.name)) this.#forget(state);
        return [];
      default:
        this.#forget(state);
        return [];
    }
  }

  /** Of one object, or of all. */
  #forget(state: Map<string, Value>, object?: string, from = 0, to = Number.POSITIVE_INFINITY): void {
    for (const name of state.keys()) {
      if (!isCell(name)) continue;
      const cut = name.lastIndexOf('+');
      const [offset = 0, type = 'i64'] = [Number.parseInt(name.slice(cut + 1), 10), name.split(':').at(-1)];
      const isHit = offset < to && from < offset + (type === 'i8' ? 1 : 8);
      if (object === undefined || (name.slice(1, cut) === object && isHit)) state.delete(name);
    }
  }
}
