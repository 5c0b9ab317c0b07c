// What one recorded run shows: violations near it, whether its log is that of memory, where its threads wait.

import { existsSync } from 'node:fs';
import type { Event } from '../execution/event.js';
import { forEachRecord, type LogHeader, readLogHeader } from '../frontend/trace/binaryLog.js';
import { loggedMemory } from '../frontend/trace/loggedCells.js';
import { forEachLoggedEvent, type LoggedCheck } from '../frontend/trace/loggedEvents.js';
import type { ThreadId } from '../program/identity.js';
import type { SourceSpan } from '../program/statement.js';
import { InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import type { MonitorName } from '../verdict/monitored.js';
import { TraceMonitoring, type TraceViolation } from '../verdict/monitorTrace.js';
import { type TraceRace, TraceRaces } from '../verdict/traceRaces.js';
import { Symbols } from './symbols.js';

export interface WaitingThread {
  readonly thread: ThreadId;
  readonly at?: SourceSpan;
}

export interface RunAnalysis extends LoggedCheck {
  readonly header: LogHeader;
  readonly threads: number;
  /** Events of memory that threads share. */
  readonly events: number;
  readonly violations: readonly TraceViolation[];
  /** Data races, if they were asked for. */
  readonly races?: readonly TraceRace[];
  /** The names of shared cells, by number. */
  readonly cells: readonly string[];
  /** In a deadlock, who waits and where. */
  readonly waiting: readonly WaitingThread[];
  /** The last place of each thread, for a crash. */
  readonly last: ReadonlyMap<number, SourceSpan>;
}

export interface RunQuestion {
  /** Told of every event. */
  readonly onEvent?: (event: Event) => void;
  readonly monitors: readonly MonitorName[];
  readonly races: boolean;
}

export function analyseRun(
  trace: string,
  { monitors, races: wantsRaces, onEvent }: RunQuestion,
  symbols = new Symbols(),
): RunAnalysis {
  const header = readLogHeader(trace);
  if (header.buffered)
    throw new InputError({
      code: 'trace-not-sc',
      message: 'this is a run with simulated store buffers: monitors watch sequentially consistent ones',
      file: trace,
    });
  const memory = loggedMemory(trace);
  const ends = endOf(trace);
  const pcs = new Set([...memory.pcs, ...ends.last.values()]);
  const place = symbols.places(existsSync(`${trace}.maps`) ? `${trace}.maps` : '/dev/null', pcs);
  const monitoring = new TraceMonitoring(monitors, () => 0);
  const races = wantsRaces ? new TraceRaces() : undefined;
  const check = forEachLoggedEvent(trace, memory, place, {
    event: (event) => {
      monitoring.observe(event);
      races?.observe(event);
      onEvent?.(event);
    },
    renewed: (cell) => {
      monitoring.renew(cell);
      races?.renew(cell);
    },
    ended: (thread) => monitoring.end(thread),
  });
  const { events, violations } = monitoring.verdict();
  return {
    ...check,
    header,
    threads: memory.threads,
    events,
    violations,
    ...present({ races: races?.found() }),
    cells: memory.cells.map((address) => `0x${address.toString(16)}`),
    waiting: ends.waiting.map(({ thread, pc }) => ({ thread, ...present({ at: place(pc) }) })),
    last: new Map(
      [...ends.last].flatMap(([thread, pc]) => {
        const at = place(pc);
        return at === undefined ? [] : [[thread, at]];
      }),
    ),
  };
}

/** Where threads wait, and the last call of each, whether it accesses something shared or not. */
function endOf(trace: string): {
  waiting: { readonly thread: number; readonly pc: number }[];
  last: Map<number, number>;
} {
  const waiting: { thread: number; pc: number }[] = [];
  const last = new Map<number, number>();
  forEachRecord(trace, ({ operation, thread, pc }) => {
    if (operation === 'waits') waiting.push({ thread, pc });
    else if (pc !== 0) last.set(thread, pc);
  });
  return { waiting, last };
}
