// One run of the program under test: a machine, the steps it took, and the label of each event. Runs take place in logical
// time, which each step moves on.

import type { Execution, Step } from '../execution/execution.js';
import type { Code } from '../explicit/bytecode/compile.js';
import * as op from '../explicit/bytecode/opcodes.js';
import type { Machine } from '../explicit/machines/machine.js';
import { PsloMachine } from '../explicit/machines/pslo.js';
import { bug } from '../program/diagnostic.js';
import type { Random } from '../program/prng.js';
import type { Labels } from './label.js';

/** A step of the PSLO machine: a load may be stale. */
export type RunStep = Step & { readonly stale?: true };

/** What a run leaves behind. */
export interface Ran {
  readonly execution: Execution;
  readonly schedule: readonly RunStep[];
  /** The label of each event. */
  readonly labels: readonly number[];
  /** For each finding the number of events there were when it was found. */
  readonly foundAfter: readonly number[];
  /** Whether nothing was possible any more; else it was ended by the limit of steps. */
  readonly ended: boolean;
}

/** What every run of one program needs. */
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
  readonly #foundAfter: number[] = [];

  constructor(machine: Machine, labels: Labels, random: Random) {
    this.machine = machine;
    this.#labels = labels;
    this.#random = random;
    this.#note();
  }

  get steps(): number {
    return this.#schedule.length;
  }

  /** The event that happened last. */
  get lastEvent(): number {
    return this.#eventLabels.length - 1;
  }

  /** The cells it accessed. */
  lastCells(): readonly number[] {
    const event = this.machine.trace.events.at(-1);
    return event === undefined ? [] : [...event.reads, ...event.writes].map(({ address }) => address);
  }

  /** The label of what thread `t` does next. */
  nextLabel(t: number): number {
    return this.#labels.of(t, this.machine.threads[t].pc);
  }

  /** Whether thread `t` can execute its next event now. */
  enabled(t: number): boolean {
    const { machine } = this;
    if (machine.threads[t].status !== 'ready') return false;
    return machine.can(this.#next(t, () => machine.threads[t].registers[machine.instruction(t)[2]]));
  }

  /** Executes the thread's next event, a nondeterministic value being any. */
  execute(t: number): void {
    const { machine } = this;
    const label = this.nextLabel(t);
    const step = this.#next(t, () => {
      const [, , a, b] = machine.instruction(t);
      const { registers } = machine.threads[t];
      return this.#random.int(registers[a], registers[b]);
    });
    machine.apply(step);
    this.#schedule.push(step);
    this.#note(label);
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
  }

  commit(t: number, address: number): void {
    const step: Step = { kind: 'commit', thread: t, address };
    this.machine.apply(step);
    this.#schedule.push(step);
    this.#note();
  }

  /** What happened, when no more steps are to be taken. */
  end(): Ran {
    const { machine } = this;
    const ended = machine.isIdle();
    const execution = machine.execution();
    // A thread that could go on waits for nobody.
    const kept = ended ? execution : { ...execution, findings: [...machine.trace.findings] };
    this.#note();
    return {
      execution: kept,
      schedule: this.#schedule,
      labels: this.#eventLabels,
      foundAfter: kept.findings.map((_, i) => this.#foundAfter[i] ?? kept.events.length),
      ended,
    };
  }

  #next(t: number, choose: () => number): Step {
    return this.machine.instruction(t)[0] === op.CHOOSE
      ? { kind: 'execute', thread: t, choice: choose() }
      : { kind: 'execute', thread: t };
  }

  #note(label?: number): void {
    const { events, findings } = this.machine.trace;
    if (label !== undefined && events.length > this.#eventLabels.length) this.#eventLabels.push(label);
    while (this.#foundAfter.length < findings.length) this.#foundAfter.push(events.length);
  }
}
