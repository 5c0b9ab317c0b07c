// Statements, one by one. Nothing is written for code that cannot be reached.

import type { Expr } from '../../../program/expression.js';
import { bug } from '../../../support/diagnostic.js';
import type { TypedStatement, Value } from '../typed.js';
import { lowerGoto, lowerList, lowerSwitch } from './control/jumps.js';
import { lowerLoop } from './control/loops.js';
import { beginVariable, type Frame } from './frame.js';
import { giveVariableAny } from './memory/anyInitial.js';
import { initialise } from './memory/initialise.js';
import { lowerMoved } from './memory/moved.js';
import { lowerCells, lowerCondition, lowerEffect } from './values.js';

export function lowerStatement(frame: Frame, s: TypedStatement): void {
  const { leftOut } = frame.program.options;
  if (frame.emitter.dead || leftOut?.has(s) === true) return;
  if (leftOut === undefined) lowerKind(frame, s);
  else leftOut.whileIn(s, frame.function.name, () => lowerKind(frame, s));
}

function lowerKind(frame: Frame, s: TypedStatement): void {
  const { emitter } = frame;
  switch (s.kind) {
    case 'expression':
      lowerEffect(frame, s.value);
      return;
    case 'declare':
      beginVariable(frame, s.variable, s.initialiser !== undefined, s.at);
      if (s.initialiser !== undefined) initialise(frame, s.variable, s.initialiser, s.at);
      else giveVariableAny(frame, s.variable, s.at);
      return;
    case 'defer':
      emitter.defer(() => lowerEffect(frame, s.value));
      return;
    case 'block':
      lowerList(frame, s.items);
      return;
    case 'if': {
      const condition = lowerCondition(frame, s.condition);
      emitter.branch(
        condition,
        () => lowerStatement(frame, s.whenTrue),
        () => {
          if (s.whenFalse !== undefined) lowerStatement(frame, s.whenFalse);
        },
        s.at,
      );
      return;
    }
    case 'loop':
      lowerLoop(frame, s);
      return;
    case 'switch':
      lowerSwitch(frame, s);
      return;
    case 'label':
    case 'case':
    case 'default':
      return;
    case 'goto':
      lowerGoto(frame, s.label, s.at);
      return;
    case 'break':
      emitter.leave(frame.breaks[frame.breaks.length - 1] ?? bug('break without a loop'), s.at);
      return;
    case 'continue':
      emitter.leave(frame.continues[frame.continues.length - 1] ?? bug('continue without a loop'), s.at);
      return;
    case 'return': {
      const values = s.value === undefined ? [] : returned(frame, s.value);
      if (!emitter.dead) frame.onReturn(values, s.at);
      return;
    }
  }
}

/** `return f();` uses the result of f only if the caller uses the result of this function. */
function returned(frame: Frame, value: Value): readonly Expr[] {
  if (frame.resultIgnored !== true || !isCall(value))
    return frame.program.words.returns(frame.function) ? lowerMoved(frame, value) : lowerCells(frame, value);
  lowerEffect(frame, value);
  return [];
}

const isCall = (value: Value): boolean =>
  value.kind === 'convert' ? isCall(value.operand) : value.kind === 'call';
