// Schedules as lists of numbers, which are cheap to send. Most of them lead to known results, so they are never unpacked.

import type { Schedule, Step } from '../../../execution/execution.js';

/** A step of thread t is the number t; a commit of its buffer is two numbers, -1 - t and the address. */
export type PackedSchedule = readonly number[];

export function packSchedule(schedule: Schedule): PackedSchedule {
  const packed: number[] = [];
  for (const step of schedule)
    if (step.kind === 'commit') packed.push(-1 - step.thread, step.address);
    else if (step.choice === undefined) packed.push(step.thread);
    else throw new Error('a program with choices is explored in one piece');
  return packed;
}

/** Accepts any list of numbers. The machine that runs the schedule rejects impossible steps. */
export function unpackSchedule(packed: PackedSchedule): Schedule {
  const schedule: Step[] = [];
  for (let i = 0; i < packed.length; i++) {
    const thread = packed[i];
    if (thread >= 0) schedule.push({ kind: 'execute', thread });
    else schedule.push({ kind: 'commit', thread: -1 - thread, address: packed[++i] ?? -1 });
  }
  return schedule;
}
