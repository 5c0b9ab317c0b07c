// switch: its cases may stand in any statement inside of it.

import { binary, compare, constant, typeOf, type Value } from '../../../module/value.js';
import { bug } from '../../../support/diagnostic.js';
import { casesIn, rangeOf } from '../check/labels.js';
import type { TypedStatement } from '../typed.js';
import type { FunctionEmitter } from './function.js';
import { emitList } from './statements.js';
import { isSigned } from './types.js';
import { emitValue } from './values.js';

export type SwitchCase = Extract<TypedStatement, { kind: 'case' | 'default' }>;
type Switch = Extract<TypedStatement, { kind: 'switch' }>;

/** Ranges up to this length are single cases. */
const longestRange = 16;

/** The blocks of the cases of the switches that are open. */
const blocks = new WeakMap<SwitchCase, string>();

export function startCase(f: FunctionEmitter, s: SwitchCase): void {
  const label = blocks.get(s);
  if (label !== undefined) f.begin(label, s.at);
}

export function emitSwitch(f: FunctionEmitter, s: Switch): void {
  const { at, items } = s;
  const switched = s.value.type.kind === 'integer' ? s.value.type : bug('switch on no integer');
  const value = f.kept(emitValue(f, s.value), at);
  const type = typeOf(value);
  const end = f.fresh('switch.end');
  let otherwise = end;
  const cases: { value: Value; to: string }[] = [];
  const ranges: { low: Value; high: Value; to: string }[] = [];
  for (const item of casesIn(items)) {
    const to = f.fresh(item.kind);
    blocks.set(item, to);
    if (item.kind === 'default') otherwise = to;
    else {
      const [low, high] = rangeOf(item, switched);
      const isLong = high - low >= BigInt(longestRange);
      if (isLong) ranges.push({ low: constant(item.low, type), high: constant(item.high, type), to });
      for (let n = low; n <= high && !isLong; n++) cases.push({ value: constant(n, type), to });
    }
  }
  for (const { low, high, to } of ranges) {
    const other = f.fresh('switch.next');
    const [atLeast, atMost] = isSigned(s.value.type) ? (['sge', 'sle'] as const) : (['uge', 'ule'] as const);
    f.branch(binary('and', compare(atLeast, value, low), compare(atMost, value, high)), to, other, at);
    f.begin(other, at);
  }
  f.end({ kind: 'switch', value, cases, otherwise }, at);
  f.scopes.enter(end, undefined);
  emitList(f, items);
  f.scopes.leave();
  f.begin(end, at);
}
