// The first reading of a binary log: a picture of memory as a whole. It finds where accesses of different widths
// begin and end, so that memory can be cut into cells that no access splits. It also finds the cells that one thread
// alone touches. Such cells order nothing between threads, so the monitors need not see them.

import type { Address } from '../../program/identity.js';
import {
  forEachRawRecord,
  logOperations,
  rawAddress,
  rawOperation,
  rawOther,
  rawPc,
  rawSize,
  rawThread,
  rawValue,
} from './binaryLog.js';
import { Granules, granuleSize } from './granules.js';

export interface LoggedMemory {
  /** The shared cells that an access touches, as numbers from 0. */
  cellsOf(address: Address, size: number): readonly number[];
  /** Those in a block of memory of any size. */
  cellsIn(address: Address, size: number): readonly number[];
  /** Whether a record may be an event: it is no access to memory of one thread alone. */
  readonly isWanted: (words: DataView, at: number) => boolean;
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

/** More of them say nothing more. */
const mostLostTurns = 100;

const none: readonly number[] = [];
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
  const last: number[] = [];
  const waiting: { thread: number; pc: number }[] = [];
  const lostTurns: LostTurn[] = [];
  forEachRawRecord(path, (words, at) => {
    const thread = rawThread(words, at);
    const operation = rawOperation(words, at);
    if (thread >= threads) threads = thread + 1;
    if (operation === spawn) threads = Math.max(threads, rawOther(words, at) + 1);
    const pc = rawPc(words, at);
    if (operation === waits) waiting.push({ thread, pc });
    else if (pc !== 0) last[thread] = pc;
    else if (operation === notSc && lostTurns.length < mostLostTurns)
      lostTurns.push({
        thread,
        pc: last[thread] ?? 0,
        in: rawValue(words, at) === 2 ? 'computation' : 'system-call',
      });
    if (isAccess[operation] === 1) touch(granules, thread, rawAddress(words, at), rawSize(words, at));
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
  const isWanted = (words: DataView, at: number): boolean =>
    isData[rawOperation(words, at)] === 0 || isShared(rawAddress(words, at), rawSize(words, at));
  const pcs = new Set<number>();
  forEachRawRecord(path, (words, at) => {
    if (isWanted(words, at)) pcs.add(rawPc(words, at));
  });
  return {
    cellsOf,
    cellsIn,
    isWanted,
    cells,
    threads,
    pcs,
    last: new Map(last.flatMap((pc, thread) => (pc === undefined ? [] : [[thread, pc] as const]))),
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
  return {
    cellsOf(address, size) {
      const key = Math.floor(address / granuleSize);
      const offset = address - key * granuleSize;
      if (offset + size <= granuleSize) return within(key, offset, offset + size);
      const found = [...within(key, offset, granuleSize)];
      const end = address + size;
      const last = Math.floor((end - 1) / granuleSize);
      for (let next = key + 1; next <= last; next++)
        found.push(...within(next, 0, Math.min(granuleSize, end - next * granuleSize)));
      return found;
    },
    isShared(address, size) {
      const end = address + size;
      for (let key = Math.floor(address / granuleSize); key * granuleSize < end; key++)
        if (granules.isShared(granules.find(key))) return true;
      return false;
    },
  };
}

function touch(granules: Granules, thread: number, address: Address, size: number): void {
  const end = address + size;
  for (let key = Math.floor(address / granuleSize); key * granuleSize < end; key++) {
    const base = key * granuleSize;
    const begins = address >= base ? 1 << (address - base) : 0;
    const ends = end < base + granuleSize ? 1 << (end - base) : 0;
    granules.touch(key, thread, begins | ends);
  }
}
