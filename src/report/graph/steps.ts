// An execution step by step, as data: the event, then memory, store buffers and registers after it.

import type { Evidence } from '../../execution/execution.js';
import { scheduledEvents } from '../../execution/visibility.js';
import type { Machine } from '../../explicit/machines/machine.js';
import { replaySchedule } from '../../explicit/machines/runSchedule.js';
import type { Program } from '../../program/program.js';
import { present } from '../../support/present.js';
import { StateNames } from '../state.js';
import { stepRows } from '../witness.js';

export interface StepView {
  readonly text: string;
  /** The box of the graph it belongs to. */
  readonly node?: string;
  readonly memory: readonly string[];
  readonly buffers: readonly { readonly thread: string; readonly stores: readonly string[] }[];
  /** Of threads that have registers with names of the program. */
  readonly registers: readonly { readonly thread: string; readonly values: readonly string[] }[];
}

/** Before the first step and after each; nothing for an execution without a schedule. */
export function stepViews(program: Program, { witness }: Evidence, unroll: number): StepView[] {
  if (witness === undefined) return [];
  const names = new StateNames(program, witness.execution);
  const touched = new Set(
    witness.execution.events.flatMap((e) => [...e.reads, ...e.writes].map((a) => a.address)),
  );
  const rows = stepRows(names, program, witness);
  const events = scheduledEvents(witness);
  const steps: StepView[] = [];
  replaySchedule(program, witness.schedule, {
    model: witness.model,
    unroll,
    onState: (machine) => {
      const { memory, threads } = machine;
      const i = steps.length - 1;
      const event = i < 0 ? undefined : events[i]?.event;
      const row = i < 0 ? undefined : rows[i];
      const what = row?.filter((part) => part !== '').join('  ') ?? 'the thread stops';
      steps.push({
        text: i < 0 ? 'before the first step' : what,
        ...present({ node: event === undefined ? undefined : `e${event.id}` }),
        memory: [...memory.values()]
          .filter(([address]) => touched.has(address))
          .map(([address, value]) => names.access({ address, value })),
        buffers: threads.map(({ buffer }, t) => ({
          thread: program.threads[t].name,
          stores: buffer.map((store) => names.access(store)),
        })),
        registers: registersOf(machine, names),
      });
    },
  });
  return steps;
}

/** Names that a front end made up, and loop counters, are no part of the program. */
const ownName = /^[A-Za-z]\w*$/;

function registersOf(machine: Machine, names: StateNames): StepView['registers'] {
  const { program, threads } = machine.code;
  return threads.flatMap(({ slotOf }, t) => {
    const values = [...slotOf.keys()]
      .filter((name) => ownName.test(name))
      .map((name) => `${name}=${names.value(machine.register(t, name))}`);
    return values.length === 0 ? [] : [{ thread: program.threads[t].name, values }];
  });
}
