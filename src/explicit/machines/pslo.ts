// Partial store load order (RELAXER, Fig. 6): PSO whose loads may also be late. A load takes the current value of
// memory or an earlier one, as far back as the thread may still see it (its store history). Only relax uses it. It is
// an under-approximation of machines that reorder loads, it has no axioms, and no engine is compared with it.
//
// The history of a cell is its coherence order. In place of the paper's sets S[p][a] stand positions in it: the
// oldest write to a that p may still see. A thread's own commits and atomics move its position to themselves (they
// clear the set). A load moves it to the write it took. A full fence moves the positions of all cells to the newest
// write. Locks, spawn and join are full fences here. Store-store fences are PSO's: exact, where the paper's flush.

import { isFullFence, isStore } from '../../execution/event.js';
import { initialWrite, type Step } from '../../execution/execution.js';
import type { Address } from '../../program/identity.js';
import type { Code } from '../bytecode/compile.js';
import * as op from '../bytecode/opcodes.js';
import { Machine } from './machine.js';
import type { Cell } from './memory.js';
import { pso } from './pso.js';

/** Position of the initial value in the history of a cell. */
const initially = -1;

export class PsloMachine extends Machine {
  /** For each thread, by address: the position in the coherence order of the oldest write it may still see. */
  readonly #oldest: readonly Map<number, number>[];
  #stale = false;

  private constructor(code: Code) {
    super(code, pso);
    this.#oldest = code.threads.map(() => new Map());
  }

  static begin(code: Code): PsloMachine {
    const machine = new PsloMachine(code);
    for (let t = 0; t < machine.threads.length; t++) machine.runLocal(t);
    return machine;
  }

  /** Whether the thread has come to a load that could take a value which memory has no more. */
  canBeStale(t: number): boolean {
    const thread = this.threads[t];
    const [opcode, , a] = this.instruction(t);
    if (thread.status !== 'ready' || opcode !== op.LOAD) return false;
    const address = thread.registers[a];
    return thread.forwarded(address) === undefined && this.#oldestOf(t, address) < this.#newest(address);
  }

  /** Executes that load with the oldest value there is for it. */
  applyStale(t: number): void {
    this.#stale = true;
    this.apply({ kind: 'execute', thread: t });
    this.#stale = false;
  }

  override apply(step: Step): void {
    const before = this.trace.events.length;
    super.apply(step);
    const { thread } = step;
    if (step.kind === 'commit') this.#notice(thread, step.address);
    const event = this.trace.events.at(before);
    if (event === undefined) return;
    if (event.kind !== 'R' && !isStore(event.kind))
      for (const { address } of event.writes) this.#notice(thread, address);
    if (!isFullFence(event.kind)) return;
    const fenced = event.kind === 'spawn' && event.other !== undefined ? [thread, event.other] : [thread];
    for (const t of fenced) this.loadFence(t);
  }

  protected override loadFence(t: number): void {
    for (const address of this.trace.co.keys()) this.#notice(t, address);
  }

  protected override load(t: number, d: number, address: Address, has: number): void {
    const position = this.#oldestOf(t, address);
    if (!this.#stale || position === this.#newest(address)) {
      if (this.threads[t].forwarded(address) === undefined) this.#notice(t, address);
      super.load(t, d, address, has);
      return;
    }
    const cell = this.#cellAt(address, position);
    this.record(t, 'R', [{ address, value: cell.value }], [], [cell.writer]);
    this.setCellValue(t, d, cell.value);
    this.checkRead(t, address, cell, has);
  }

  #oldestOf(t: number, address: Address): number {
    return this.#oldest[t].get(address) ?? initially;
  }

  #newest(address: Address): number {
    return (this.trace.co.get(address)?.length ?? 0) - 1;
  }

  /** The thread can no longer see what was there before the newest write. */
  #notice(t: number, address: Address): void {
    this.#oldest[t].set(address, this.#newest(address));
  }

  #cellAt(address: Address, position: number): Cell {
    if (position === initially) return this.memory.initialCell(address, this.code.layout);
    const writer = this.trace.co.get(address)?.[position] ?? initialWrite;
    const { kind, writes } = this.trace.events[writer];
    const value = writes.find((write) => write.address === address)?.value ?? 0;
    return {
      value,
      writer,
      state: this.trace.left.get(writer) ?? (kind === 'free' ? 'freed' : 'ok'),
    };
  }
}
