// The operands of a read-modify-write of any width, as program/rmw.ts wants them.

import type { Event } from '../../execution/event.js';
import { type Integer, type Width, widths } from '../../program/integer.js';
import { loadPart } from '../../program/memoryOrder.js';
import type { RmwValues } from '../../program/rmw.js';
import { fetchOps, type Statement } from '../../program/statement.js';
import { bug } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import * as op from '../bytecode/opcodes.js';
import type { MachineState } from './state.js';

export const asWidth = (bits: number): Width =>
  widths.find((width) => width === bits) ?? bug(`no access has ${bits} bits`);

/** `what` is the code of the second instruction; `slot` and `desired` hold a word, or a pair if it is of 64 bits. */
export function rmwOperands(
  machine: MachineState,
  t: number,
  what: number,
  slot: number,
  desired: number,
): RmwValues {
  const kind = op.rmwKind(what);
  const at = (s: number): Integer =>
    op.rmwWidth(what) === 64 ? machine.pair(t, s) : machine.threads[t].registers[s];
  if (kind === op.RMW_XCHG) return { kind: 'xchg', value: at(slot) };
  if (kind === op.RMW_CAS) return { kind: 'cas', expected: at(slot), desired: at(desired) };
  return { kind: 'fetch', op: fetchOps[kind], value: at(slot) };
}

/** A compare-exchange that fails counts as a load. */
export function failedOrder(statement: Statement | undefined): Pick<Event, 'order' | 'failed'> {
  const { order, failure } = statement ?? {};
  const asLoad = order === undefined || order === 'volatile' ? order : loadPart(order);
  return { failed: true, ...present({ order: failure ?? asLoad }) };
}
