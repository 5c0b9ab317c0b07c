// The monitors' reports on one trace in a file: lines of JSON (docs/trace.md), or a log of the recorder.

import { statSync } from 'node:fs';
import { isBinaryLog } from '../frontend/trace/binaryLog.js';
import { streamTrace, type TraceStream } from '../frontend/trace/index.js';
import { present } from '../support/present.js';
import { TraceMonitoring, type TraceVerdict } from '../verdict/monitorTrace.js';
import { type TraceRace, TraceRaces } from '../verdict/traceRaces.js';
import { analyseRun, type RunQuestion } from './analyse.js';

export interface MonitoredTrace {
  readonly threads: readonly string[];
  readonly cells: readonly string[];
  readonly verdict: TraceVerdict;
  /** Whether it was read to its end. */
  readonly whole: boolean;
  /** If they were asked for. */
  readonly races?: readonly TraceRace[];
  /** A recorder log's remarks on itself. */
  readonly log?: LogRemarks;
}

interface LogRemarks {
  /** The program ended by itself. */
  readonly ended: boolean;
  /** There was no room for later operations. */
  readonly full: boolean;
  readonly notSc: boolean;
  readonly reads: number;
  readonly wrongReads: number;
}

interface TraceQuestion extends RunQuestion {
  /** The text that the file `-` stands for, if it has been read. */
  readonly standardInput?: string;
  readonly stop?: () => boolean;
}

export function monitorTrace(file: string, question: TraceQuestion): MonitoredTrace {
  return file !== '-' && statSync(file, { throwIfNoEntry: false })?.isFile() === true && isBinaryLog(file)
    ? monitorLog(file, question)
    : monitorLines(file, question);
}

function monitorLog(file: string, question: TraceQuestion): MonitoredTrace {
  const { header, threads, cells, events, violations, races, reads, wrongReads } = analyseRun(file, question);
  const { ended, full, notSc } = header;
  return {
    threads: Array.from({ length: threads }, (_, t) => `T${t}`),
    cells,
    verdict: { events, monitors: question.monitors, violations },
    whole: true,
    ...present({ races }),
    log: { ended, full, notSc, reads, wrongReads },
  };
}

function monitorLines(file: string, question: TraceQuestion): MonitoredTrace {
  const { monitors, standardInput, stop, onEvent } = question;
  let stream: TraceStream | undefined;
  const monitoring = new TraceMonitoring(monitors, (address) => stream?.initial(address) ?? 0);
  const races = question.races ? new TraceRaces() : undefined;
  const read = streamTrace({ path: file, ...present({ text: standardInput, stop }) }, (event, from) => {
    stream = from;
    monitoring.observe(event);
    races?.observe(event);
    onEvent?.(event);
  });
  const { threads, cells, whole } = read;
  return { threads, cells, whole, verdict: monitoring.verdict(), ...present({ races: races?.found() }) };
}
