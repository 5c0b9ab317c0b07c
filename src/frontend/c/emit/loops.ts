// Loops: the blocks that clang makes of them.

import type { LoopStatement } from '../typed.js';
import type { FunctionEmitter } from './function.js';
import { leave } from './lives.js';
import { emitStatement } from './statements.js';
import { emitCondition, emitEffect } from './values.js';

export function emitLoop(f: FunctionEmitter, s: LoopStatement): void {
  const { at, condition, step, body } = s;
  f.unit.loop(at, s.bound);
  // The variables of the first part end with the loop.
  f.scopes.open(s);
  if (s.initialiser?.kind === 'block') for (const item of s.initialiser.items) emitStatement(f, item);
  else if (s.initialiser !== undefined) emitStatement(f, s.initialiser);
  const [test, inside, next, end] = ['cond', 'body', 'inc', 'end'].map((name) => f.fresh(`loop.${name}`));
  const goesOn = s.testAfter ? test : step === undefined ? test : next;
  const decide = (): void => {
    f.begin(test, at);
    if (condition === undefined) f.jump(inside, at);
    else emitCondition(f, condition, inside, end, at);
  };
  f.scopes.enter(end, goesOn);
  if (s.testAfter) f.begin(inside, at);
  else {
    decide();
    f.begin(inside, at);
  }
  emitStatement(f, body);
  f.scopes.leave();
  if (s.testAfter) decide();
  else {
    if (step !== undefined) {
      f.begin(next, at);
      emitEffect(f, step);
    }
    f.jump(test, at);
  }
  f.begin(end, at);
  leave(f, f.scopes.left(f.scopes.depth - 1), at);
  f.scopes.close();
}
