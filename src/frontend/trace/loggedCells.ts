// A first reading of a binary log. It finds where accesses of different widths begin and end, so that memory can be
// cut into cells that no access splits. It also finds cells that only one thread touches. Such cells order nothing
// between threads, so the monitors need not see them.

import type { Address, ThreadId } from '../../program/identity.js';
import { forEachRecord, type LogRecord } from './binaryLog.js';

/** Bytes that are looked up together. */
const granule = 8;

export interface LoggedMemory {
  /** The shared cells that an access touches, as numbers from 0. */
  cellsOf(address: Address, size: number): readonly number[];
  /** Those in a block of memory of any size. */
  cellsIn(address: Address, size: number): readonly number[];
  /** The address of the first byte of each shared cell. */
  readonly cells: readonly number[];
  readonly threads: number;
  /** The places of the program that touched shared cells, started threads or synchronised. */
  readonly pcs: ReadonlySet<number>;
}

/** Bit i of `cuts` means that an access begins or ends at byte i. */
interface Granule {
  cuts: number;
  /** The only thread that touched it, or `several`. */
  thread: ThreadId;
  /** If it is shared: the number of its first cell, */
  first: number;
  /** and the cells of accesses within it, by their first byte and size. */
  readonly spans: (readonly number[] | undefined)[];
}
const several = -1;
const none: readonly number[] = [];

export function loggedMemory(path: string): LoggedMemory {
  const granules = new Map<number, Granule>();
  let threads = 1;
  forEachRecord(path, (record) => {
    threads = Math.max(threads, record.thread + 1, record.operation === 'spawn' ? record.other + 1 : 0);
    if (isAccess(record)) touch(granules, record);
  });
  const cells: number[] = [];
  for (const [key, found] of granules) {
    if (found.thread !== several) continue;
    found.cuts |= 1;
    found.first = cells.length;
    for (let byte = 0; byte < granule; byte++)
      if ((found.cuts & (1 << byte)) !== 0) cells.push(key * granule + byte);
  }
  const within = (key: number, from: number, to: number): readonly number[] => {
    const found = granules.get(key);
    if (found === undefined || found.thread !== several) return none;
    const span = from * (granule + 1) + to;
    const known = found.spans[span];
    if (known !== undefined) return known;
    const numbers: number[] = [];
    let number = found.first;
    for (let byte = 0; byte < to; byte++)
      if ((found.cuts & (1 << byte)) !== 0) {
        if (byte >= from) numbers.push(number);
        number++;
      }
    found.spans[span] = numbers;
    return numbers;
  };
  const cellsOf = (address: Address, size: number): readonly number[] => {
    const key = Math.floor(address / granule);
    const offset = address - key * granule;
    if (offset + size <= granule) return within(key, offset, offset + size);
    const found = [...within(key, offset, granule)];
    const last = Math.floor((address + size - 1) / granule);
    for (let next = key + 1; next <= last; next++)
      found.push(...within(next, 0, Math.min(granule, address + size - next * granule)));
    return found;
  };
  const sorted = cells.map((_, number) => number).sort((a, b) => cells[a] - cells[b]);
  const cellsIn = (address: Address, size: number): readonly number[] => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (cells[sorted[middle]] < address) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < sorted.length && cells[sorted[end]] < address + size) end++;
    return low === end ? none : sorted.slice(low, end);
  };
  const pcs = new Set<number>();
  forEachRecord(path, (record) => {
    if (!isAccess(record) || cellsOf(record.address, record.size).length > 0) pcs.add(record.pc);
  });
  return { cellsOf, cellsIn, cells, threads, pcs };
}

const isAccess = ({ operation }: LogRecord): boolean =>
  operation === 'read' ||
  operation === 'write' ||
  operation === 'update' ||
  operation === 'lock' ||
  operation === 'unlock';

function touch(granules: Map<number, Granule>, { address, size, thread }: LogRecord): void {
  const end = address + size;
  for (let key = Math.floor(address / granule); key * granule < end; key++) {
    const base = key * granule;
    let found = granules.get(key);
    if (found === undefined) {
      found = { cuts: 0, thread, first: -1, spans: [] };
      granules.set(key, found);
    } else if (found.thread !== thread) found.thread = several;
    if (address >= base) found.cuts |= 1 << (address - base);
    if (end < base + granule) found.cuts |= 1 << (end - base);
  }
}
