// Schedules as lists of numbers: most results repeat known ones and are never looked at.

import type { Schedule, Step } from '../../../execution/execution.js';

/** A step of a thread is its number; a commit is -1 minus the number, and the address. */
export type PackedSchedule = readonly number[];

export function packSchedule(schedule: Schedule): PackedSchedule {
  const packed: number[] = [];
  for (const step of schedule)
    if (step.kind === 'commit') packed.push(-1 - step.thread, step.address);
    else if (step.choice === undefined) packed.push(step.thread);
    else throw new Error('a program with choices is explored in one piece');
  return packed;
}

/** Of any list of numbers: whether its steps are possible is for the machine to say. */
export function unpackSchedule(packed: PackedSchedule): Schedule {
  const schedule: Step[] = [];
  for (let i = 0; i < packed.length; i++) {
    const thread = packed[i];
    if (thread >= 0) schedule.push({ kind: 'execute', thread });
    else schedule.push({ kind: 'commit', thread: -1 - thread, address: packed[++i] ?? -1 });
  }
  return schedule;
}
