// A thread-local object lives as long as its thread. Where another thread may use a thread's copy, the copy ends with its thread, as a
// local does. A later access is one to memory that has ended.

import { mapInstructions } from '../body.js';
import { type Instruction, originOf } from '../instruction.js';
import type { Module } from '../module.js';
import { symbol } from '../value.js';
import { accessesOf } from './points/accesses.js';
import { PointsTo } from './points/solve.js';

export function endWithThreads(module: Module): Module {
  const owners = ownersIn(module);
  if (owners.size === 0) return module;
  const shared = sharedOf(module, owners);
  const threads = module.threads.map((thread, k) => {
    const ending = [...shared].filter((name) => owners.get(name) === k);
    if (ending.length === 0) return thread;
    const ends = (i: Instruction): Instruction | readonly Instruction[] =>
      i.kind === 'intrinsic' && i.name === 'end' ? [...ending.map((name) => endOf(name, i)), i] : i;
    return { ...thread, body: mapInstructions(thread.body, ends) };
  });
  return { ...module, threads };
}

/** The threads whose copies of thread-local objects of the program there are. */
function ownersIn({ globals }: Module): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  for (const { name, storage, model } of globals.values())
    if (storage.kind === 'static' && storage.thread !== undefined && model !== true)
      owners.set(name, storage.thread);
  return owners;
}

/** The copies that a thread may use whose copies they are not. */
function sharedOf(module: Module, owners: ReadonlyMap<string, number>): ReadonlySet<string> {
  const points = new PointsTo(module);
  const shared = new Set<string>();
  for (const [thread, { body }] of module.threads.entries())
    for (const { instructions } of body.blocks.values())
      for (const { address } of instructions.flatMap(accessesOf))
        for (const { object } of points.of(thread, address).values())
          if ((owners.get(object) ?? thread) !== thread) shared.add(object);
  return shared;
}

const endOf = (name: string, end: Instruction): Instruction => ({
  kind: 'life',
  object: symbol(name),
  phase: 'ends',
  ...originOf(end),
});
