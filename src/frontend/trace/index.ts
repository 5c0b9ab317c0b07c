// Recorded executions: reading and writing them.

import type { Event } from '../../execution/event.js';
import type { Address } from '../../program/identity.js';
import type { Integer } from '../../program/integer.js';
import { forEachLine } from './lines.js';
import { TraceReader } from './parse.js';

export { parseTrace, type RecordedTrace } from './parse.js';
export { printTrace, type TraceNames } from './print.js';

/** A trace that is read event by event; its names are those met so far. */
export interface TraceStream {
  readonly threads: readonly string[];
  readonly cells: readonly string[];
  initial(address: Address): Integer;
}

interface ReadTrace extends TraceStream {
  /** Whether it was read to its end. */
  readonly whole: boolean;
}

interface TraceFile {
  /** `-` is standard input. */
  readonly path: string;
  /** Its content, if it has been read. */
  readonly text?: string;
  /** Asked where reading has to wait. */
  readonly stop?: () => boolean;
}

/** Reads JSON Lines of any length. */
export function streamTrace(
  { path, text, stop }: TraceFile,
  observe: (event: Event, stream: TraceStream) => void,
): ReadTrace {
  const reader = new TraceReader(path);
  const stream: TraceStream = {
    ...reader.names(),
    initial: (address) => reader.initial.get(address) ?? 0,
  };
  const take = (line: string, number: number): void => {
    const event = reader.line(line, number);
    if (event !== undefined) observe(event, stream);
  };
  if (text === undefined) return { ...stream, whole: forEachLine(path, take, stop) };
  for (const [i, line] of text.split('\n').entries()) take(line, i + 1);
  return { ...stream, whole: true };
}
