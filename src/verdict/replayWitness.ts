// A saved witness is checked again as it was when it was found, and the machine is watched while it runs.

import type { Witness } from '../execution/execution.js';
import type { Machine } from '../explicit/machines/machine.js';
import { replaySchedule } from '../explicit/machines/runSchedule.js';
import type { Address } from '../program/identity.js';
import type { Integer } from '../program/integer.js';
import type { Program } from '../program/program.js';
import { present } from '../support/present.js';
import { Certifier, type Flaw } from './certificate.js';
import { forFinalStates, forRaces } from './engine.js';
import { type StoredWitness, witnessOf } from './witnessFile.js';

/** The machine between two steps. */
export interface MachineView {
  readonly memory: ReadonlyMap<number, Integer>;
  /** By thread, oldest store first. */
  readonly buffers: readonly (readonly { readonly address: Address; readonly value: Integer }[])[];
}

export interface ReplayedWitness {
  readonly stored: StoredWitness;
  readonly witness: Witness;
  /** Absent if the witness shows what it says. */
  readonly flaw?: Flaw;
  /** Before the first step and after each that was possible. */
  readonly views: readonly MachineView[];
}

/** `program` is that of the file, read back. */
export function replayWitness(program: Program, stored: StoredWitness): ReplayedWitness {
  const { model, unroll, schedule, shows } = stored;
  const asked = shows.kind === 'race' ? forRaces(program, stored) : forFinalStates(program, stored);
  const witness = witnessOf(stored);
  const { execution } = witness;
  const flaw = new Certifier(asked, model, unroll).certify(shows, { execution, witness });
  const views: MachineView[] = [];
  replaySchedule(asked, schedule, { model, unroll, onState: (machine) => views.push(viewOf(machine)) });
  return { stored, witness, views, ...present({ flaw }) };
}

const viewOf = ({ memory, threads }: Machine): MachineView => ({
  memory: memory.values(),
  buffers: threads.map(({ buffer }) => buffer.map(({ address, value }) => ({ address, value }))),
});
