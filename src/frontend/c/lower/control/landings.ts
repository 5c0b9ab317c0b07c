// setjmp and longjmp. The statements behind a call of setjmp form a loop that longjmp continues. If they create threads, they
// are written out once more for each time that longjmp may return. A jump goes to a call of setjmp in its own function or in
// one of the callers. A jump into a function that has returned is a misuse. Any other jump, such as one into a list that was
// left, is cut.

import { constant, type Expr } from '../../../../program/expression.js';
import type { SourceSpan } from '../../../../program/statement.js';
import { present } from '../../../../support/present.js';
import type { BuiltinOf } from '../../builtin.js';
import { unsupported } from '../../diagnostics.js';
import type { TypedStatement, Variable } from '../../typed.js';
import { intType } from '../../types.js';
import { createsThreads } from '../analysis/creation.js';
import { foldBinary, foldConditional, resized, zero } from '../fold.js';
import { type Frame, type Jump, registersOf } from '../frame.js';
import { lowerPlace, writeScalar } from '../memory/places.js';
import { assignedVariables } from '../scan.js';
import { lowerValue } from '../values.js';

/** Where longjmp goes. */
export interface Landing {
  /** The number that setjmp stores in its buffer. */
  readonly number: number;
  readonly variable: Variable;
  jump: Jump | undefined;
}

/** setjmp is called: the number that the buffer gets. */
export function lowerLandingNumber(frame: Frame, { variable }: BuiltinOf<'landing'>): Expr {
  const number = ++frame.program.landings;
  frame.landings.set(variable, { number, variable, jump: undefined });
  return constant(number, 64);
}

/** Writes the statements behind a call of setjmp so that longjmp can return to them. */
export function lowerLanding(
  frame: Frame,
  variable: Variable,
  items: readonly TypedStatement[],
  rest: () => void,
  at: SourceSpan,
): void {
  const landing = frame.landings.get(variable);
  if (landing === undefined) rest();
  else if (createsThreads(frame, items)) writeOut(frame, landing, rest, at);
  else writeLoop(frame, landing, items, rest, at);
}

function writeLoop(
  frame: Frame,
  landing: Landing,
  items: readonly TypedStatement[],
  rest: () => void,
  at: SourceSpan,
): void {
  const { emitter, program, thread } = frame;
  const { looking } = thread;
  const bound = program.options.loopBound(at);
  thread.looking = undefined;
  emitter.forget(registersOf(frame, assignedVariables(items)));
  emitter.loop({ name: 'setjmp', condition: constant(1), at, ...present({ bound }) }, (target) => {
    landing.jump = { kind: 'continue', target };
    rest();
    landing.jump = undefined;
    emitter.break(target, at);
  });
  thread.looking = looking;
}

function writeOut({ emitter, program }: Frame, landing: Landing, rest: () => void, at: SourceSpan): void {
  const most = program.options.loopBound(at) ?? program.options.unroll;
  emitter.block(
    'setjmp',
    (end) => {
      for (let round = 0; !emitter.dead; round++) {
        if (round > most) {
          emitter.cut(at);
          return;
        }
        emitter.block(
          'longjmp',
          (target) => {
            landing.jump = { kind: 'break', target };
            rest();
            landing.jump = undefined;
            emitter.break(end, at);
          },
          at,
        );
      }
    },
    at,
  );
}

/** The calls of setjmp so far in the functions that a jump is made in, innermost first. */
function landingsOf(frame: Frame): { frame: Frame; landing: Landing }[] {
  const found: ReturnType<typeof landingsOf> = [];
  for (let around: Frame | undefined = frame; around !== undefined; around = around.caller)
    for (const landing of [...around.landings.values()].reverse()) found.push({ frame: around, landing });
  return found;
}

/** The places that a jump from here may go to, and the frames they are in. */
const landingsAround = (frame: Frame): { frame: Frame; landing: Landing; jump: Jump }[] =>
  landingsOf(frame).flatMap((found) =>
    found.landing.jump === undefined ? [] : [{ ...found, jump: found.landing.jump }],
  );

const isInHandler = (frame: Frame): boolean =>
  frame.ofHandler === true || (frame.caller !== undefined && isInHandler(frame.caller));

export function lowerJumpBack(frame: Frame, builtin: BuiltinOf<'jump-back'>, at: SourceSpan): void {
  const { emitter } = frame;
  const number = emitter.keep(resized(lowerValue(frame, builtin.number), 64, true), at);
  const given = emitter.keep(lowerValue(frame, builtin.value), at);
  if (emitter.dead) return;
  if (isInHandler(frame)) unsupported('longjmp out of a signal handler', at);
  const value = foldConditional(foldBinary('==', given, zero), constant(1), given);
  emitter.assert(
    foldBinary('!=', number, constant(0, 64)),
    'longjmp to a buffer that setjmp was not called with',
    at,
    'misuse',
  );
  const latest = foldBinary('>u', number, constant(frame.program.landings, 64));
  const isActive = landingsOf(frame).reduce<Expr>(
    (any, { landing }) => foldBinary('||', any, foldBinary('==', number, constant(landing.number, 64))),
    latest,
  );
  emitter.assert(isActive, 'longjmp into a function that has returned', at, 'misuse');
  emitter.select(
    landingsAround(frame),
    ({ landing }) => foldBinary('==', number, constant(landing.number, 64)),
    ({ frame: around, landing: { variable }, jump }) => {
      const place = lowerPlace(around, { kind: 'variable', variable, type: intType, at });
      writeScalar(around, place, intType, value, at);
      if (jump.kind === 'break') emitter.break(jump.target, at);
      else emitter.continue(jump.target, at);
    },
    at,
    () => emitter.cut(at),
  );
}
