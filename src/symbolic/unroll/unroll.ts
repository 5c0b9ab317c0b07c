// Program -> unrolled program. Threads are unrolled after the threads that spawn them, because what they start with are
// their spawners' terms.

import type { Program } from '../../program/program.js';
import { forEachStatement } from '../../program/statement.js';
import { InputError } from '../../support/diagnostic.js';
import { Building } from './building.js';
import { addFreedCells } from './heap.js';
import { ThreadUnroller } from './thread.js';
import type { Reading, Unrolled } from './unrolled.js';

export function unrollProgram(program: Program, reading: Reading, unroll: number): Unrolled {
  const building = new Building(program, reading, unroll);
  for (const thread of spawnOrder(program)) new ThreadUnroller(building, thread).run();
  addFreedCells(building);
  return building;
}

function spawnOrder(program: Program): number[] {
  const spawnedBy: Set<number>[] = program.threads.map(() => new Set());
  program.threads.forEach((thread, t) => {
    forEachStatement(thread.body, (s) => {
      if (s.kind === 'spawn') spawnedBy[s.thread].add(t);
    });
  });
  const order: number[] = [];
  const state = program.threads.map(() => 'new');
  const visit = (t: number): void => {
    if (state[t] === 'done') return;
    if (state[t] === 'open')
      throw new InputError({
        code: 'spawn-cycle',
        message: `${program.threads[t].name} spawns a thread that spawns it, which the symbolic engine does not support`,
      });
    state[t] = 'open';
    for (const spawner of spawnedBy[t]) visit(spawner);
    state[t] = 'done';
    order.push(t);
  };
  program.threads.forEach((_, t) => {
    visit(t);
  });
  return order;
}
