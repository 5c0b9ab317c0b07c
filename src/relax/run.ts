// One run of the program under test: a machine, the steps it took, and the label of each event. Runs take place in logical
// time, which each step moves on.

import type { Execution, Step } from '../execution/execution.js';
import type { Code } from '../explicit/bytecode/compile.js';
import * as op from '../explicit/bytecode/opcodes.js';
import type { Machine } from '../explicit/machines/machine.js';
import { PsloMachine } from '../explicit/machines/pslo.js';
import type { Address } from '../program/identity.js';
import { toInteger } from '../program/integer.js';
import { bug } from '../support/diagnostic.js';
import type { Random } from '../support/prng.js';
import type { Labels } from './label.js';
import { Rounds } from './rounds.js';

/** A step of the PSLO machine: a load may be stale. */
export type RunStep = Step & { readonly stale?: true };

/** The result of a run. */
export interface RunResult {
  readonly execution: Execution;
  readonly schedule: readonly RunStep[];
  /** The label of each event. */
  readonly labels: readonly number[];
  /** For each event when it took effect: a buffered store when it was committed, anything else when it was executed. */
  readonly effects: readonly number[];
  /** For each finding the number of events there were when it was found. */
  readonly foundAfter: readonly number[];
  /** Whether nothing was possible any more; else it was ended by the limit of steps. */
  readonly ended: boolean;
}

/** The data that every run of one program needs. */
export interface Subject {
  readonly code: Code;
  readonly labels: Labels;
  /** A run that takes more steps is ended. */
  readonly maxSteps: number;
}

export class Run {
  readonly machine: Machine;
  readonly #labels: Labels;
  readonly #random: Random;
  readonly #schedule: RunStep[] = [];
  readonly #eventLabels: number[] = [];
  readonly #effects: number[] = [];
  readonly #foundAfter: number[] = [];
  readonly #rounds: Rounds;

  constructor(machine: Machine, labels: Labels, random: Random) {
    this.machine = machine;
    this.#labels = labels;
    this.#random = random;
    this.#rounds = new Rounds(machine.threads.length);
    this.#note();
  }

  get steps(): number {
    return this.#schedule.length;
  }

  /** The event that happened last. */
  get lastEvent(): number {
    return this.#eventLabels.length - 1;
  }

  /** Whether it accessed the cell. */
  lastAccessed(address: Address): boolean {
    const event = this.machine.trace.events.at(-1);
    if (event === undefined) return false;
    return [...event.reads, ...event.writes].some((access) => access.address === address);
  }

  /** The cell that thread `t` accesses next, unless it is at an atomic block. */
  nextCell(t: number): number | undefined {
    const [opcode, d, a] = this.machine.instruction(t);
    const { registers } = this.machine.threads[t];
    if (opcode === op.ATOMIC_BEGIN) return undefined;
    return opcode === op.STORE ? registers[d] : registers[a];
  }

  /** The label of the next instruction of thread `t`. */
  nextLabel(t: number): number {
    return this.#labels.of(t, this.machine.threads[t].pc);
  }

  /** The threads that can execute their next event now. */
  ready(): number[] {
    const { machine } = this;
    const ready: number[] = [];
    for (let t = 0; t < machine.threads.length; t++) if (machine.canExecute(t)) ready.push(t);
    return ready;
  }

  /** Executes the thread's next event, a nondeterministic value being any. */
  execute(t: number): void {
    const label = this.nextLabel(t);
    const { pc } = this.machine.threads[t];
    const step = this.#next(t);
    this.machine.apply(step);
    this.#schedule.push(step);
    this.#note(label);
    this.#rounds.executed(t, pc, this.machine.trace.events.at(-1));
  }

  /** Whether thread `t` has come to a load that may be stale. */
  canBeStale(t: number): boolean {
    return this.machine instanceof PsloMachine && this.machine.canBeStale(t);
  }

  executeStale(t: number): void {
    const { machine } = this;
    if (!(machine instanceof PsloMachine)) bug('only PSLO has stale loads');
    const label = this.nextLabel(t);
    machine.applyStale(t);
    this.#schedule.push({ kind: 'execute', thread: t, stale: true });
    this.#note(label);
    this.#rounds.changed();
  }

  commit(t: number, address: Address): void {
    const step: Step = { kind: 'commit', thread: t, address };
    const entry = this.machine.threads[t].buffer.find((each) => each.address === address);
    if (entry !== undefined) this.#effects[entry.event] = this.#schedule.length;
    this.machine.apply(step);
    this.#schedule.push(step);
    this.#note();
    this.#rounds.changed();
  }

  /** Whether thread `t` goes round in a loop that cannot end before memory changes. */
  isSpinning(t: number): boolean {
    return this.#rounds.isSpinning(t);
  }

  /** The result, when no more steps are to be taken. */
  end(): RunResult {
    const { machine } = this;
    const ended = machine.isIdle();
    const execution = machine.execution();
    return {
      execution,
      schedule: this.#schedule,
      labels: this.#eventLabels,
      effects: this.#effects,
      foundAfter: execution.findings.map((_, i) => this.#foundAfter[i] ?? execution.events.length),
      ended,
    };
  }

  #next(t: number): Step {
    const range = this.machine.choiceRange(t);
    if (range === undefined) return { kind: 'execute', thread: t };
    const offset = this.#random.int(0, Number(BigInt(range.to) - BigInt(range.from)));
    return { kind: 'execute', thread: t, choice: toInteger(BigInt(range.from) + BigInt(offset)) };
  }

  #note(label?: number): void {
    const { events, findings } = this.machine.trace;
    if (label !== undefined && events.length > this.#eventLabels.length) {
      this.#eventLabels.push(label);
      this.#effects.push(this.#schedule.length - 1);
    }
    while (this.#foundAfter.length < findings.length) this.#foundAfter.push(events.length);
  }
}
