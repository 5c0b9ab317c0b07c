// One run of a recorded program with simulated store buffers: its execution, and how it ended.

import { existsSync, rmSync } from 'node:fs';
import { forEachRecord, type LogOperation } from '../frontend/trace/binaryLog.js';
import { type BufferedRun, readBufferedRun } from '../frontend/trace/bufferedRun.js';
import { loggedMemory } from '../frontend/trace/loggedCells.js';
import type { SourceSpan } from '../program/statement.js';
import type { Ended } from '../support/childProcess.js';
import { filesOf } from './logNames.js';
import { type RecordedRun, runRecorded } from './runRecorded.js';
import type { Symbols } from './symbols.js';

interface WeakRun {
  readonly ended: Ended;
  /** Absent if there is no log, or none of a run of the machine. */
  readonly run?: BufferedRun;
}

export async function weakRun(
  wanted: RecordedRun & { readonly buffers: { readonly model: 'tso' | 'pso' } },
  symbols: Symbols,
): Promise<WeakRun> {
  const { trace, buffers } = wanted;
  const ended = await runRecorded(wanted);
  try {
    if (!existsSync(trace)) return { ended };
    const memory = loggedMemory(trace);
    const place = symbols.places(`${trace}.maps`, memory.pcs);
    const run = readBufferedRun(trace, buffers.model, memory, place);
    return run === undefined ? { ended } : { ended, run };
  } finally {
    for (const file of filesOf(trace)) rmSync(file, { force: true });
  }
}

const kinds = new Map<LogOperation, string>([
  ['read', 'R'],
  ['read-range', 'R'],
  ['write', 'W'],
  ['write-range', 'W'],
]);

/** The calls of the recorder by what they do and where. */
export function callsOf(
  trace: string,
  symbols: Symbols,
): (kind: string, at: SourceSpan | undefined) => readonly number[] {
  const { pcs } = loggedMemory(trace);
  const place = symbols.places(`${trace}.maps`, pcs);
  const calls = new Map<string, Set<number>>();
  const key = (kind: string, at: SourceSpan | undefined): string => `${kind} ${at?.file}:${at?.line}`;
  forEachRecord(trace, ({ operation, pc }) => {
    const kind = kinds.get(operation) ?? 'U';
    const at = place(pc);
    if (at === undefined) return;
    const known = calls.get(key(kind, at)) ?? new Set<number>();
    calls.set(key(kind, at), known.add(pc));
  });
  return (kind, at) => [...(calls.get(key(kind, at)) ?? [])];
}
