// Recorded executions: reading and writing them.

import { readTextFile } from '../textFile.js';
import { parseTrace, type RecordedTrace } from './parse.js';

export { parseTrace, type RecordedTrace } from './parse.js';
export { printTrace, type TraceNames } from './print.js';

/** Bytes: logs are longer than programs. */
const largestTrace = 1 << 28;

export const readTraceFile = (path: string): RecordedTrace =>
  parseTrace(readTextFile(path, largestTrace), path);
