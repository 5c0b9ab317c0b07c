// How often loops run: the default, and bounds that a user states for single loops by the line where the loop is.

import { InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import type { Program } from './program.js';
import { mapBody } from './rewrite.js';
import { forEachStatement, type Statement } from './statement.js';

/** How often a loop runs each time it is entered, if neither it nor the user says otherwise. */
export const defaultUnroll = 8;

export interface LoopBound {
  /** Absent when it is the program's own file. */
  readonly file?: string;
  readonly line: number;
  readonly bound: number;
}

/** The program with those bounds; every one must have its loop. */
export function withLoopBounds(program: Program, bounds: readonly LoopBound[]): Program {
  if (bounds.length === 0) return program;
  const used = new Set<LoopBound>();
  const boundOf = ({ at }: Statement): number | undefined => {
    const stated = bounds.find((b) => at !== undefined && b.line === at.line && b.file === at.file);
    if (stated !== undefined) used.add(stated);
    return stated?.bound;
  };
  const threads = program.threads.map((thread) => ({
    ...thread,
    body: mapBody(thread.body, (s) => {
      const bound = s.kind === 'while' ? boundOf(s) : undefined;
      return bound === undefined ? [s] : [{ ...s, bound }];
    }),
  }));
  const unused = bounds.find((bound) => !used.has(bound));
  if (unused !== undefined) throw noLoop(program, unused);
  return { ...program, threads };
}

function noLoop(program: Program, { file, line }: LoopBound): InputError {
  const lines = new Set<string>();
  for (const { body } of program.threads)
    forEachStatement(body, ({ kind, at }) => {
      if (kind === 'while' && at !== undefined)
        lines.add(at.file === undefined ? `${at.line}` : `${at.file}:${at.line}`);
    });
  const place = file ?? program.source?.file;
  return new InputError({
    code: 'no-such-loop',
    message: `no loop is at line ${line}`,
    ...present({ file: place }),
    line,
    hint: lines.size === 0 ? 'the program has no loops' : `there are loops at line ${[...lines].join(', ')}`,
  });
}
