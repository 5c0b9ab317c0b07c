// The first reading of a binary log: a picture of memory as a whole. It finds where accesses of different widths
// begin and end, so that memory can be cut into cells that no access splits. It also finds the cells that one thread
// alone touches. Such cells order nothing between threads, so the monitors need not see them.

import type { Address } from '../../program/identity.js';
import {
  forEachPiece,
  kindWord,
  logOperations,
  pcWord,
  rangeBytes,
  rawAddress,
  rawPc,
  rawValue,
  recordWords,
  threadWord,
} from './binaryLog.js';
import { Granules, granuleSize } from './granules.js';

export interface LoggedMemory {
  /** The shared cells that an access touches, as numbers from 0. */
  cellsOf(address: Address, size: number): readonly number[];
  /** Those in a block of memory of any size. */
  cellsIn(address: Address, size: number): readonly number[];
  /** The numbers of the records that may be events: those that are no accesses to memory of one thread alone. */
  readonly wanted: ArrayLike<number>;
  /** The address of the first byte of each shared cell. */
  readonly cells: readonly number[];
  readonly threads: number;
  /** The places of the program that touched shared cells, started threads or synchronised. */
  readonly pcs: ReadonlySet<number>;
  /** The last place of each thread, whether it accesses something shared or not. */
  readonly last: ReadonlyMap<number, number>;
  /** Where threads lost their turn, and in what: the last place before. */
  readonly lostTurns: readonly LostTurn[];
  /** In a deadlock, which threads wait and where. */
  readonly waiting: readonly { readonly thread: number; readonly pc: number }[];
}

export interface LostTurn {
  readonly thread: number;
  readonly pc: number;
  readonly in: 'system-call' | 'computation';
}

/** Threads have 16 bits in the log. */
const mostThreads = 1 << 16;

/** More of them say nothing more. */
const mostLostTurns = 100;

const none: readonly number[] = [];

/** Accesses whose cells are remembered. */
const recentRoom = 1 << 14;
const readRange = logOperations.indexOf('read-range');
const writeRange = logOperations.indexOf('write-range');
const alloc = logOperations.indexOf('alloc');
const spawn = logOperations.indexOf('spawn');
const waits = logOperations.indexOf('waits');
const notSc = logOperations.indexOf('not-sc');
const isAccess = new Uint8Array(256);
/** Locks are fences too, whichever threads use them. */
const isData = new Uint8Array(256);
for (const name of ['read', 'write', 'update', 'lock', 'unlock'] as const) {
  isAccess[logOperations.indexOf(name)] = 1;
  isData[logOperations.indexOf(name)] = name === 'lock' || name === 'unlock' ? 0 : 1;
}

export function loggedMemory(path: string): LoggedMemory {
  const granules = new Granules();
  let threads = 1;
  /** The words of each thread's last place. */
  const last = new Int32Array(2 * mostThreads);
  const placeOf = (thread: number): number => wideWords(last[2 * thread], last[2 * thread + 1]);
  const waiting: { thread: number; pc: number }[] = [];
  const lostTurns: LostTurn[] = [];
  forEachPiece(path, (words, end) => {
    for (let at = 0; at < end; at += recordWords) {
      const who = words[at + threadWord];
      const thread = who & 0xffff;
      const kind = words[at + kindWord];
      const operation = kind & 0xff;
      if (thread >= threads) threads = thread + 1;
      const known = words[at + pcWord] !== 0 || words[at + pcWord + 1] !== 0;
      if (isAccess[operation] === 1) {
        granules.access(words[at], words[at + 1], (kind >>> 8) & 0xff, thread);
      } else if (operation === readRange || operation === writeRange)
        granules.accessRange(rawAddress(words, at), rangeBytes(words, at), thread);
      else if (operation === alloc) granules.allocate(rawAddress(words, at), rawValue(words, at));
      else if (operation === spawn) threads = Math.max(threads, (who >>> 16) + 1);
      else if (operation === waits) {
        waiting.push({ thread, pc: rawPc(words, at) });
        continue;
      } else if (operation === notSc && !known && lostTurns.length < mostLostTurns)
        lostTurns.push({
          thread,
          pc: placeOf(thread),
          in: rawValue(words, at) === 2 ? 'computation' : 'system-call',
        });
      if (!known) continue;
      last[2 * thread] = words[at + pcWord];
      last[2 * thread + 1] = words[at + pcWord + 1];
    }
  });
  const cells: number[] = [];
  granules.numberShared((key, cuts) => {
    const first = cells.length;
    for (let byte = 0; byte < granuleSize; byte++)
      if ((cuts & (1 << byte)) !== 0) cells.push(key * granuleSize + byte);
    return first;
  });
  const { cellsOf, isShared } = lookUp(granules);
  // Cells are in the order of their addresses.
  const cellsIn = (address: Address, size: number): readonly number[] => {
    const from = firstFrom(cells, address);
    const to = firstFrom(cells, address + size);
    return from === to ? none : Array.from({ length: to - from }, (_, i) => from + i);
  };
  const wanted = new Numbers();
  const pcs = new Set<number>();
  forEachPiece(path, (words, end, first) => {
    for (let at = 0; at < end; at += recordWords) {
      const kind = words[at + kindWord];
      const operation = kind & 0xff;
      const size = (kind >>> 8) & 0xff;
      if (operation === readRange || operation === writeRange) {
        if (cellsIn(rawAddress(words, at), rangeBytes(words, at)).length === 0) continue;
      } else if (
        isData[operation] === 1 &&
        !(granules.mayBeShared(words[at], size) && isShared(rawAddress(words, at), size))
      )
        continue;
      wanted.add(first + at / recordWords);
      pcs.add(rawPc(words, at));
    }
  });
  return {
    cellsOf,
    cellsIn,
    wanted: wanted.all(),
    cells,
    threads,
    pcs,
    last: new Map(
      Array.from({ length: threads }, (_, thread) => [thread, placeOf(thread)] as const).filter(
        ([, pc]) => pc !== 0,
      ),
    ),
    waiting,
    lostTurns,
  };
}

/** The number of the first cell from the address on. */
function firstFrom(cells: readonly number[], address: Address): number {
  let low = 0;
  let high = cells.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (cells[middle] < address) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lookUp(granules: Granules): {
  cellsOf(address: Address, size: number): readonly number[];
  isShared(address: Address, size: number): boolean;
} {
  /** By the number of the granule's first cell: the cells of accesses within it, by their first byte and size. */
  const spans: ((readonly number[] | undefined)[] | undefined)[] = [];
  const within = (key: number, from: number, to: number): readonly number[] => {
    const slot = granules.find(key);
    if (!granules.isShared(slot)) return none;
    const first = granules.firstAt(slot);
    let known = spans[first];
    if (known === undefined) {
      known = [];
      spans[first] = known;
    }
    const span = from * (granuleSize + 1) + to;
    const found = known[span];
    if (found !== undefined) return found;
    const numbers: number[] = [];
    const cuts = granules.cutsAt(slot);
    let number = first;
    for (let byte = 0; byte < to; byte++)
      if ((cuts & (1 << byte)) !== 0) {
        if (byte >= from) numbers.push(number);
        number++;
      }
    known[span] = numbers;
    return numbers;
  };
  const find = (address: Address, size: number): readonly number[] => {
    const key = Math.floor(address / granuleSize);
    const offset = address - key * granuleSize;
    if (offset + size <= granuleSize) return within(key, offset, offset + size);
    const found = [...within(key, offset, granuleSize)];
    const end = address + size;
    const last = Math.floor((end - 1) / granuleSize);
    for (let next = key + 1; next <= last; next++)
      found.push(...within(next, 0, Math.min(granuleSize, end - next * granuleSize)));
    return found;
  };
  // Accesses that were looked up, each in the only place that it may have.
  const addresses = new Float64Array(recentRoom).fill(-1);
  const sizes = new Uint8Array(recentRoom);
  const answers = new Array<readonly number[]>(recentRoom).fill(none);
  return {
    cellsOf(address, size) {
      const recent = (address ^ (size << 7)) & (recentRoom - 1);
      if (addresses[recent] === address && sizes[recent] === size) return answers[recent];
      const cells = find(address, size);
      addresses[recent] = address;
      sizes[recent] = size;
      answers[recent] = cells;
      return cells;
    },
    isShared(address, size) {
      const end = address + size;
      for (let key = Math.floor(address / granuleSize); key * granuleSize < end; key++)
        if (granules.isShared(granules.find(key))) return true;
      return false;
    },
  };
}

const wideWords = (low: number, high: number): number => (low >>> 0) + (high >>> 0) * 0x1_0000_0000;

/** Numbers in the order in which they came, of which there may be millions. */
class Numbers {
  #room = new Uint32Array(1024);
  #count = 0;

  add(number: number): void {
    if (this.#count === this.#room.length) {
      const more = new Uint32Array(2 * this.#count);
      more.set(this.#room);
      this.#room = more;
    }
    this.#room[this.#count++] = number;
  }

  all = (): Uint32Array => this.#room.subarray(0, this.#count);
}
