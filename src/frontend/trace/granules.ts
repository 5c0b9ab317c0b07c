// The granules of eight bytes that a log touches: where accesses begin and end in each, and which thread touched it. There are millions
// of them, most beside others, so they lie in arrays, page by page. A hash table finds the pages.
//
// A cell is the memory between two cuts. An access of at most eight bytes cuts its granule off from both neighbours. A range cuts at its
// two ends only: the granules between two cuts have the same history, for all accesses and blocks of the heap touch all of them. Three cells
// stand for any number of such granules. A pair of accesses to one word is judged by what is known through words before it, through the word
// itself, and through words after it, and of each sort one word says as much as many.

import type { Address, ThreadId } from '../../program/identity.js';

/** Bytes that are looked up together. */
export const granuleSize = 8;
const granuleBits = 3;
/** Granules of a page. */
const pageBits = 5;
const pageSize = 1 << pageBits;
/** Pages in the memory that one upper word of an address stands for. */
const pagesOfHigh = 2 ** (32 - granuleBits - pageBits);
/** Of a granule that several threads touched; others have one more than their thread, or 0 if none touched them. */
const several = -1;
/** The cut before the first byte of a granule, and the one after its last byte. */
const startCut = 1;
const endCut = 1 << granuleSize;
/** Cells for granules between two cuts: the last one has all the rest. */
const mostCells = 3;

const firstPages = 1 << 4;
const firstRoom = 1 << 6;

/** Granules whose last touch is remembered, each in the only place that it may have. */
const recentRoom = 1 << 12;
const filterRoom = 1 << 16;

export class Granules {
  /** The open hash table of pages, by their numbers in memory: the order in which they came. */
  #keys = new Float64Array(firstRoom).fill(-1);
  #pages = new Int32Array(firstRoom);
  #count = 0;
  /** By granule, page after page. Bit i means that an access begins or ends at byte i; the last bit is `endCut`. */
  #cuts = new Uint16Array(firstPages * pageSize);
  /** One more than the only thread that touched it, or `several`. */
  #threads = new Int32Array(firstPages * pageSize);
  /** Of a shared granule the number of its first cell. */
  #first = new Int32Array(firstPages * pageSize);
  /** Accesses come close together: the page of the last one. */
  #lastKey = -1;
  #lastPage = -1;
  /** Recent ones, by the low bits of their number: the halves of the number, the thread, and the cuts it has made. */
  readonly #recentLow = new Int32Array(recentRoom).fill(-1);
  readonly #recentHigh = new Int32Array(recentRoom);
  readonly #recentThread = new Int32Array(recentRoom);
  readonly #recentCuts = new Uint16Array(recentRoom);
  /** The granules at which blocks of the heap begin, or which come after their ends. */
  readonly #borders = new Set<number>();
  /** By the low bits of their numbers: whether some granule with these is shared. */
  readonly #sharedLow = new Uint8Array(filterRoom);

  /** The place of a granule in the arrays, -1 if nothing touched it. */
  find(key: number): number {
    const pageKey = Math.floor(key / pageSize);
    const page = this.#page(pageKey);
    if (page < 0) return -1;
    const slot = page * pageSize + (key - pageKey * pageSize);
    return this.#threads[slot] === 0 ? -1 : slot;
  }

  /** An access at the address whose words these are. Most are to what the thread has touched before, in the same way. */
  access(low: number, high: number, size: number, thread: ThreadId): void {
    const offset = low & (granuleSize - 1);
    const end = offset + size;
    if (end > granuleSize || size === 0) {
      this.#touchAll((low >>> 0) + (high >>> 0) * 0x1_0000_0000, size, thread);
      return;
    }
    const cuts = (1 << offset) | (1 << end) | startCut | endCut;
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
    const page = this.#pageToTouch((number >>> pageBits) + (high >>> 0) * pagesOfHigh);
    this.#touch(page * pageSize + (number & (pageSize - 1)), thread, cuts);
  }

  #touchAll(address: Address, size: number, thread: ThreadId): void {
    const end = address + size;
    for (let key = Math.floor(address / granuleSize); key * granuleSize < end; key++) {
      const base = key * granuleSize;
      const begins = address >= base ? 1 << (address - base) : 0;
      const ends = end < base + granuleSize ? 1 << (end - base) : 0;
      const pageKey = Math.floor(key / pageSize);
      const slot = this.#pageToTouch(pageKey) * pageSize + (key - pageKey * pageSize);
      this.#touch(slot, thread, begins | ends | startCut | endCut);
    }
  }

  /** An access to whole granules, from the first to the last. */
  accessRange(address: Address, size: number, thread: ThreadId): void {
    const end = (address + size) / granuleSize;
    let key = address / granuleSize;
    let cuts = startCut;
    while (key < end) {
      const pageKey = Math.floor(key / pageSize);
      const page = this.#pageToTouch(pageKey);
      const last = Math.min(end, (pageKey + 1) * pageSize);
      let slot = page * pageSize + (key - pageKey * pageSize);
      for (; key < last; key++) {
        this.#touch(slot++, thread, cuts);
        cuts = 0;
      }
      if (key === end) this.#cuts[slot - 1] |= endCut;
    }
  }

  /** A block of the heap. */
  allocate(address: Address, size: number): void {
    this.#borders.add(Math.ceil(address / granuleSize));
    this.#borders.add(Math.ceil((address + size) / granuleSize));
  }

  #touch(slot: number, thread: ThreadId, cuts: number): void {
    const known = this.#threads[slot];
    if (known === 0) this.#threads[slot] = thread + 1;
    else if (known !== thread + 1) this.#threads[slot] = several;
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

  /**
   * The shared ones, by address; `number` tells the number of the first cell that begins in each. It is not asked about granules in
   * which no cell begins.
   */
  numberShared(number: (key: number, cuts: number) => number): void {
    const keys = this.#keys.filter((key) => key >= 0).sort();
    let before = -1;
    let beforeKey = -1;
    /** Granules since the last cut. */
    let uncut = 0;
    for (const pageKey of keys) {
      const from = this.#page(pageKey) * pageSize;
      for (let slot = from; slot < from + pageSize; slot++) {
        if (this.#threads[slot] !== several) continue;
        const key = pageKey * pageSize + (slot - from);
        const isCut = !(
          key === beforeKey + 1 &&
          before >= 0 &&
          ((this.#cuts[slot] & startCut) | (this.#cuts[before] & endCut)) === 0 &&
          !this.#borders.has(key)
        );
        uncut = isCut ? 1 : uncut + 1;
        if (uncut > mostCells) this.#first[slot] = this.#first[before];
        else {
          this.#cuts[slot] |= startCut;
          this.#first[slot] = number(key, this.#cuts[slot]);
        }
        this.#sharedLow[key % filterRoom] = 1;
        before = slot;
        beforeKey = key;
      }
    }
  }

  /** The place of a page, -1 if nothing touched it. */
  #page(key: number): number {
    if (key === this.#lastKey) return this.#lastPage;
    const slot = this.#slot(key);
    if (this.#keys[slot] !== key) return -1;
    this.#lastKey = key;
    this.#lastPage = this.#pages[slot];
    return this.#lastPage;
  }

  #pageToTouch(key: number): number {
    const known = this.#page(key);
    return known < 0 ? this.#add(key) : known;
  }

  #add(key: number): number {
    const page = this.#count++;
    if (2 * this.#count > this.#keys.length) this.#growTable();
    if (this.#count * pageSize > this.#threads.length) this.#growPages();
    const slot = this.#slot(key);
    this.#keys[slot] = key;
    this.#pages[slot] = page;
    this.#lastKey = key;
    this.#lastPage = page;
    return page;
  }

  #slot(key: number): number {
    const mask = this.#keys.length - 1;
    // Keys have 36 bits: the halves are mixed, and the upper bits of the product chosen.
    const low = key | 0;
    const high = (key / 0x1_0000_0000) | 0;
    let slot = ((Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> 7) ^ low) & mask;
    while (this.#keys[slot] !== key && this.#keys[slot] >= 0) slot = (slot + 1) & mask;
    return slot;
  }

  #growTable(): void {
    const [keys, pages] = [this.#keys, this.#pages];
    this.#keys = new Float64Array(2 * keys.length).fill(-1);
    this.#pages = new Int32Array(2 * keys.length);
    for (let old = 0; old < keys.length; old++) {
      if (keys[old] < 0) continue;
      const slot = this.#slot(keys[old]);
      this.#keys[slot] = keys[old];
      this.#pages[slot] = pages[old];
    }
  }

  #growPages(): void {
    const room = 2 * this.#threads.length;
    const [cuts, threads] = [this.#cuts, this.#threads];
    this.#cuts = new Uint16Array(room);
    this.#cuts.set(cuts);
    this.#threads = new Int32Array(room);
    this.#threads.set(threads);
    this.#first = new Int32Array(room);
  }
}
