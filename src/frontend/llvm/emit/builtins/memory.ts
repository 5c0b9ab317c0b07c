// Copying and filling, lifetimes, addresses.

import { binary, unary, type Value } from '../../../../module/value.js';
import type { Call } from '../../syntax.js';
import type { Emitter } from '../emitter.js';
import { resized } from '../integers.js';
import { argument, type Builtin, operand } from './builtin.js';

const word = { offset: 0, type: 'i64', bits: 64 } as const;

const sizeOf = (emitter: Emitter, call: Call): Value => {
  const size = operand(call, 2);
  return resized(emitter.value(size), emitter.piece(size.type), word);
};

const copy: Builtin = (emitter, call) =>
  emitter.push({
    kind: 'copy',
    to: argument(emitter, call, 0),
    from: argument(emitter, call, 1),
    size: sizeOf(emitter, call),
  });

const fill: Builtin = (emitter, call) =>
  emitter.push({
    kind: 'fill',
    to: argument(emitter, call, 0),
    value: argument(emitter, call, 1),
    size: sizeOf(emitter, call),
  });

/** The size stands before the address up to LLVM 21. Only of locals is it known what begins and ends. */
const life =
  (phase: 'begins' | 'ends'): Builtin =>
  (emitter, call) => {
    const object = argument(emitter, call, call.arguments.length - 1);
    if (object.kind === 'local') emitter.push({ kind: 'life', object, phase });
  };

const mask: Builtin = (emitter, call) => {
  const address = unary('ptrtoint', 'i64', argument(emitter, call, 0));
  emitter.result([unary('inttoptr', 'ptr', binary('and', address, argument(emitter, call, 1)))]);
};

export const memory: Readonly<Record<string, Builtin>> = {
  memcpy: copy,
  memmove: copy,
  memset: fill,
  'lifetime.start': life('begins'),
  'lifetime.end': life('ends'),
  ptrmask: mask,
};
