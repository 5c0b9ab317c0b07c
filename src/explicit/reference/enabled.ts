// The steps that the plain machine can take now, for a user who chooses among them. A choice of values may have a
// range of 2^32: then only its ends are listed. Once the process has ended in memory, only buffered stores still
// happen. So a thread need not choose to stay where it is: that is the same as being slow (program/processEnd.ts).

import type { Step } from '../../execution/execution.js';
import { type Integer, toInteger } from '../../program/integer.js';
import type { Machine } from '../machines/machine.js';

interface Enabled {
  readonly steps: readonly Step[];
  /** False when a choice has more values than are listed. */
  readonly all: boolean;
}

/** A range with more values is cut. */
const mostValues = 16;
const listedOfMany = 4;

export function enabledSteps(machine: Machine): Enabled {
  const steps: Step[] = [];
  let all = true;
  const ended = machine.code.program.final !== undefined && machine.execution().outcome !== undefined;
  machine.threads.forEach(({ buffer }, thread) => {
    if (!ended && machine.canExecute(thread)) {
      const range = machine.choiceRange(thread);
      if (range === undefined) steps.push({ kind: 'execute', thread });
      else {
        const values = isStaying(machine, thread)
          ? { listed: [0], all: true }
          : valuesOf(range.from, range.to);
        all &&= values.all;
        for (const choice of values.listed) steps.push({ kind: 'execute', thread, choice });
      }
    }
    buffer.forEach(({ address }, i) => {
      if (machine.model.mayCommit(buffer, i)) steps.push({ kind: 'commit', thread, address });
    });
  });
  return { steps, all };
}

/** The choice to stay at a place when the process ends: the program does not make it itself. */
const isStaying = (machine: Machine, thread: number): boolean =>
  machine.code.program.final !== undefined && machine.statement(thread)?.at === undefined;

function valuesOf(from: Integer, to: Integer): { readonly listed: Integer[]; readonly all: boolean } {
  const least = BigInt(from);
  const count = BigInt(to) - least + 1n;
  if (count <= 0n) return { listed: [], all: true };
  if (count <= BigInt(mostValues))
    return {
      listed: Array.from({ length: Number(count) }, (_, i) => toInteger(least + BigInt(i))),
      all: true,
    };
  const start = Array.from({ length: listedOfMany }, (_, i) => toInteger(least + BigInt(i)));
  const inside = least < 0n && BigInt(to) > 0n ? [0, 1] : [];
  return { listed: [...new Set([...start, ...inside, toInteger(to)])], all: false };
}
