// The granules of eight bytes that a log touches: where accesses begin and end in each, and which thread touched it. There are millions
// of them, so they lie in arrays: an open hash table by the number of the granule.

import type { Address, ThreadId } from '../../program/identity.js';

/** Bytes that are looked up together. */
export const granuleSize = 8;
const granuleBits = 3;
/** Granules in the memory that one upper word of an address stands for. */
const granulesOfHigh = 2 ** (32 - granuleBits);
const several = -1;

const firstRoom = 1 << 12;

/** Granules whose last touch is remembered, each in the only place that it may have. */
const recentRoom = 1 << 12;
const filterRoom = 1 << 16;

export class Granules {
  #keys = new Float64Array(firstRoom).fill(-1);
  /** Bit i means that an access begins or ends at byte i. */
  #cuts = new Uint8Array(firstRoom);
  /** The only thread that touched it, or `several`. */
  #threads = new Int32Array(firstRoom);
  /** Of a shared granule the number of its first cell. */
  #first = new Int32Array(firstRoom);
  #count = 0;
  /** Accesses come close together: where the last one was. */
  #lastKey = -1;
  #lastSlot = -1;
  /** Recent ones, by the low bits of their number: the halves of the number, the thread, and the cuts it has made. */
  readonly #recentLow = new Int32Array(recentRoom).fill(-1);
  readonly #recentHigh = new Int32Array(recentRoom);
  readonly #recentThread = new Int32Array(recentRoom);
  readonly #recentCuts = new Uint8Array(recentRoom);
  /** By the low bits of their numbers: whether some granule with these is shared. */
  readonly #sharedLow = new Uint8Array(filterRoom);

  /** The place of a granule in the table, -1 if nothing touched it. */
  find(key: number): number {
    if (key === this.#lastKey) return this.#lastSlot;
    const slot = this.#slot(key);
    if (this.#keys[slot] !== key) return -1;
    this.#lastKey = key;
    this.#lastSlot = slot;
    return slot;
  }

  /** An access at the address whose words these are. Most are to what the thread has touched before, in the same way. */
  access(low: number, high: number, size: number, thread: ThreadId): void {
    const offset = low & (granuleSize - 1);
    const end = offset + size;
    if (end > granuleSize || size === 0) {
      this.#touchAll((low >>> 0) + (high >>> 0) * 0x1_0000_0000, size, thread);
      return;
    }
    const cuts = (1 << offset) | (end < granuleSize ? 1 << end : 0);
    const number = low >>> granuleBits;
    const recent = number & (recentRoom - 1);
    if (
      this.#recentLow[recent] === number &&
      this.#recentHigh[recent] === high &&
      this.#recentThread[recent] === thread
    ) {
      if ((this.#recentCuts[recent] & cuts) === cuts) return;
      this.#recentCuts[recent] |= cuts;
    } else {
      this.#recentLow[recent] = number;
      this.#recentHigh[recent] = high;
      this.#recentThread[recent] = thread;
      this.#recentCuts[recent] = cuts;
    }
    this.#touch(number + (high >>> 0) * granulesOfHigh, thread, cuts);
  }

  #touchAll(address: Address, size: number, thread: ThreadId): void {
    const end = address + size;
    for (let key = Math.floor(address / granuleSize); key * granuleSize < end; key++) {
      const base = key * granuleSize;
      const begins = address >= base ? 1 << (address - base) : 0;
      const ends = end < base + granuleSize ? 1 << (end - base) : 0;
      this.#touch(key, thread, begins | ends);
    }
  }

  #touch(key: number, thread: ThreadId, cuts: number): void {
    let slot = this.find(key);
    if (slot < 0) {
      slot = this.#add(key);
      this.#threads[slot] = thread;
    } else if (this.#threads[slot] !== thread) this.#threads[slot] = several;
    this.#cuts[slot] |= cuts;
  }

  isShared = (slot: number): boolean => slot >= 0 && this.#threads[slot] === several;
  cutsAt = (slot: number): number => this.#cuts[slot];
  firstAt = (slot: number): number => this.#first[slot];

  /** Whether an access may be to a shared granule, by the words of its address; quickly, and sometimes in vain. */
  mayBeShared(low: number, size: number): boolean {
    if (this.#sharedLow[(low >>> granuleBits) & (filterRoom - 1)] === 1) return true;
    const last = low + size - 1;
    if (last >>> granuleBits === low >>> granuleBits) return false;
    if (size > 2 * granuleSize) return true;
    for (let at = low + granuleSize; at < low + size; at += granuleSize)
      if (this.#sharedLow[(at >>> granuleBits) & (filterRoom - 1)] === 1) return true;
    return this.#sharedLow[(last >>> granuleBits) & (filterRoom - 1)] === 1;
  }

  /** The shared ones, by address; `number` tells the number of the first cell of each. */
  numberShared(number: (key: number, cuts: number) => number): void {
    const shared: number[] = [];
    for (let slot = 0; slot < this.#keys.length; slot++)
      if (this.#keys[slot] >= 0 && this.#threads[slot] === several) shared.push(slot);
    shared.sort((a, b) => this.#keys[a] - this.#keys[b]);
    for (const slot of shared) {
      this.#cuts[slot] |= 1;
      this.#first[slot] = number(this.#keys[slot], this.#cuts[slot]);
      this.#sharedLow[this.#keys[slot] % filterRoom] = 1;
    }
  }

  #add(key: number): number {
    if (2 * ++this.#count > this.#keys.length) this.#grow();
    const slot = this.#slot(key);
    this.#keys[slot] = key;
    this.#cuts[slot] = 0;
    this.#lastKey = key;
    this.#lastSlot = slot;
    return slot;
  }

  #slot(key: number): number {
    const mask = this.#keys.length - 1;
    // Keys have 45 bits: the halves are mixed, and the upper bits of the product chosen.
    const low = key | 0;
    const high = (key / 0x1_0000_0000) | 0;
    let slot = ((Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> 7) ^ low) & mask;
    while (this.#keys[slot] !== key && this.#keys[slot] >= 0) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [keys, cuts, threads] = [this.#keys, this.#cuts, this.#threads];
    const room = 2 * keys.length;
    this.#keys = new Float64Array(room).fill(-1);
    this.#cuts = new Uint8Array(room);
    this.#threads = new Int32Array(room);
    this.#first = new Int32Array(room);
    for (let old = 0; old < keys.length; old++) {
      if (keys[old] < 0) continue;
      const slot = this.#slot(keys[old]);
      this.#keys[slot] = keys[old];
      this.#cuts[slot] = cuts[old];
      this.#threads[slot] = threads[old];
    }
    this.#lastKey = -1;
  }
}
