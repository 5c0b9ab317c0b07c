// The evidence of one recorded run: violations near it, whether its log is that of memory, where its threads wait.

import { existsSync } from 'node:fs';
import type { Event } from '../execution/event.js';
import { type LogHeader, readLogHeader } from '../frontend/trace/binaryLog.js';
import { type LostTurn, loggedMemory } from '../frontend/trace/loggedCells.js';
import { forEachLoggedEvent, type LoggedCheck } from '../frontend/trace/loggedEvents.js';
import type { ThreadId } from '../program/identity.js';
import type { SourceSpan } from '../program/statement.js';
import { InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import type { MonitorName } from '../verdict/monitored.js';
import { monitorsApart, TraceMonitoring, type TraceViolation } from '../verdict/monitorTrace.js';
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
  /** In a deadlock, the waiting threads and their places. */
  readonly waiting: readonly WaitingThread[];
  /** Where threads lost their turn, if they did: the order is not certain from there on. */
  readonly lostTurns: readonly {
    readonly in: LostTurn['in'];
    readonly thread: ThreadId;
    readonly at?: SourceSpan;
  }[];
  /** The last place of each thread, for a crash. */
  readonly last: ReadonlyMap<number, SourceSpan>;
}

export interface RunQuestion {
  /** Told of every event. */
  readonly onEvent?: (event: Event) => void;
  readonly monitors: readonly MonitorName[];
  readonly races: boolean;
}

/**
 * Questions about one log that two threads answer side by side, with about as much work each: the monitors of TSO, and those of PSO
 * with the data races. Violations of the two models are found apart.
 */
export function partsOf(question: RunQuestion): readonly [RunQuestion] | readonly [RunQuestion, RunQuestion] {
  const { monitors, races } = question;
  const apart = monitorsApart(monitors);
  const rest = monitors.filter((name) => !apart.includes(name));
  const hasBoth = rest.length > 0 && (apart.length > 0 || races);
  return hasBoth
    ? [
        { ...question, monitors: rest, races: false },
        { monitors: apart, races },
      ]
    : [question];
}

/** The analysis that answers of both parts make: violations in the order in which one thread finds them. */
export function joined(first: RunAnalysis, second: RunAnalysis | undefined): RunAnalysis {
  if (second === undefined) return first;
  const violations = [...first.violations, ...second.violations];
  return {
    ...first,
    violations:
      second.violations.length === 0
        ? violations
        : violations.sort((a, b) => a.violation.event.id - b.violation.event.id),
    ...present({ races: first.races ?? second.races }),
  };
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
  const { last, waiting, lostTurns } = memory;
  const pcs = new Set([...memory.pcs, ...last.values(), ...[...waiting, ...lostTurns].map(({ pc }) => pc)]);
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
    waiting: waiting.map(({ thread, pc }) => ({ thread, ...present({ at: place(pc) }) })),
    lostTurns: lostTurns.map(({ pc, ...turn }) => ({ ...turn, ...present({ at: place(pc) }) })),
    last: new Map(
      [...last].flatMap(([thread, pc]) => {
        const at = place(pc);
        return at === undefined ? [] : [[thread, at]];
      }),
    ),
  };
}
