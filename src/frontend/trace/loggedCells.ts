// What a binary log tells about memory as a whole, in a first reading: where accesses of different widths begin and end, so
// that memory can be cut into cells that no access splits, and which cells one thread alone touches. Such cells order nothing
// between threads: the monitors need not see them.

import { forEachRecord, type LogRecord } from './binaryLog.js';

/** Bytes that are looked up together. */
const granule = 8;

export interface LoggedMemory {
  /** The shared cells that an access touches, as numbers from 0. */
  cellsOf(address: number, size: number): readonly number[];
  /** The address of the first byte of each shared cell. */
  readonly cells: readonly number[];
  readonly threads: number;
  /** The places of the program that touched shared cells, started threads or synchronised. */
  readonly pcs: ReadonlySet<number>;
}

/** Per granule: bit i of `cuts` means that an access begins or ends at byte i; the only thread, or `several`. */
interface Granule {
  cuts: number;
  thread: number;
}
const several = -1;

export function loggedMemory(path: string): LoggedMemory {
  const granules = new Map<number, Granule>();
  let threads = 1;
  forEachRecord(path, (record) => {
    threads = Math.max(threads, record.thread + 1, record.operation === 'spawn' ? record.other + 1 : 0);
    if (isAccess(record)) touch(granules, record);
  });
  const { numbers, cells } = numberCells(granules);
  const none: readonly number[] = [];
  const cellsOf = (address: number, size: number): readonly number[] => {
    const first = Math.floor(address / granule);
    if (granules.get(first)?.thread !== several) return none;
    const found: number[] = [];
    for (let byte = address; byte < address + size; byte++) {
      const number = numbers.get(byte);
      if (number !== undefined) found.push(number);
    }
    return found;
  };
  const pcs = new Set<number>();
  forEachRecord(path, (record) => {
    if (!isAccess(record) || cellsOf(record.address, record.size).length > 0) pcs.add(record.pc);
  });
  return { cellsOf, cells, threads, pcs };
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
      found = { cuts: 0, thread };
      granules.set(key, found);
    } else if (found.thread !== thread) found.thread = several;
    if (address >= base) found.cuts |= 1 << (address - base);
    if (end < base + granule) found.cuts |= 1 << (end - base);
    else found.cuts |= 1;
  }
}

function numberCells(granules: ReadonlyMap<number, Granule>): {
  numbers: Map<number, number>;
  cells: number[];
} {
  const numbers = new Map<number, number>();
  const cells: number[] = [];
  for (const [key, { cuts, thread }] of granules) {
    if (thread !== several) continue;
    for (let byte = 0; byte < granule; byte++)
      if (byte === 0 || (cuts & (1 << byte)) !== 0)
        numbers.set(key * granule + byte, cells.push(key * granule + byte) - 1);
  }
  return { numbers, cells };
}
