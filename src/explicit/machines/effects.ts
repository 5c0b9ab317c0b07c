// Starting a thread and freeing a block on the plain machine.

import type { MachineState } from './state.js';
import type { FreedBlock } from './storeBuffer.js';

export function spawn(machine: MachineState, t: number, child: number, list: number): void {
  const { code, threads } = machine;
  const target = threads[child];
  if (target.status !== 'not-spawned') {
    machine.find(t, 'spawned-twice', `${code.program.threads[child].name} was spawned before`);
    return;
  }
  machine.record(t, 'spawn', [], [], [], { other: child });
  code.threads[child].parameters.forEach((slot, i) => {
    target.registers[slot] = threads[t].registers[code.threads[t].argumentLists[list][i]];
  });
  target.status = 'ready';
  machine.runLocal(child);
}

/** The store of a free reaches memory. */
export function freeBlock(
  machine: MachineState,
  t: number,
  { base, cells }: FreedBlock,
  event: number,
): void {
  const again = machine.memory.block(base)?.freed === true;
  machine.memory.free(base, event);
  for (const cell of cells) machine.trace.committed(cell, event);
  if (again) machine.find(t, 'double-free', `free of ${machine.name(base)}, which was freed before`, event);
}
