// The names of a program's threads. A thread that the program creates is called by its index. main has index 0, but 0 means no thread in a
// program with `pthread_t owner = 0;`. So main has a number of its own, which pthread_self returns in main. In programs that never ask for
// it, main has no name.

import { constant, type Expr, type ExprWidth } from '../../../../program/expression.js';
import type { ThreadId } from '../../../../program/identity.js';
import type { SourceSpan, Statement } from '../../../../program/statement.js';
import type { BuiltinOf } from '../../builtin.js';
import type { Value } from '../../typed.js';
import { foldBinary, foldConditional, isTrue, resized, zero } from '../fold.js';
import type { Frame } from '../frame.js';
import type { ProgramState } from '../state.js';
import { lowerValue } from '../values.js';
import { releaseThread } from './releases.js';

/** Beyond the index of every thread and below addresses; the remainders by numbers up to 16 are 0, as those of an index would be. */
const ofMain = 720_720;

/** No thread has it. */
const noThread = constant(-1);

const handleOf = (thread: ThreadId, width: ExprWidth): Expr =>
  constant(thread === 0 ? ofMain : thread, width);

export const lowerSelf = (frame: Frame, { named }: BuiltinOf<'thread-self'>, { type }: Value): Expr => {
  const width = frame.program.valueWidth(type);
  return named ? handleOf(frame.thread.index, width) : constant(frame.thread.index, width);
};

/** When all threads are known. */
export const exists = ({ threads }: ProgramState, thread: Expr): Expr =>
  foldBinary('<u', thread, constant(threads.length));

/** The index of a thread of which something is asked: it must be one. */
export function lowerIndex(frame: Frame, builtin: BuiltinOf<'thread-index'>, at: SourceSpan): Expr {
  const { emitter, program } = frame;
  const thread = threadOf(frame, builtin.thread, at);
  if (emitter.dead) return thread;
  const body: Statement[] = [];
  emitter.emit({ kind: 'block', label: emitter.label('named'), body, at });
  program.onceComplete.push(() => {
    const condition = exists(program, thread);
    if (!isTrue(condition))
      body.push({ kind: 'assert', condition, message: 'there is no such thread', finding: 'misuse', at });
  });
  if (builtin.uses === true) releaseThread(frame, thread, 'cancels or signals', at);
  return thread;
}

/** The index of the thread that a handle names. */
export function threadOf(frame: Frame, handle: Value, at: SourceSpan): Expr {
  const given = numberOf(frame, handle, at);
  const named = indexOf(frame, given);
  return frame.emitter.keep(foldConditional(foldBinary('==', given, zero), noThread, named), at);
}

/** The same for a handle that is known not to be 0 afterwards. */
export function joinedThread(frame: Frame, handle: Value, at: SourceSpan): Expr {
  const { emitter } = frame;
  const given = numberOf(frame, handle, at);
  emitter.assert(foldBinary('!=', given, zero), 'there is no thread 0 to join', at, 'invalid-join');
  return emitter.keep(indexOf(frame, given), at);
}

const numberOf = (frame: Frame, handle: Value, at: SourceSpan): Expr =>
  frame.emitter.keep(resized(lowerValue(frame, handle), 32, true), at);

const indexOf = ({ program }: Frame, given: Expr): Expr =>
  program.unit.namesMain ? foldConditional(foldBinary('==', given, constant(ofMain)), zero, given) : given;
