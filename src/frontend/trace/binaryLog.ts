// The binary log that the recorder writes (runtime/record.h): fixed records in the order the operations happened. A log is
// read piece by piece, so its length does not matter; it is whole up to its last record, however the program ended.

import { closeSync, openSync, readSync } from 'node:fs';
import type { Address, ThreadId } from '../../program/identity.js';
import { type AccessOrder, memoryOrders } from '../../program/memoryOrder.js';
import { InputError } from '../../support/diagnostic.js';

export const logOperations = [
  'none',
  'read',
  'write',
  'update',
  'fence',
  'lock',
  'unlock',
  'spawn',
  'join',
  'alloc',
  'free',
  'switch',
  'exit',
  'not-sc',
  'waits',
  'commit',
] as const;
type LogOperation = (typeof logOperations)[number];

/** Orders as gcc numbers them, and what is no atomic access. */
type LogOrder = AccessOrder | 'plain';

/** One record. The reader fills the same object for each. Addresses have 48 bits; values are rounded beyond 2^53. */
export interface LogRecord {
  operation: LogOperation;
  thread: ThreadId;
  other: number;
  address: Address;
  size: number;
  order: LogOrder;
  value: number;
  before: number;
  /** The value is not known. */
  unknown: boolean;
  /** A compare-exchange that failed: it read with the order `failureOrder`. */
  failed: boolean;
  failureOrder: LogOrder;
  /** A store that reaches memory at its commit, whose `before` is the number of this record. */
  buffered: boolean;
  pc: number;
}

export interface LogHeader {
  readonly count: number;
  readonly steps: number;
  readonly ended: boolean;
  /** The disk was full: later operations are missing. */
  readonly full: boolean;
  /** With `full`: not the disk, but the limit of the log was reached. */
  readonly limited: boolean;
  /** A thread lost its turn: from there on the order is not known to be that of memory. */
  readonly notSc: boolean;
  readonly deadlock: boolean;
  /** Stores were kept back: the run is one of a machine with store buffers. */
  readonly buffered: boolean;
}

const magic = 0x31435254544f4450n;
const headerSize = 64;
const recordSize = 40;
const headerRecords = Math.ceil(headerSize / recordSize);
const recordsAtOnce = 16384;

/** Whether a file starts like a binary log. */
export function isBinaryLog(path: string): boolean {
  return withFile(path, (file) => {
    const start = Buffer.alloc(8);
    return readSync(file, start, 0, 8, 0) === 8 && start.readBigUInt64LE(0) === magic;
  });
}

export function readLogHeader(path: string): LogHeader {
  return withFile(path, (file) => {
    const header = Buffer.alloc(headerSize);
    const got = readSync(file, header, 0, headerSize, 0);
    if (got < headerSize || header.readBigUInt64LE(0) !== magic || header.readUInt32LE(24) !== recordSize)
      throw new InputError({ code: 'trace-syntax', message: 'this is no log of the recorder', file: path });
    const flags = header.readUInt32LE(28);
    return {
      count: Number(header.readBigUInt64LE(8)),
      steps: Number(header.readBigUInt64LE(32)),
      ended: (flags & 1) !== 0,
      full: (flags & 2) !== 0,
      notSc: (flags & 4) !== 0,
      deadlock: (flags & 8) !== 0,
      buffered: (flags & 16) !== 0,
      limited: (flags & 32) !== 0,
    };
  });
}

/** Bytes of the log; room for more may be reserved behind them. */
export const logSize = (path: string): number => (headerRecords + readLogHeader(path).count) * recordSize;

/** The parts of a record that are read without the others: logs have many more records than are events. */
export const rawOperation = (words: DataView, at: number): number => words.getUint8(at + 36);
export const rawThread = (words: DataView, at: number): ThreadId => words.getUint16(at + 32, true);
export const rawOther = (words: DataView, at: number): number => words.getUint16(at + 34, true);
export const rawSize = (words: DataView, at: number): number => words.getUint8(at + 37);
export const rawAddress = (words: DataView, at: number): Address => wide(words, at);
export const rawValue = (words: DataView, at: number): number => wide(words, at + 8);
export const rawPc = (words: DataView, at: number): number => wide(words, at + 24);

/** Calls `visit` with the place of each record in order. */
export function forEachRawRecord(path: string, visit: (words: DataView, at: number) => void): void {
  const { count } = readLogHeader(path);
  withFile(path, (file) => {
    const buffer = Buffer.alloc(recordsAtOnce * recordSize);
    const words = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
    for (let done = 0; done < count; ) {
      const wanted = Math.min(recordsAtOnce, count - done) * recordSize;
      const got = readSync(file, buffer, 0, wanted, (headerRecords + done) * recordSize);
      const whole = Math.floor(got / recordSize);
      if (whole === 0) return;
      for (let at = 0; at < whole * recordSize; at += recordSize) visit(words, at);
      done += whole;
    }
  });
}

/** Calls `visit` on each record in order, with an object that is used again; not on those that `isWanted` denies. */
export function forEachRecord(
  path: string,
  visit: (record: LogRecord) => void,
  isWanted: (words: DataView, at: number) => boolean = () => true,
): void {
  const record: LogRecord = {
    operation: 'none',
    thread: 0,
    other: 0,
    address: 0,
    size: 0,
    order: 'plain',
    value: 0,
    before: 0,
    unknown: false,
    failed: false,
    failureOrder: 'plain',
    buffered: false,
    pc: 0,
  };
  forEachRawRecord(path, (words, at) => {
    if (!isWanted(words, at)) return;
    fill(record, words, at);
    visit(record);
  });
}

function fill(record: LogRecord, words: DataView, at: number): void {
  record.operation = logOperations[words.getUint8(at + 36)] ?? 'none';
  record.thread = words.getUint16(at + 32, true);
  record.other = words.getUint16(at + 34, true);
  record.address = wide(words, at);
  record.size = words.getUint8(at + 37);
  record.order = orderOf(words.getUint8(at + 38));
  record.value = wide(words, at + 8);
  record.before = wide(words, at + 16);
  const flags = words.getUint8(at + 39);
  record.unknown = (flags & 1) !== 0;
  record.failed = (flags & 2) !== 0;
  record.buffered = (flags & 4) !== 0;
  record.failureOrder = record.failed ? orderOf(record.other) : 'plain';
  record.pc = wide(words, at + 24);
}

const wide = (words: DataView, at: number): number =>
  words.getUint32(at, true) + words.getUint32(at + 4, true) * 0x1_0000_0000;

const orderOf = (code: number): LogOrder => memoryOrders[code] ?? (code === 9 ? 'volatile' : 'plain');

function withFile<T>(path: string, use: (file: number) => T): T {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new InputError({ code: 'cannot-read', message: `cannot read the trace: ${message}`, file: path });
  }
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}
