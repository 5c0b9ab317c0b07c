// Recorded executions. Traces for `diptych monitor`, docs/trace.md, and recordings of programs.

import type { CodeSection } from './section.js';

export const tracesCodes = {
  title: 'Recorded executions',
  about: 'Traces for `diptych monitor`, docs/trace.md, and recordings of programs.',
  codes: {
    'trace-syntax': ['A line of the trace is no JSON, or the file no log.', '{"thread": 0, "kind":'],
    'trace-event': ['A line is JSON, but no event as docs/trace.md has them.', '{"thread": 0, "kind": "X"}'],
    'trace-not-sc': [
      'A load reads another value than the lines before it leave: the trace is not sequentially consistent.',
      'W x=1, then R x=0',
    ],
    'cannot-read': [
      'A log cannot be read; the message has the reason of the system.',
      'a log that was removed',
    ],
    'no-program': ['The program to be run is not there or cannot be executed.', 'diptych record -- ./nosuch'],
    'no-recorder': ['The recorder cannot be compiled on this machine.', 'a system without POSIX threads'],
  },
} as const satisfies CodeSection;
