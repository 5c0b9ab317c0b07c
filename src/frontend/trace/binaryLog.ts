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
  'read-range',
  'write-range',
] as const;
export type LogOperation = (typeof logOperations)[number];

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
  /** The value that an update read; the bytes of a range. */
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
const recordsAtOnce = 8192;

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

/** A record in words of 32 bits, of which logs have many more than are events: where its parts are. */
export const recordWords = recordSize / 4;
const addressWord = 0;
const valueWord = 2;
const beforeWord = 4;
export const pcWord = 6;
/** The thread, and another in the upper half. */
export const threadWord = 8;
/** Operation, size, order and flags, a byte each. */
export const kindWord = 9;

/** Two words as a number. */
const wide = (words: Int32Array, at: number): number =>
  (words[at] >>> 0) + (words[at + 1] >>> 0) * 0x1_0000_0000;

export const rawAddress = (words: Int32Array, at: number): Address => wide(words, at + addressWord);
export const rawValue = (words: Int32Array, at: number): number => wide(words, at + valueWord);
export const rawBefore = (words: Int32Array, at: number): number => wide(words, at + beforeWord);
export const rawPc = (words: Int32Array, at: number): number => wide(words, at + pcWord);

/** The most bytes of a range (runtime/record.h). */
const mostRange = 1 << 20;

/** The bytes of a range. Its length is checked, because a damaged log may claim any. */
export function rangeBytes(words: Int32Array, at: number): number {
  const bytes = rawBefore(words, at);
  if (bytes > mostRange || bytes % 8 !== 0 || words[at] % 8 !== 0)
    throw new InputError({
      code: 'trace-syntax',
      message: `a range of ${bytes} bytes at ${rawAddress(words, at)} is none of the recorder`,
    });
  return bytes;
}

/** Calls `visit` with pieces of the log in order: the words of some records, their end, and the number of the first of them. */
export function forEachPiece(
  path: string,
  visit: (words: Int32Array, end: number, first: number) => void,
  isWanted: (first: number, end: number) => boolean = () => true,
): void {
  const { count } = readLogHeader(path);
  withFile(path, (file) => {
    const words = new Int32Array(Math.min(recordsAtOnce, count) * recordWords);
    for (let done = 0; done < count; ) {
      const wanted = Math.min(recordsAtOnce, count - done);
      if (!isWanted(done, done + wanted)) {
        done += wanted;
        continue;
      }
      const got = readSync(file, words, 0, wanted * recordSize, (headerRecords + done) * recordSize);
      const whole = Math.floor(got / recordSize);
      if (whole === 0) return;
      visit(words, whole * recordWords, done);
      done += whole;
    }
  });
}

/** Calls `visit` on each record in order, or on those with the given numbers, with an object that is used again. */
export function forEachRecord(
  path: string,
  visit: (record: LogRecord) => void,
  numbers?: ArrayLike<number>,
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
  const show = (words: Int32Array, at: number): void => {
    fill(record, words, at);
    visit(record);
  };
  if (numbers === undefined) {
    forEachPiece(path, (words, end) => {
      for (let at = 0; at < end; at += recordWords) show(words, at);
    });
    return;
  }
  let next = 0;
  forEachPiece(
    path,
    (words, end, first) => {
      for (; next < numbers.length; next++) {
        const at = (numbers[next] - first) * recordWords;
        if (at >= end) return;
        show(words, at);
      }
    },
    (_, end) => next < numbers.length && numbers[next] < end,
  );
}

function fill(record: LogRecord, words: Int32Array, at: number): void {
  const threads = words[at + threadWord];
  const kind = words[at + kindWord];
  record.operation = logOperations[kind & 0xff] ?? 'none';
  record.thread = threads & 0xffff;
  record.other = threads >>> 16;
  record.address = wide(words, at + addressWord);
  record.size = (kind >>> 8) & 0xff;
  record.order = orderOf((kind >>> 16) & 0xff);
  record.value = wide(words, at + valueWord);
  record.before = wide(words, at + beforeWord);
  const flags = kind >>> 24;
  record.unknown = (flags & 1) !== 0;
  record.failed = (flags & 2) !== 0;
  record.buffered = (flags & 4) !== 0;
  record.failureOrder = record.failed ? orderOf(record.other) : 'plain';
  record.pc = wide(words, at + pcWord);
}

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
