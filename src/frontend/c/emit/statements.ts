// Statements, one function for each kind.

import { binary, compare, constant, type Value as Result, typeOf } from '../../../module/value.js';
import { bug, InputError } from '../../../support/diagnostic.js';
import { casesIn, rangeOf } from '../check/labels.js';
import type { LoopStatement, TypedStatement, Value } from '../typed.js';
import { emitCall } from './calls.js';
import { giveAny } from './choices.js';
import type { FunctionEmitter } from './function.js';
import { endValues, mayGiveNone } from './functions.js';
import { emitInitialisation } from './initialisation.js';
import { isSigned, refuseWide } from './scalars.js';
import { beginLife, isEntered, leave } from './scopes.js';
import { emitCondition, emitEffect, emitValue } from './values.js';

type Items = readonly TypedStatement[];
type Of<K extends TypedStatement['kind']> = Extract<TypedStatement, { kind: K }>;

/** A list is a scope; `last` is evaluated in it, behind its statements. */
export function emitList(f: FunctionEmitter, items: Items, last?: () => void): void {
  f.scopes.open(items);
  items.forEach((item, i) => {
    f.scopes.next(i);
    emitStatement(f, item);
  });
  last?.();
  const end = items.at(-1);
  if (end !== undefined) f.within(end.at, () => leave(f, f.scopes.left(f.scopes.depth - 1)));
  f.scopes.close();
}

/** A statement that is not supported is refused where control comes to it; the others are emitted. */
function emitStatement(f: FunctionEmitter, s: TypedStatement): void {
  const goBack = f.scopes.mark();
  const around = f.at;
  f.at = s.at;
  try {
    emitOne(f, s);
  } catch (error) {
    // Control may come into the middle of the statement.
    if (!(error instanceof InputError) || isEntered([s])) throw error;
    goBack();
    f.refuse(error.diagnostic);
  }
  f.at = around;
}

function emitOne(f: FunctionEmitter, s: TypedStatement): void {
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
      f.begin(f.labelled(s.name));
      return;
    case 'case':
    case 'default':
      f.begin(caseLabels.get(s) ?? bug('a case outside of a switch'));
      return;
    case 'goto':
      leave(f, f.scopes.leftFor(s.label));
      f.jump(f.labelled(s.label));
      return;
    case 'break':
    case 'continue': {
      const { label, depth } = f.scopes.target(s.kind) ?? bug(`${s.kind} outside of a loop`);
      leave(f, f.scopes.left(depth));
      f.jump(label);
      return;
    }
    case 'return':
      emitReturn(f, s.value);
      return;
  }
}

function declare(f: FunctionEmitter, { variable, initialiser }: Of<'declare'>): void {
  refuseWide(variable.type, f);
  const address = f.variable(variable);
  // Without a value again, each time control comes here.
  if (f.scopes.isTimed && (variable.addressed || initialiser === undefined)) beginLife(f, variable);
  if (initialiser !== undefined) emitInitialisation(f, address, initialiser);
  else giveAny(f, variable, address);
}

function emitIf(f: FunctionEmitter, { condition, whenTrue, whenFalse }: Of<'if'>): void {
  f.ways(
    (yes, no) => emitCondition(f, condition, yes, no),
    () => emitStatement(f, whenTrue),
    whenFalse && (() => emitStatement(f, whenFalse)),
  );
}

/** The blocks that clang makes of a loop. */
function emitLoop(f: FunctionEmitter, s: LoopStatement): void {
  const { at, condition, step, body, bound, initialiser, testAfter } = s;
  f.unit.loop(at, bound);
  // The variables of the first part end with the loop.
  f.scopes.open(s);
  const first = initialiser?.kind === 'block' ? initialiser.items : [initialiser];
  for (const item of first) if (item !== undefined) emitStatement(f, item);
  const [test, inside, next, end] = ['cond', 'body', 'inc', 'end'].map((name) => f.fresh(`loop.${name}`));
  const decide = (): void => {
    f.begin(test);
    if (condition === undefined) f.jump(inside);
    else emitCondition(f, condition, inside, end);
  };
  f.scopes.enter(end, testAfter || step === undefined ? test : next);
  if (!testAfter) decide();
  f.begin(inside);
  emitStatement(f, body);
  f.scopes.leave();
  if (testAfter) decide();
  else {
    if (step !== undefined) {
      f.begin(next);
      emitEffect(f, step);
    }
    f.jump(test);
  }
  f.begin(end);
  leave(f, f.scopes.left(f.scopes.depth - 1));
  f.scopes.close();
}

/** Ranges up to this length are single cases. */
const longestRange = 16;

/** The blocks of the cases of the switches that are open. */
const caseLabels = new WeakMap<TypedStatement, string>();

/** Cases may stand in any statement inside of the switch. */
function emitSwitch(f: FunctionEmitter, { items, value: switched }: Of<'switch'>): void {
  const own = switched.type.kind === 'integer' ? switched.type : bug('switch on no integer');
  const value = f.kept(emitValue(f, switched));
  const type = typeOf(value);
  const end = f.fresh('switch.end');
  let otherwise = end;
  const cases: { value: Result; to: string }[] = [];
  const ranges: { low: Result; high: Result; to: string }[] = [];
  for (const item of casesIn(items)) {
    const to = f.fresh(item.kind);
    caseLabels.set(item, to);
    if (item.kind === 'default') otherwise = to;
    else {
      const [low, high] = rangeOf(item, own);
      const isLong = high - low >= BigInt(longestRange);
      if (isLong) ranges.push({ low: constant(item.low, type), high: constant(item.high, type), to });
      for (let n = low; n <= high && !isLong; n++) cases.push({ value: constant(n, type), to });
    }
  }
  for (const { low, high, to } of ranges) {
    const other = f.fresh('switch.next');
    const [atLeast, atMost] = isSigned(own) ? (['sge', 'sle'] as const) : (['uge', 'ule'] as const);
    f.branch(binary('and', compare(atLeast, value, low), compare(atMost, value, high)), to, other);
    f.begin(other);
  }
  f.end({ kind: 'switch', value, cases, otherwise });
  f.scopes.enter(end);
  emitList(f, items);
  f.scopes.leave();
  f.begin(end);
}

function emitReturn(f: FunctionEmitter, value: Value | undefined): void {
  const values = returnedValues(f, value);
  leave(f, f.scopes.left(0));
  f.end({ kind: 'return', values });
}

function returnedValues(f: FunctionEmitter, value: Value | undefined): Result[] {
  const { result } = f.symbol.type;
  if (value === undefined || result.kind === 'void') {
    if (value !== undefined) emitEffect(f, value);
    return endValues(f.symbol);
  }
  if (f.structResult !== undefined) {
    f.copy(f.structResult, emitValue(f, value), result);
    return [];
  }
  if (!mayGiveNone(f.symbol)) return [f.kept(emitValue(f, value))];
  const called = value.kind === 'call' ? f.within(value.at, () => emitCall(f, value)) : {};
  return [f.kept(called.value ?? emitValue(f, value)), called.has ?? constant(1, 'i32')];
}
