// An atomic block on the plain machine: everything up to its end as one event.

import type { Address } from '../../program/identity.js';
import { type Integer, lowWord, wrap } from '../../program/integer.js';
import type { AccessOrder } from '../../program/memoryOrder.js';
import { applyRmw } from '../../program/rmw.js';
import { present } from '../../support/present.js';
import { fetchResult } from '../bytecode/arithmetic.js';
import * as op from '../bytecode/opcodes.js';
import { holdsNothing } from './memory.js';
import { asWidth, rmwOperands } from './rmw.js';
import type { MachineState } from './state.js';

/** A block that stops early, at a failed assume, a bound or a finding, keeps its reads; its writes are undone. */
export function atomicBlock(machine: MachineState, t: number): void {
  const thread = machine.threads[t];
  const begin = thread.pc;
  const loads = machine.instruction(t)[1] === 1;
  const reads = new Map<number, { value: Integer; source: number; order?: AccessOrder; unset?: true }>();
  const writes = new Map<number, { value: Integer; state: 'ok' | 'uninitialised' }>();
  const orders = new Map<number, AccessOrder | undefined>();
  const orderHere = (): AccessOrder | undefined => machine.statement(t)?.order;
  const read = (address: Address, has: number): Integer | undefined => {
    const own = writes.get(address);
    if (own !== undefined) {
      machine.checkRead(t, address, own, has);
      return thread.status === 'ready' ? own.value : undefined;
    }
    const inMemory = machine.access(t, address, 'load');
    if (inMemory === undefined) return undefined;
    // empty but for a block that only loads
    const entry = thread.forwarded(address);
    const cell = entry === undefined ? inMemory : { ...entry, writer: entry.event };
    const unset = has > 0 && holdsNothing(cell) ? true : undefined;
    if (!reads.has(address))
      reads.set(address, {
        value: cell.value,
        source: cell.writer,
        ...present({ order: orderHere(), unset }),
      });
    machine.checkRead(t, address, cell, has);
    return thread.status === 'ready' ? cell.value : undefined;
  };
  const write = (address: Address, value: Integer, state: 'ok' | 'uninitialised' = 'ok'): void => {
    const cell = writes.has(address) ? undefined : machine.access(t, address, 'store');
    if (cell?.state === 'freed')
      machine.find(t, 'use-after-free', `store to ${machine.nameOfGone(address, 'ended')}`);
    writes.set(address, { value, state });
    orders.set(address, orderHere());
  };
  thread.pc++;
  for (;;) {
    machine.runLocal(t);
    if (thread.status !== 'ready') break;
    const [opcode, d, a, b] = machine.instruction(t);
    const r = thread.registers;
    if (opcode === op.ATOMIC_END) {
      thread.pc++;
      break;
    }
    if (opcode === op.STORE)
      write(r[d], machine.cellValue(t, a), b === op.stored.empties ? 'uninitialised' : 'ok');
    else {
      const address = r[a];
      const operand = r[b];
      const old = read(address, opcode === op.LOAD ? b : 0);
      if (old === undefined) break;
      if (opcode === op.LOAD) machine.setCellValue(t, d, old);
      else if (opcode === op.RMW) {
        thread.pc++;
        const [, what, desired] = machine.instruction(t);
        const width = asWidth(op.rmwWidth(what));
        write(address, applyRmw(rmwOperands(machine, t, what, b, desired), old, width));
        if (width === 64) machine.setPair(t, d, old);
        else r[d] = lowWord(wrap(old, width));
      } else if (opcode === op.XCHG) write(address, operand);
      else if (opcode === op.CAS) {
        thread.pc++;
        write(address, old === operand ? r[machine.instruction(t)[2]] : old);
      } else write(address, fetchResult(opcode - op.FETCH, lowWord(old), operand));
      if (opcode !== op.LOAD && opcode !== op.RMW) r[d] = lowWord(old);
    }
    thread.pc++;
  }
  if (thread.status !== 'ready') writes.clear();
  const end = thread.pc;
  thread.pc = begin;
  const event = machine.record(
    t,
    loads ? 'R' : 'A',
    [...reads].map(([address, { value, order, unset }]) => ({
      address,
      value,
      ...present({ order, unset }),
    })),
    [...writes].map(([address, { value }]) => ({
      address,
      value,
      ...present({ order: orders.get(address) }),
    })),
    [...reads.values()].map(({ source }) => source),
  );
  thread.pc = end;
  for (const [address, { value, state }] of writes) {
    machine.memory.write(address, value, event, state);
    machine.trace.committed(address, event);
  }
}
