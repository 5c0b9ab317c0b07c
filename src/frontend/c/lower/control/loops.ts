// Loops. The body of an IR loop runs once per iteration of the C loop, so a bound counts the iterations that the user sees. A
// condition that reads memory is evaluated before the loop and again after each iteration. Loops that create threads are
// written out, since every thread of the IR exists once. Loops that compute with floating point are written out too, since
// floating-point values must be known.

import { constant, type Expr, widthOf } from '../../../../program/expression.js';
import type { SourceSpan, Statement } from '../../../../program/statement.js';
import { constantValue } from '../../check/constants.js';
import { libraryPrefix } from '../../library/index.js';
import type { LoopStatement, TypedStatement, Value } from '../../typed.js';
import { isLongDouble } from '../../types.js';
import { createsThreads } from '../analysis/creation.js';
import { foldUnary, isFalse, isTrue, truth } from '../fold.js';
import { type Frame, type LookingLoop, registersOf, storageOf } from '../frame.js';
import type { Target } from '../known.js';
import { assignedVariables, visitStatement } from '../scan.js';
import { lowerStatement } from '../statements.js';
import { lowerCondition, lowerEffect } from '../values.js';
import { countedTo, counterOf, rounds, tripCount, withoutInitialiser } from './counting.js';
import { boundOf } from './jumps.js';
import { isOnce, looksAgain, triesLocks } from './waitingLoops.js';

/** Iterations of a loop with a known count that is written out because it creates threads; one with more is cut like others. */
const creationLimit = 1000;
/** Where counting how often a loop runs is given up. */
const roundsLimit = 100_000;

/** How often a loop of a library function over characters may run at least, where their number is not known. */
const libraryRounds = 32;

/** A scope around the loop ends the variables that its head declares. */
export function lowerLoop(frame: Frame, loop: LoopStatement): void {
  const { emitter, thread } = frame;
  const { looking, inOpenLoop } = thread;
  if (!isOnce(loop)) thread.looking = lookingLoop(frame, loop);
  emitter.openScope();
  lowerRounds(frame, loop);
  emitter.closeScope(loop.at);
  thread.looking = looking;
  thread.inOpenLoop = inOpenLoop;
}

function lookingLoop({ emitter, program }: Frame, loop: LoopStatement): LookingLoop | undefined {
  const looks = looksAgain(loop);
  if (looks === undefined) return undefined;
  const isLater = looks === 'before' && !triesLocks(program.unit);
  const mutex = isLater ? takenLast(emitter.statements) : undefined;
  const leaves = emitter.temporary();
  emitter.emit({ kind: 'assign', target: leaves, value: constant(0), at: loop.at });
  return { mutex, leaves };
}

/** The lock after which nothing was read and nothing was done. */
function takenLast(statements: readonly Statement[]): Expr | undefined {
  const last = statements.findLast(({ kind }) => kind !== 'assign');
  if (last?.kind === 'block') return takenLast(last.body);
  return last?.kind === 'lock' ? last.address : undefined;
}

function lowerRounds(frame: Frame, loop: LoopStatement): void {
  const { emitter } = frame;
  const { at, condition } = loop;
  if (loop.initialiser !== undefined) lowerStatement(frame, loop.initialiser);
  if (emitter.dead) return;
  const fixed = condition === undefined ? 1 : constantValue(condition);
  if (fixed === 0 && loop.testAfter) {
    lowerOnce(frame, loop);
    return;
  }
  const isLibrary = frame.function.name.startsWith(libraryPrefix);
  if (isLibrary || loop.writtenOut === true || createsThreads(frame, [loop]) || computesFloats(frame, loop)) {
    const { unroll } = frame.program.options;
    const stated = boundOf(frame, at).bound ?? Math.max(unroll, loop.bound ?? 0);
    const limit = isLibrary ? Math.max(stated, libraryRounds) : stated;
    const isTemplate = isLibrary || loop.writtenOut === true;
    if (!isTemplate || !callsOthers(loop)) lowerWrittenOut(frame, loop, limit);
    else if (!lowerKnownRounds(frame, loop)) lowerLoopItself(frame, loop, { bound: limit });
    return;
  }
  const count = tripCount(frame, loop);
  const given = boundOf(frame, at);
  const stated = loop.bound === undefined ? undefined : Math.max(loop.bound, frame.program.options.unroll);
  const own = count ?? stated;
  frame.thread.inOpenLoop ||= count === undefined || given.bound !== undefined;
  lowerLoopItself(frame, loop, given.bound === undefined && own !== undefined ? { bound: own } : given);
}

/** Floating point is computed where it is known, which it is not in a loop that is left as one. */
function computesFloats(frame: Frame, loop: LoopStatement): boolean {
  let found = false;
  let foundLong = false;
  const isFloat = ({ type }: Value): boolean => {
    foundLong ||= isLongDouble(type);
    return type.kind === 'float' && !isLongDouble(type);
  };
  visitStatement(loop, {
    value: (value) => {
      if (value.kind === 'binary') found ||= isFloat(value.left);
      else if (value.kind === 'convert') found ||= isFloat(value) !== isFloat(value.operand);
      else if (value.kind === 'update') found ||= isFloat(value) || isFloat(value.operand);
    },
  });
  return found || (foundLong && tripCount(frame, loop) !== undefined);
}

/** A loop with calls is large, so only the rounds that are known to run are written out. */
function callsOthers(loop: LoopStatement): boolean {
  let found = false;
  visitStatement(loop, {
    value: ({ kind }) => {
      found ||= kind === 'call';
    },
  });
  return found;
}

/**
 * Writes out the rounds of a loop while its condition is known to hold. The condition has no effect. Returns whether the loop
 * ends after them.
 */
function lowerKnownRounds(frame: Frame, loop: LoopStatement): boolean {
  const { emitter } = frame;
  const condition = loop.testAfter ? undefined : loop.condition;
  let ends = false;
  emitter.block(
    'loop',
    (end) => {
      for (let i = 0; condition !== undefined && i < creationLimit && !emitter.dead; i++) {
        const { value } = emitter.collect(() => lowerCondition(frame, condition));
        ends = isFalse(value);
        if (!isTrue(value)) return;
        lowerBody(frame, loop, end);
      }
    },
    loop.at,
  );
  return ends || emitter.dead;
}

function lowerLoopItself(frame: Frame, loop: LoopStatement, bound: { readonly bound?: number }): void {
  const { emitter } = frame;
  const { at, condition } = loop;
  const fixed = condition === undefined ? 1 : constantValue(condition);
  emitter.forget(registersOf(frame, assignedVariables([withoutInitialiser(loop)])));
  const head = { name: 'loop', at, ...bound };
  if (
    loop.testAfter ||
    (condition !== undefined && fixed === undefined && isIdle(loop.body) && loop.step === undefined)
  ) {
    // do { body } while (condition), and spin loops, where evaluating the condition is all that happens
    emitter.loop({ ...head, condition: constant(1) }, (target) => {
      lowerBody(frame, loop, target);
      leaveUnless(frame, condition, target, at);
    });
    return;
  }
  if (condition === undefined || fixed !== undefined) {
    if (fixed === 0) return;
    emitter.loop({ ...head, condition: constant(1) }, (target) => lowerBody(frame, loop, target));
    return;
  }
  const first = emitter.collect(() => lowerCondition(frame, condition));
  if (first.body.length === 0) {
    if (isFalse(first.value)) return;
    emitter.loop({ ...head, condition: first.value }, (target) => lowerBody(frame, loop, target));
    return;
  }
  emitter.append(first.body);
  if (emitter.dead || isFalse(first.value)) return;
  const flag = emitter.temporary();
  emitter.assign(flag, truth(first.value), at);
  emitter.forget([flag]);
  emitter.loop({ ...head, condition: emitter.read(flag) }, (target) => {
    lowerBody(frame, loop, target);
    const again = lowerCondition(frame, condition);
    emitter.assign(flag, truth(again), at);
  });
}

/** The body and the step; `continue` goes to the step. */
function lowerBody(frame: Frame, loop: LoopStatement, end: Target): void {
  const { emitter } = frame;
  frame.breaks.push(end);
  emitter.block(
    'continue',
    (target) => {
      frame.continues.push(target);
      lowerStatement(frame, loop.body);
      frame.continues.pop();
    },
    loop.at,
  );
  frame.breaks.pop();
  if (loop.step !== undefined) lowerEffect(frame, loop.step);
}

function leaveUnless(frame: Frame, condition: Value | undefined, end: Target, at: SourceSpan): void {
  if (condition === undefined) return;
  const { emitter } = frame;
  const holds = lowerCondition(frame, condition);
  emitter.branch(
    foldUnary('!', holds),
    () => emitter.break(end, at),
    () => {},
    at,
  );
}

/** do { ... } while (0) */
function lowerOnce(frame: Frame, loop: LoopStatement): void {
  frame.emitter.block('once', (end) => lowerBody(frame, loop, end), loop.at);
}

/** `unknownLimit`: the number of rounds to write out if the end of the loop is not known. */
function lowerWrittenOut(frame: Frame, loop: LoopStatement, unknownLimit: number): void {
  const { emitter } = frame;
  const { at, condition } = loop;
  const tooMany = rounds(frame, loop, creationLimit) === Number.POSITIVE_INFINITY;
  emitter.block(
    'loop',
    (end) => {
      let unknown = tooMany;
      /** Whether the loop may go on. */
      const test = (): boolean => {
        if (condition === undefined || constantValue(condition) !== undefined) {
          unknown = true;
          return !emitter.dead;
        }
        const holds = lowerCondition(frame, condition);
        if (isFalse(holds)) return false;
        if (!isTrue(holds)) {
          unknown = true;
          emitter.branch(
            foldUnary('!', holds),
            () => emitter.break(end, at),
            () => {},
            at,
          );
        }
        return !emitter.dead;
      };
      for (let i = 0; loop.testAfter && i === 0 ? true : test(); i++) {
        if (emitter.dead) return;
        if (i >= (unknown ? unknownLimit : creationLimit))
          return tooMany && lowerLastRound(frame, loop, end) ? undefined : emitter.cut(at);
        lowerBody(frame, loop, end);
        if (emitter.dead) return;
      }
    },
    at,
  );
}

/**
 * Lowers the last round in place of all the rounds that are left, if each only creates a thread. The thread of the last round
 * stands for the threads of all these rounds, which stay at their start. The program cannot notice before it joins one of them.
 * Returns whether the loop has this form.
 */
function lowerLastRound(frame: Frame, loop: LoopStatement, end: Target): boolean {
  const { emitter, thread } = frame;
  const counter = loop.condition?.kind === 'binary' ? counterOf(loop.condition.left) : undefined;
  const storage = counter === undefined ? undefined : storageOf(frame, counter);
  const last = countedTo(frame, loop, roundsLimit)?.last;
  if (storage?.kind !== 'registers' || storage.cells[0].memory !== undefined) return false;
  if (last === undefined || !onlyCreates(loop.body)) return false;
  emitter.assign(
    storage.cells[0].name,
    constant(last, widthOf(emitter.read(storage.cells[0].name))),
    loop.at,
  );
  const { lastRoundOf } = thread;
  thread.lastRoundOf = loop.at;
  lowerBody(frame, loop, end);
  thread.lastRoundOf = lastRoundOf;
  return true;
}

function onlyCreates(s: TypedStatement): boolean {
  if (s.kind === 'block') return s.items.length === 1 && onlyCreates(s.items[0]);
  return s.kind === 'expression' && s.value.kind === 'builtin' && s.value.builtin.op === 'thread-create';
}

/** Nothing happens in it, not even a declaration. */
function isIdle(s: TypedStatement): boolean {
  switch (s.kind) {
    case 'block':
      return s.items.every(isIdle);
    case 'expression':
      return s.value.kind === 'const' || (s.value.kind === 'builtin' && isIdleCall(s.value));
    default:
      return false;
  }
}

const isIdleCall = (value: Extract<Value, { kind: 'builtin' }>): boolean =>
  value.builtin.op === 'ignore' && value.builtin.args.every((arg) => arg.kind === 'const');
