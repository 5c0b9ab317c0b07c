// The lives of variables inside of blocks, and what control does where it leaves a block. A variable of the whole function lives as long as
// the call: passes know that. One of a block that control enters in its middle is taken for such a one.

import type { SourceSpan } from '../../../program/statement.js';
import type { Variable } from '../typed.js';
import type { FunctionEmitter } from './function.js';
import type { Deferred } from './scopes.js';
import { emitEffect } from './values.js';

/** The variable begins to exist, without a value. It ends with its block; if nothing points to it, nothing sees that. */
export function beginLife(f: FunctionEmitter, variable: Variable, at: SourceSpan): void {
  f.push({ kind: 'life', object: f.variable(variable), phase: 'begins' }, at);
  if (variable.addressed && !f.scopes.ends(variable)) f.scopes.defer({ ends: variable });
}

/** Emits the calls and the ends of variables where control leaves blocks, in their order. */
export function leave(f: FunctionEmitter, deferred: readonly Deferred[], at: SourceSpan): void {
  for (const one of deferred)
    if ('value' in one) emitEffect(f, one.value);
    else if ('leaves' in one) f.intrinsic('leave', [f.load(f.variable(one.leaves), 'ptr', at)], at);
    else f.push({ kind: 'life', object: f.variable(one.ends), phase: 'ends' }, at);
}
