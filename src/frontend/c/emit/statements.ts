// Statements, one function for each kind.

import { constant } from '../../../module/value.js';
import type { SourceSpan } from '../../../program/statement.js';
import { InputError } from '../../../support/diagnostic.js';
import type { TypedStatement, Value } from '../typed.js';
import { emitStruct } from './aggregates.js';
import { emitCall } from './calls.js';
import { giveAny } from './choices.js';
import type { FunctionEmitter } from './function.js';
import { endValues } from './functions.js';
import { emitInitialisation } from './initialisers.js';
import { beginLife, leave } from './lives.js';
import { emitLoop } from './loops.js';
import { mayGiveNone } from './missing.js';
import { isEntered } from './scopes.js';
import { emitSwitch, type SwitchCase, startCase } from './switches.js';
import { bytesIn, refuseWide } from './types.js';
import { emitCondition, emitEffect, emitValue } from './values.js';

type Items = readonly TypedStatement[];
type Of<K extends TypedStatement['kind']> = Extract<TypedStatement, { kind: K }>;

export const emitBody = (f: FunctionEmitter, body: Items): void => emitList(f, body);

/** A list is a scope; `last` is evaluated in it, behind its statements. */
export function emitList(f: FunctionEmitter, items: Items, last?: () => void): void {
  f.scopes.open(items);
  items.forEach((item, i) => {
    f.scopes.next(i);
    emitStatement(f, item);
  });
  last?.();
  const end = items.at(-1);
  if (end !== undefined) leave(f, f.scopes.left(f.scopes.depth - 1), end.at);
  f.scopes.close();
}

/** A statement that is not supported is refused where control comes to it; the others are emitted. */
export function emitStatement(f: FunctionEmitter, s: TypedStatement): void {
  const around = f.scopes.depths;
  try {
    emitOne(f, s);
  } catch (error) {
    // Control may come into the middle of the statement.
    if (!(error instanceof InputError) || isEntered([s])) throw error;
    f.scopes.restore(around);
    f.refuse(error.diagnostic);
  }
}

function emitOne(f: FunctionEmitter, s: TypedStatement): void {
  const { at } = s;
  switch (s.kind) {
    case 'expression':
      emitEffect(f, s.value);
      return;
    case 'declare':
      declare(f, s);
      return;
    case 'defer':
      f.scopes.defer({ value: s.value });
      return;
    case 'block':
      emitList(f, s.items);
      return;
    case 'if':
      emitIf(f, s);
      return;
    case 'loop':
      emitLoop(f, s);
      return;
    case 'switch':
      emitSwitch(f, s);
      return;
    case 'label':
      f.begin(f.labelled(s.name), at);
      return;
    case 'case':
    case 'default':
      startCase(f, s satisfies SwitchCase);
      return;
    case 'goto':
      leave(f, f.scopes.leftFor(s.label), at);
      f.jump(f.labelled(s.label), at);
      return;
    case 'break':
      jumpTo(f, f.scopes.breaks, at);
      return;
    case 'continue':
      jumpTo(f, f.scopes.continues, at);
      return;
    case 'return':
      emitReturn(f, s.value, at);
      return;
  }
}

function declare(f: FunctionEmitter, { variable, initialiser, at }: Of<'declare'>): void {
  refuseWide(variable.type, at);
  const address = f.variable(variable);
  // Without a value again, each time control comes here.
  if (f.scopes.isTimed && (variable.addressed || initialiser === undefined)) beginLife(f, variable, at);
  if (initialiser !== undefined) emitInitialisation(f, address, initialiser, at);
  else giveAny(f, variable, address, at);
}

function emitIf(f: FunctionEmitter, { condition, whenTrue, whenFalse, at }: Of<'if'>): void {
  const [yes, no, end] = [f.fresh('if.then'), f.fresh('if.else'), f.fresh('if.end')];
  emitCondition(f, condition, yes, whenFalse === undefined ? end : no, at);
  f.begin(yes, at);
  emitStatement(f, whenTrue);
  if (whenFalse !== undefined) {
    f.jump(end, at);
    f.begin(no, at);
    emitStatement(f, whenFalse);
  }
  f.begin(end, at);
}

function jumpTo(f: FunctionEmitter, target: typeof f.scopes.breaks, at: SourceSpan): void {
  if (target === undefined) return;
  leave(f, f.scopes.left(target.depth), at);
  f.jump(target.label, at);
}

function emitReturn(f: FunctionEmitter, value: Value | undefined, at: SourceSpan): void {
  const { result } = f.symbol.type;
  if (value === undefined || result.kind === 'void') {
    if (value !== undefined) emitEffect(f, value);
    leave(f, f.scopes.left(0), at);
    f.end({ kind: 'return', values: endValues(f.symbol) }, at);
    return;
  }
  if (f.structResult !== undefined) {
    const from = emitStruct(f, value);
    f.push({ kind: 'copy', to: f.structResult, from, size: constant(bytesIn(result), 'i64') }, at);
    leave(f, f.scopes.left(0), at);
    f.end({ kind: 'return', values: [] }, at);
    return;
  }
  if (!mayGiveNone(f.symbol)) {
    const returned = f.kept(emitValue(f, value), at);
    leave(f, f.scopes.left(0), at);
    f.end({ kind: 'return', values: [returned] }, at);
    return;
  }
  const { value: given, has = constant(1, 'i32') } = value.kind === 'call' ? emitCall(f, value) : {};
  const returned = f.kept(given ?? emitValue(f, value), at);
  leave(f, f.scopes.left(0), at);
  f.end({ kind: 'return', values: [returned, has] }, at);
}
