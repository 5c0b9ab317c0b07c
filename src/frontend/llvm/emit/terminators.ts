// Ends of blocks. An invoke takes its normal way: an exception has ended the program with a finding before.

import type { Terminator } from '../../../module/instruction.js';
import { constant, unary, type Value } from '../../../module/value.js';
import type { Instruction } from '../syntax.js';
import type { Emitter } from './emitter.js';
import { integer } from './integers.js';
import { blockNumber } from './operands.js';

/** The blocks that control may go to. */
export function successorsOf(last: Instruction): readonly string[] {
  switch (last.op) {
    case 'br':
      return [last.to];
    case 'condbr':
      return [last.yes, last.no];
    case 'switch':
      return [last.otherwise, ...last.cases.map(({ to }) => to)];
    case 'indirectbr':
      return last.targets;
    case 'call':
      return last.normal === undefined ? [] : [last.normal];
    default:
      return [];
  }
}

export function emitEnd(emitter: Emitter, label: string, last: Instruction): void {
  emitter.end(label, endOf(emitter, last));
}

function endOf(emitter: Emitter, last: Instruction): Terminator {
  switch (last.op) {
    case 'br':
      return { kind: 'jump', to: last.to };
    case 'condbr':
      return {
        kind: 'branch',
        condition: emitter.value(last.condition),
        whenTrue: last.yes,
        whenFalse: last.no,
      };
    case 'switch': {
      const piece = emitter.piece(last.value.type);
      return {
        kind: 'switch',
        value: emitter.value(last.value),
        cases: last.cases.map(({ value, to }) => ({ value: integer(value, piece), to })),
        otherwise: last.otherwise,
      };
    }
    case 'indirectbr':
      return indirect(emitter, emitter.value(last.address), last.targets);
    case 'ret':
      return { kind: 'return', values: last.value === undefined ? [] : emitter.values(last.value) };
    case 'call':
      if (last.normal !== undefined) return { kind: 'jump', to: last.normal };
      return { kind: 'unreachable' };
    default:
      return { kind: 'unreachable' };
  }
}

/** Which block's number the address is; the last one needs no test. */
function indirect(emitter: Emitter, address: Value, targets: readonly string[]): Terminator {
  const others = [...new Set(targets)];
  const otherwise = others.pop();
  if (otherwise === undefined) return { kind: 'unreachable' };
  if (others.length === 0) return { kind: 'jump', to: otherwise };
  return {
    kind: 'switch',
    value: unary('ptrtoint', 'i64', address),
    cases: others.map((to) => ({
      value: constant(blockNumber(emitter.unit, emitter.function.name, to), 'i64'),
      to,
    })),
    otherwise,
  };
}
