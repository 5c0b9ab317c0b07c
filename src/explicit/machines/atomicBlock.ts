// An atomic block on the plain machine: everything up to its end as one event.

import type { AccessOrder } from '../../program/memoryOrder.js';
import { present } from '../../support/present.js';
import { fetchResult } from '../bytecode/arithmetic.js';
import * as op from '../bytecode/opcodes.js';
import type { MachineState } from './state.js';

/** Stops early at a failed assume or a finding; what it did until then has happened. */
export function atomicBlock(machine: MachineState, t: number): void {
  const thread = machine.threads[t];
  const begin = thread.pc;
  const reads = new Map<number, { value: number; source: number; order?: AccessOrder }>();
  const writes = new Map<number, number>();
  const orders = new Map<number, AccessOrder | undefined>();
  const orderHere = (): AccessOrder | undefined => machine.statement(t)?.order;
  const read = (address: number): number | undefined => {
    const own = writes.get(address);
    if (own !== undefined) return own;
    const cell = machine.access(t, address, 'load');
    if (cell === undefined) return undefined;
    if (!reads.has(address))
      reads.set(address, { value: cell.value, source: cell.writer, ...present({ order: orderHere() }) });
    machine.checkRead(t, address, cell);
    return thread.status === 'ready' ? cell.value : undefined;
  };
  const write = (address: number, value: number): void => {
    const cell = writes.has(address) ? undefined : machine.access(t, address, 'store');
    if (cell?.state === 'freed')
      machine.find(t, 'use-after-free', `store to ${machine.name(address)} after it was freed`);
    if (thread.status !== 'ready') return;
    writes.set(address, value);
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
    if (opcode === op.STORE) write(r[d], r[a]);
    else {
      const address = r[a];
      const operand = r[b];
      const old = read(address);
      if (old === undefined) break;
      if (opcode === op.XCHG) write(address, operand);
      else if (opcode === op.CAS) {
        thread.pc++;
        write(address, old === operand ? r[machine.instruction(t)[2]] : old);
      } else if (opcode !== op.LOAD) write(address, fetchResult(opcode - op.FETCH, old, operand));
      r[d] = old;
    }
    if (thread.status !== 'ready') break;
    thread.pc++;
  }
  const end = thread.pc;
  thread.pc = begin;
  const event = machine.record(
    t,
    'A',
    [...reads].map(([address, { value, order }]) => ({ address, value, ...present({ order }) })),
    [...writes].map(([address, value]) => ({ address, value, ...present({ order: orders.get(address) }) })),
    [...reads.values()].map(({ source }) => source),
  );
  thread.pc = end;
  for (const [address, value] of writes) {
    machine.memory.write(address, value, event);
    machine.trace.committed(address, event);
  }
}
