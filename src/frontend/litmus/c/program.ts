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

interface CCode {
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
  const functions = inOrder(source, parseCode(source, text));
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

const numberIn = (name: string): number | undefined =>
  /^P(0|[1-9]\d*)$/.test(name) ? Number(name.slice(1)) : undefined;

/** Functions P0, P1, ... are the threads of these numbers wherever they stand in the file; others are counted by place. */
function inOrder(source: Source, functions: readonly CFunction[]): readonly CFunction[] {
  functions.forEach((f, i) => {
    if (functions.findIndex(({ name }) => name === f.name) < i)
      source.fail('duplicate-thread', `there are two functions ${f.name}`, f);
  });
  if (!functions.every(({ name }) => numberIn(name) !== undefined)) return functions;
  const ordered = [...functions].sort((a, b) => (numberIn(a.name) ?? 0) - (numberIn(b.name) ?? 0));
  ordered.forEach((f, i) => {
    if (numberIn(f.name) !== i)
      source.fail(
        'missing-thread',
        `there is a ${f.name}, but no P${i}`,
        f,
        'threads are numbered from P0 on',
      );
  });
  return ordered;
}

/** By number or by name. */
function findThread(source: Source, functions: readonly CFunction[], name: string, span: Span): number {
  const named = functions.flatMap((f, i) => (f.name === name ? [i] : []));
  if (/^\d+$/.test(name)) {
    const place = Number(name);
    const elsewhere = functions.findIndex((f) => numberIn(f.name) === place);
    if (elsewhere >= 0 && elsewhere !== place)
      source.fail(
        'ambiguous-thread',
        `thread ${name} is ${functions[place]?.name ?? 'none'} by place and P${name} by name`,
        span,
        'write the name of the function',
      );
    if (place < functions.length) return place;
  } else if (named.length === 1) return named[0];
  else if (named.length === 0 && (numberIn(name) ?? functions.length) < functions.length)
    return Number(name.slice(1));
  return source.fail(
    'unknown-thread',
    `no thread is named ${name}`,
    span,
    didYouMean(
      name,
      functions.map((f) => f.name),
    ),
  );
}
