// The plain machine as it is shown: memory, and for each thread its store buffer, its registers, and why it stops.

import type { Execution } from '../../execution/execution.js';
import type { Machine } from '../../explicit/machines/machine.js';
import { waitsAt } from '../../explicit/machines/waiting.js';
import { layOut } from '../../program/layout.js';
import { endLocation } from '../../program/processEnd.js';
import type { Program } from '../../program/program.js';
import { present } from '../../support/present.js';
import type { StateNames } from '../state.js';
import type { MachineView, NamedValue } from './view.js';

/** Names that a front end made up, and loop counters, are no part of the program. */
const ownName = /^[A-Za-z]\w*$/;

/** Cells of larger programs are shown once the run touches them. */
const mostCells = 16;

/** The cells to show: those that the run touches, and in a small program all that it declares. */
export function shownCells(
  program: Program,
  names: StateNames,
  { events }: Pick<Execution, 'events'>,
): readonly number[] {
  const declared = [...layOut(program).initial.keys()].filter((address) => isOwn(`${names.cell(address)}`));
  const touched = events.flatMap(({ reads, writes }) => [...reads, ...writes].map(({ address }) => address));
  const listed = declared.length <= mostCells ? declared : [];
  return [...new Set([...listed, ...touched])].filter((address) => isOwn(`${names.cell(address)}`));
}

const isOwn = (name: string): boolean => !name.startsWith(endLocation) && !name.startsWith('library.');

export function machineView(machine: Machine, names: StateNames, cells: readonly number[]): MachineView {
  const named = (address: number, value: Parameters<StateNames['value']>[0]): NamedValue => ({
    name: `${names.cell(address)}`,
    value: `${names.value(value, address)}`,
  });
  return {
    memory: cells.flatMap((address) => {
      const cell = machine.memory.cell(address);
      return cell === undefined ? [] : [named(address, cell.value)];
    }),
    threads: machine.threads.map((thread, t) => ({
      buffer: thread.buffer.map(({ address, value }) => named(address, value)),
      registers: [...machine.code.threads[t].slotOf.keys()]
        .filter((name) => ownName.test(name))
        .map((name) => ({ name, value: `${names.value(machine.register(t, name))}` })),
      ...present({ stopped: stopped(machine, t) }),
    })),
  };
}

function stopped(machine: Machine, t: number): string | undefined {
  const { status, buffer } = machine.threads[t];
  switch (status) {
    case 'ended':
      return 'has ended';
    case 'not-spawned':
      return 'not started';
    case 'assume':
      return machine.code.program.final === undefined ? 'would wait here' : 'stays here';
    case 'bound':
      return 'loop is cut at the bound';
    case 'finding':
      return 'cannot go on';
    case 'ready':
      if (machine.canExecute(t)) return undefined;
      if (buffer.length > 0) return 'waits for its buffer';
      return waitsAt(machine, t) === 'join' ? 'waits for a thread' : 'waits for a lock';
    default:
      return 'waits';
  }
}
