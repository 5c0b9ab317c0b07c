// Which accesses of a thread certainly come before another thread starts, or after it was joined.

import { type Instruction, successorsOf } from '../../instruction.js';
import type { Body, Module } from '../../module.js';
import type { Touch } from './divide.js';

/** Where a thread is started, and which instructions of its starter run when it does not. */
interface Start {
  readonly by: number;
  readonly before: ReadonlySet<Instruction>;
  readonly beforeOrAfter: ReadonlySet<Instruction>;
}

export class Starts {
  readonly #starts = new Map<number, Start>();

  constructor({ threads }: Module) {
    threads.forEach(({ body }, by) => {
      for (const { instructions } of body.blocks.values())
        for (const i of instructions)
          if (i.kind === 'start')
            this.#starts.set(i.thread, {
              by,
              before: apartFrom(body, i.thread, () => false),
              beforeOrAfter: apartFrom(body, i.thread, isJoinOf(i.thread)),
            });
    });
  }

  /** Whether one of two touches is before the other's thread starts, or after it was joined. A joined thread may have started others. */
  isApart(one: Touch, other: Touch): boolean {
    let start = this.#starts.get(other.thread);
    if (start?.by === one.thread) return start.beforeOrAfter.has(one.instruction);
    while (start !== undefined && start.by !== one.thread) start = this.#starts.get(start.by);
    return start?.before.has(one.instruction) === true;
  }
}

const isJoinOf =
  (thread: number) =>
  (i: Instruction): boolean =>
    i.kind === 'intrinsic' && i.name === 'join' && i.args[0]?.kind === 'const' && i.args[0].value === thread;

/** The instructions that come only before the start of a thread, or only after it has surely ended. */
function apartFrom(body: Body, thread: number, ends: (i: Instruction) => boolean): ReadonlySet<Instruction> {
  const apart = new Set<Instruction>();
  const reached = new Set<string>();
  /** Notes the instructions up to one that stops it; whether there was one. */
  const note = (instructions: readonly Instruction[], stops: (i: Instruction) => boolean): boolean => {
    for (const i of instructions) {
      if (stops(i)) return true;
      during.add(i);
    }
    return false;
  };
  const during = new Set<Instruction>();
  const isStart = (i: Instruction): boolean => i.kind === 'start' && i.thread === thread;
  const open: string[] = [];
  for (const { instructions, end } of body.blocks.values()) {
    const k = instructions.findIndex(isStart);
    if (k >= 0 && !note(instructions.slice(k + 1), ends)) open.push(...successorsOf(end));
  }
  for (let label = open.pop(); label !== undefined; label = open.pop()) {
    const block = body.blocks.get(label);
    if (block === undefined || reached.has(label)) continue;
    reached.add(label);
    if (!note(block.instructions, ends)) open.push(...successorsOf(block.end));
  }
  for (const { instructions } of body.blocks.values())
    for (const i of instructions) if (!during.has(i)) apart.add(i);
  return apart;
}
