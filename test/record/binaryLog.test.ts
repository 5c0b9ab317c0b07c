// Binary logs made by hand: cells of mixed widths, memory of one thread, orders, a log that breaks off.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Event } from '../../src/execution/event.js';
import { isBinaryLog, logOperations, readLogHeader } from '../../src/frontend/trace/binaryLog.js';
import { loggedMemory } from '../../src/frontend/trace/loggedCells.js';
import { forEachLoggedEvent } from '../../src/frontend/trace/loggedEvents.js';
import { analyseRun, joined, partsOf } from '../../src/record/analyse.js';
import { TraceMonitoring } from '../../src/verdict/monitorTrace.js';
import { TraceRaces } from '../../src/verdict/traceRaces.js';

interface Line {
  readonly op: (typeof logOperations)[number];
  readonly thread: number;
  readonly address?: number;
  readonly size?: number;
  readonly order?: number;
  readonly value?: number;
  readonly before?: number;
  readonly other?: number;
  readonly pc?: number;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function log(lines: readonly Line[], cut = 0, count = lines.length): string {
  const bytes = Buffer.alloc((2 + lines.length) * 40);
  bytes.writeBigUInt64LE(0x31435254544f4450n, 0);
  bytes.writeBigUInt64LE(BigInt(count), 8);
  bytes.writeUInt32LE(40, 24);
  lines.forEach((line, i) => {
    const at = (2 + i) * 40;
    bytes.writeBigUInt64LE(BigInt(line.address ?? 0), at);
    bytes.writeBigUInt64LE(BigInt(line.value ?? 0), at + 8);
    bytes.writeBigUInt64LE(BigInt(line.before ?? 0), at + 16);
    bytes.writeBigUInt64LE(BigInt(line.pc ?? 0), at + 24);
    bytes.writeUInt16LE(line.thread, at + 32);
    bytes.writeUInt16LE(line.other ?? 0, at + 34);
    bytes.writeUInt8(logOperations.indexOf(line.op), at + 36);
    bytes.writeUInt8(line.size ?? 4, at + 37);
    bytes.writeUInt8(line.order ?? 8, at + 38);
  });
  const path = join(folder, 'run.trace');
  writeFileSync(path, bytes.subarray(0, bytes.length - cut));
  return path;
}

function events(path: string): { events: string[]; wrongReads: number } {
  const found: Event[] = [];
  const { wrongReads } = forEachLoggedEvent(path, loggedMemory(path), () => undefined, {
    event: (event) => void found.push(event),
  });
  return {
    wrongReads,
    events: found.map(
      ({ thread, kind, reads, writes }) =>
        `${thread}${kind}${[...reads, ...writes].map(({ address }) => address).join()}`,
    ),
  };
}

describe('a binary log', () => {
  it('leaves out memory that one thread alone touches', () => {
    const path = log([
      { op: 'write', thread: 0, address: 64, value: 1 },
      { op: 'write', thread: 0, address: 128, value: 1 },
      { op: 'read', thread: 1, address: 128, value: 1 },
    ]);
    expect(isBinaryLog(path)).toBe(true);
    expect(events(path).events).toEqual(['0W0', '1R0']);
  });

  it('cuts memory where accesses begin and end', () => {
    const path = log([
      { op: 'write', thread: 0, address: 128, size: 8, value: 1 },
      { op: 'read', thread: 1, address: 132, size: 4, value: 0 },
      { op: 'read', thread: 1, address: 128, size: 8, value: 1 },
    ]);
    expect(events(path).events).toEqual(['0W0', '0W1', '1R1', '1R0', '1R1']);
  });

  it('says what orders mean on a machine with store buffers', () => {
    const shared: Line[] = [
      { op: 'read', thread: 1, address: 128, value: 0 },
      { op: 'read', thread: 2, address: 128, value: 0 },
    ];
    const of = (op: Line['op'], order: number): string[] =>
      events(log([...shared, { op, thread: 0, address: 128, order, value: 0 }])).events.slice(2);
    expect(of('write', 0)).toEqual(['0W0']);
    expect(of('write', 3)).toEqual(['0S', '0W0']);
    expect(of('write', 5)).toEqual(['0S', '0W0', '0F']);
    expect(of('update', 2)).toEqual(['0U0,0']);
    expect(of('update', 4)).toEqual(['0S', '0U0,0']);
    expect(of('update', 5)).toEqual(['0F', '0U0,0', '0F']);
    expect(of('fence', 5)).toEqual(['0F']);
    expect(of('fence', 3)).toEqual(['0S']);
    expect(of('fence', 2)).toEqual([]);
    expect(of('lock', 0)).toEqual(['0F', '0U0,0', '0F']);
  });

  it('counts reads of values that were never written, and forgets memory that is allocated again', () => {
    const lines: Line[] = [
      { op: 'write', thread: 0, address: 128, value: 1 },
      { op: 'read', thread: 1, address: 128, value: 2 },
    ];
    expect(events(log(lines)).wrongReads).toBe(1);
    const again: Line = { op: 'alloc', thread: 0, address: 128, value: 16 };
    expect(events(log([lines[0], again, lines[1]])).wrongReads).toBe(0);
  });

  it('is read up to where it breaks off', () => {
    const lines: Line[] = [
      { op: 'write', thread: 0, address: 128, value: 1 },
      { op: 'read', thread: 1, address: 128, value: 1 },
      { op: 'read', thread: 1, address: 128, value: 1 },
    ];
    expect(events(log(lines, 10)).events).toHaveLength(2);
    expect(events(log(lines, 0, 1000)).events).toHaveLength(3);
  });

  it('is refused if it is something else', () => {
    const path = join(folder, 'other');
    writeFileSync(path, 'x'.repeat(200));
    expect(isBinaryLog(path)).toBe(false);
    expect(() => readLogHeader(path)).toThrow(/no log/);
    expect(() => readLogHeader(join(folder, 'missing'))).toThrow(/cannot read/);
  });
});

/** The shared cells and the records that touch them, by sets of bytes: the granules of eight bytes that two threads touch, cut where accesses begin and end. */
function byBytes(lines: readonly Line[]): { cells: number[]; wanted: number[] } {
  const threads = new Map<number, Set<number>>();
  const borders = new Set<number>();
  const granulesOf = ({ address = 0, size = 4 }: Line): number[] => {
    const first = Math.floor(address / 8);
    return Array.from({ length: Math.floor((address + size - 1) / 8) - first + 1 }, (_, i) => first + i);
  };
  for (const line of lines) {
    const { address = 0, size = 4, thread } = line;
    borders.add(address).add(address + size);
    for (const granule of granulesOf(line))
      threads.set(granule, (threads.get(granule) ?? new Set()).add(thread));
  }
  const isShared = (granule: number): boolean => (threads.get(granule)?.size ?? 0) > 1;
  const cells = [...threads.keys()]
    .filter(isShared)
    .flatMap((granule) => Array.from({ length: 8 }, (_, i) => 8 * granule + i))
    .filter((byte) => byte % 8 === 0 || borders.has(byte));
  return {
    cells: cells.sort((a, b) => a - b),
    wanted: lines.flatMap((line, i) => (granulesOf(line).some(isShared) ? [i] : [])),
  };
}

describe('the first reading of a log', () => {
  // Addresses that differ in their low words, in their high words, and in what tables have in common.
  const base = fc.constantFrom(
    0,
    0x7fff_fff0,
    0xffff_fff8,
    0x1_0000_0000,
    0x7f12_0000_0000,
    0x7f13_0000_0000,
  );
  const line = fc.record({
    op: fc.constantFrom('read' as const, 'write' as const, 'update' as const),
    thread: fc.integer({ min: 0, max: 2 }),
    address: fc
      .tuple(base, fc.integer({ min: 0, max: 40 }), fc.constantFrom(0, 8 << 12, 8 << 16))
      .map(([at, offset, far]) => at + offset + far),
    size: fc.constantFrom(1, 2, 4, 8, 16, 40),
  });

  it('finds the cells that threads share, and who touches them', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.boolean(), (short, isLong) => {
        // Longer than the piece that is read at once.
        const own = { op: 'write' as const, thread: 0, address: 0x5000_0000, size: 8 };
        const lines = isLong ? [...Array.from({ length: 8200 }, () => own), ...short, own] : short;
        const { cells, wanted } = loggedMemory(log(lines));
        expect({ cells, wanted: Array.from(wanted) }).toEqual(byBytes(lines));
      }),
      { numRuns: 150 },
    );
  });
});

/** The pairs of records that monitors and the race monitor name; a record is known by its `pc`. */
function pairsOf(path: string): { violations: string[]; races: string[] } {
  const monitoring = new TraceMonitoring(['sober', 'bss-tso', 'bss-pso'], () => 0);
  const races = new TraceRaces();
  forEachLoggedEvent(path, loggedMemory(path), (pc) => ({ line: pc, column: 1 }), {
    event: (event) => {
      monitoring.observe(event);
      races.observe(event);
    },
    renewed: (cell) => {
      monitoring.renew(cell);
      races.renew(cell);
    },
  });
  return {
    violations: monitoring
      .verdict()
      .violations.map(
        ({ model, violation: { event, overtaken } }) => `${model} ${event.at?.line} ${overtaken.at?.line}`,
      )
      .sort(),
    races: races
      .found()
      .map(({ events: [a, b] }) => `${a.at?.line} ${b.at?.line}`)
      .sort(),
  };
}

describe('a log with ranges', () => {
  const at = fc.integer({ min: 0, max: 12 }).map((granule) => 0x1000 + 8 * granule);
  const thread = fc.integer({ min: 0, max: 2 });
  const word = fc.record({
    op: fc.constantFrom('read' as const, 'write' as const),
    thread,
    address: fc.tuple(at, fc.constantFrom(0, 4)).map(([start, offset]) => start + offset),
    size: fc.constant(4),
  });
  const other = fc.record({
    op: fc.constantFrom('fence' as const, 'alloc' as const),
    thread,
    address: at,
    order: fc.constant(5),
    value: fc.constantFrom(16, 64),
  });
  const range = fc.record({
    op: fc.constantFrom('read-range' as const, 'write-range' as const),
    thread,
    address: at,
    before: fc.integer({ min: 1, max: 12 }).map((granules) => 8 * granules),
  });
  const lines = fc
    .array(fc.oneof(word, range, range, other), { minLength: 4, maxLength: 40 })
    .map((all): Line[] => all.map((one, i) => ({ ...one, pc: i + 1 })));

  /** The same accesses, eight bytes at a time. */
  const inWords = (line: Line): Line[] =>
    line.op === 'read-range' || line.op === 'write-range'
      ? Array.from({ length: (line.before ?? 0) / 8 }, (_, i) => ({
          op: line.op === 'read-range' ? 'read' : 'write',
          thread: line.thread,
          pc: line.pc ?? 0,
          address: (line.address ?? 0) + 8 * i,
          size: 8,
        }))
      : [line];

  it('has the violations and the races of the same log word by word', () => {
    let [violations, races] = [0, 0];
    fc.assert(
      fc.property(lines, (all) => {
        const found = pairsOf(log(all));
        expect(found).toEqual(pairsOf(log(all.flatMap(inWords))));
        violations += found.violations.length;
        races += found.races.length;
      }),
      { numRuns: 300 },
    );
    expect([violations, races].map((n) => n > 0)).toEqual([true, true]);
  });

  it('has three cells for memory that is always copied whole', () => {
    const path = log([
      { op: 'write-range', thread: 0, address: 0x1000, before: 4096 },
      { op: 'read-range', thread: 1, address: 0x1000, before: 4096 },
      { op: 'write', thread: 0, address: 0x1800, size: 4 },
    ]);
    const { cells } = loggedMemory(path);
    expect(cells).toEqual([0x1000, 0x1008, 0x1010, 0x1800, 0x1804, 0x1808, 0x1810, 0x1818]);
    expect(events(path).events).toEqual([
      ...cells.map((_, cell) => `0W${cell}`),
      ...cells.map((_, cell) => `1R${cell}`),
      '0W3',
    ]);
  });

  it('checks the value at the start of a range that is read', () => {
    const lines = (value: number): Line[] => [
      { op: 'write', thread: 0, address: 0x1000, size: 8, value: 5 },
      { op: 'read-range', thread: 1, address: 0x1000, before: 64, value },
    ];
    expect(events(log(lines(5))).wrongReads).toBe(0);
    expect(events(log(lines(6))).wrongReads).toBe(1);
  });

  it('is refused if a range is longer than the recorder makes them', () => {
    const path = log([{ op: 'read-range', thread: 0, address: 0x1000, before: 2 ** 50 }]);
    expect(() => loggedMemory(path)).toThrow(/none of the recorder/);
  });
});

describe('a log that two threads analyse', () => {
  const line = fc.record({
    op: fc.constantFrom(
      'read' as const,
      'read' as const,
      'write' as const,
      'write' as const,
      'fence' as const,
    ),
    thread: fc.integer({ min: 0, max: 2 }),
    address: fc.constantFrom(128, 136, 144),
    order: fc.constantFrom(0, 2, 8, 8, 8, 8),
  });

  it('has the violations and the races that one thread finds', () => {
    let [violations, races] = [0, 0];
    fc.assert(
      fc.property(fc.array(line, { minLength: 10, maxLength: 40 }), (lines) => {
        const path = log(lines);
        const question = { monitors: ['sober', 'bss-tso', 'bss-pso'] as const, races: true };
        const [first, second] = partsOf(question);
        const whole = analyseRun(path, question);
        expect(joined(analyseRun(path, first), second && analyseRun(path, second))).toEqual(whole);
        violations += whole.violations.length;
        races += whole.races?.length ?? 0;
      }),
      { numRuns: 100 },
    );
    expect([violations, races].map((n) => n > 0)).toEqual([true, true]);
  });
});
