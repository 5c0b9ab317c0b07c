// The parts of a library function's call: the values and places it evaluates, and the places it writes to.

import type { Builtin } from '../builtin.js';
import type { Place, TypedStatement, Value } from '../typed.js';

/** The body of a thread that starts in the middle of a function. */
export const startedBody = (b: Builtin): readonly TypedStatement[] =>
  (b.op === 'thread-start' ? b.body.definition?.body : undefined) ?? [];

const given = (...values: (Value | undefined)[]): Value[] => values.filter((value) => value !== undefined);

export function valuesOf(b: Builtin): readonly Value[] {
  switch (b.op) {
    case 'atomic-load':
    case 'fence':
      return [b.order];
    case 'atomic-store':
    case 'atomic-rmw':
      return [b.value, b.order];
    case 'atomic-cas':
      return given(
        b.desired,
        b.order,
        b.failure,
        b.weak,
        'value' in b.expected ? b.expected.value : undefined,
      );
    case 'thread-create':
      return given(b.start, b.argument, b.attributes);
    case 'signal':
      return b.args;
    case 'thread-join':
    case 'thread-detach':
    case 'thread-index':
    case 'cancel-wake':
      return [b.thread];
    case 'cancel-state':
      return given(b.thread, b.change?.value);
    case 'thread-exit':
      return [b.value];
    case 'cond-wait':
      return b.timed === undefined ? [] : [b.timed.isTime];
    case 'take':
    case 'try':
      return [b.value, b.change];
    case 'await':
    case 'futex-wait':
    case 'same-bits':
      return [b.value];
    case 'futex-wake':
      return [b.word, b.count];
    case 'give-back':
      return [b.holder];
    case 'destroy':
      return [b.pointer];
    case 'barrier':
      return [b.barrier];
    case 'cleanup-push':
      return [b.handler, b.argument];
    case 'cleanup-pop':
      return [b.execute];
    case 'alloc':
      return b.alignment === undefined ? [b.bytes] : [b.alignment, b.bytes];
    case 'free':
    case 'block-size':
    case 'is-literal':
      return [b.pointer];
    case 'zeroing':
      return [b.target, b.bytes, b.written];
    case 'fill':
      return b.value === undefined ? [b.target] : [b.target, b.value];
    case 'copy':
      return [b.target, b.source];
    case 'compare':
      return [b.left, b.right];
    case 'assert':
    case 'assume':
      return [b.condition];
    case 'exit':
      return [b.status];
    case 'bits':
      return [b.operand];
    case 'reads':
      return b.most === undefined ? [b.pointer] : [b.pointer, b.most];
    case 'overflow':
      return [b.left, b.right];
    case 'jump-back':
      return [b.number, b.value];
    case 'unknown':
      return b.args;
    case 'ignore':
      return b.count === undefined ? b.args : [...b.args, b.count];
    default:
      return [];
  }
}

export function readPlaces(b: Builtin): readonly Place[] {
  switch (b.op) {
    case 'atomic-load':
    case 'atomic-store':
    case 'atomic-rmw':
    case 'atomic-cas':
      return [b.place];
    case 'lock':
    case 'unlock':
    case 'trylock':
      return [b.mutex];
    case 'object-init':
      return [b.object];
    case 'cond-wait':
      return [b.cond, b.mutex];
    case 'cond-signal':
    case 'cond-broadcast':
    case 'cond-destroy':
      return [b.cond];
    case 'take':
    case 'try':
    case 'await':
    case 'give-back':
    case 'futex-wait':
      return [b.cell];
    default:
      return [];
  }
}

/** The places a library function writes its results to. */
export function writtenPlaces(b: Builtin): readonly Place[] {
  switch (b.op) {
    case 'atomic-cas':
      return b.expected.kind === 'place' ? [b.expected.place] : [];
    case 'thread-create':
      return b.handle === undefined ? [] : [b.handle];
    case 'thread-join':
      return b.result === undefined ? [] : [b.result];
    case 'overflow':
      return [b.place];
    default:
      return [];
  }
}
