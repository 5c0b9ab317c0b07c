// The code of a C test: one function per thread.

import type { Thread } from '../../../program/program.js';
import type { Memory } from '../memory.js';
import type { ThreadNames } from '../resolve.js';
import type { Source } from '../source.js';
import { checkDepth } from '../state.js';
import { didYouMean } from '../suggest.js';
import type { Span } from '../syntax.js';
import { cutCode, parseCode } from './code.js';
import { Scope } from './scope.js';
import { lowerBody } from './statement.js';
import type { CFunction } from './syntax.js';

export interface CCode {
  /** The threads as written, and the registers of each. */
  readonly functions: readonly CFunction[];
  readonly registers: readonly ReadonlySet<string>[];
  readonly names: ThreadNames;
  /** Where the code ends. */
  readonly end: number;
  /** The threads, without their initial registers; called when all registers and locations are known. */
  lower(): Omit<Thread, 'registers'>[];
}

export function readC(source: Source, from: number, memory: Memory): CCode {
  const { text, end } = cutCode(source, from);
  checkDepth(source, text, { start: from, end });
  const functions = parseCode(source, text);
  if (functions.length === 0)
    source.fail('missing-code', 'expected a thread, such as P0(int* x) { *x = 1; }', { start: end, end });
  const scopes = functions.map((f) => new Scope(source, memory, f));
  const thread = (name: string, span: Span): number => findThread(source, functions, name, span);
  let closed = false;
  const names: ThreadNames = {
    count: functions.length,
    thread,
    register: (index, name, span) => {
      const { registers } = scopes[index];
      if (!closed) registers.add(name);
      else if (!registers.has(name))
        source.fail(
          'unknown-register',
          `thread ${functions[index].name} has no variable ${name}`,
          span,
          didYouMean(name, registers),
        );
      return name;
    },
    users: (name) => scopes.flatMap(({ registers }, i) => (registers.has(name) ? [i] : [])),
  };
  const lower = (): Omit<Thread, 'registers'>[] => {
    closed = true;
    return scopes.map((scope) => ({
      name: scope.function.name,
      start: scope.function.spawned ? 'spawned' : 'initial',
      parameters: scope.function.spawned ? scope.function.parameters.map(({ name }) => name) : [],
      body: lowerBody(scope, thread),
    }));
  };
  return { functions, registers: scopes.map(({ registers }) => registers), names, end, lower };
}

/** By place (`1`), by name, or `P1` for the second. */
function findThread(source: Source, functions: readonly CFunction[], name: string, span: Span): number {
  const named = functions.flatMap((f, i) => (f.name === name ? [i] : []));
  if (/^\d+$/.test(name)) {
    if (Number(name) < functions.length) return Number(name);
  } else if (named.length === 1) return named[0];
  else if (named.length === 0 && /^P\d+$/.test(name) && Number(name.slice(1)) < functions.length)
    return Number(name.slice(1));
  return source.fail(
    'unknown-thread',
    named.length > 1 ? `several threads are named ${name}` : `no thread is named ${name}`,
    span,
    named.length > 1
      ? `use its number, such as ${named[0]}`
      : didYouMean(
          name,
          functions.map((f) => f.name),
        ),
  );
}
