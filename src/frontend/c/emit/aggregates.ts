// Values of struct type: where they lie in memory. The address is good until something else is evaluated.

import { type Value as Address, constant } from '../../../module/value.js';
import { bug } from '../../../support/diagnostic.js';
import type { Value } from '../typed.js';
import { emitCall } from './calls.js';
import type { FunctionEmitter } from './function.js';
import { emitAddress } from './places.js';
import { emitList } from './statements.js';
import { bytesIn, refuseWide } from './types.js';
import { leftToClang } from './unit.js';
import { emitCondition, emitEffect, emitValue } from './values.js';
import { vaArgOfStruct } from './variadic.js';
import { emitWide, isComputed, isWide } from './wide.js';

export function emitStruct(f: FunctionEmitter, value: Value): Address {
  const { at, type } = value;
  refuseWide(type, at);
  if (isWide(type) && isComputed(value)) return emitWide(f, value);
  switch (value.kind) {
    case 'load':
      return emitAddress(f, value.place);
    case 'assign': {
      const from = emitStruct(f, value.value);
      const to = f.kept(emitAddress(f, value.place), at);
      copy(f, to, from, value);
      return to;
    }
    case 'comma':
      emitEffect(f, value.left);
      return emitStruct(f, value.right);
    case 'call':
      return emitCall(f, value).address ?? bug('a call returns no struct');
    case 'conditional': {
      const result = f.area('chosen', type);
      const [yes, no, end] = [f.fresh('cond.true'), f.fresh('cond.false'), f.fresh('cond.end')];
      emitCondition(f, value.condition, yes, no, at);
      f.begin(yes, at);
      copy(f, result, emitStruct(f, value.whenTrue), value);
      f.jump(end, at);
      f.begin(no, at);
      copy(f, result, emitStruct(f, value.whenFalse), value);
      f.begin(end, at);
      return result;
    }
    case 'statements': {
      const { result } = value;
      if (result === undefined) return bug('statements without a value');
      emitList(f, value.items);
      return f.variable(result);
    }
    case 'va-arg':
      return vaArgOfStruct(f, value);
    case 'convert': {
      // The struct in the bits of an atomic object.
      if (value.operand.type.kind === 'struct') return emitStruct(f, value.operand);
      const area = f.area('held', type);
      f.store(area, emitValue(f, value.operand), at);
      return area;
    }
    default:
      return leftToClang('this value of a struct', at);
  }
}

function copy(f: FunctionEmitter, to: Address, from: Address, { type, at }: Value): void {
  f.push({ kind: 'copy', to, from, size: constant(bytesIn(type), 'i64') }, at);
}
