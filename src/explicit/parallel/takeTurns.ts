// A search by several members of a team that take turns at random on one thread. Whenever one shares its nodes, another
// may take what there is, share its own, and leave again. Real threads come to fewer orders of events, and not to the
// same ones twice.

import type { Program } from '../../program/program.js';
import { Random } from '../../support/prng.js';
import { type Exploration, type ExploreOptions, explore } from '../explore.js';
import { type Capacity, CapacityExceeded, firstCapacity, larger } from '../fast/capacity.js';
import { merge } from './exploreParallel.js';
import { FULL, HUNGRY, PENDING, SharedMemory, STOP } from './sharedMemory.js';
import { counted } from './takePart.js';
import { Team } from './team.js';

const mostMembers = 5;

type TurnOptions = Pick<
  ExploreOptions,
  'model' | 'unroll' | 'spinAssume' | 'timeLimitMs' | 'maxExecutions' | 'onExecution' | 'onRestart'
>;

/** The same seed gives the same turns. */
export function takeTurns(program: Program, options: TurnOptions, seed: number): Exploration {
  const start = performance.now();
  for (let capacity = firstCapacity; ; )
    try {
      const parts = partsOf(program, options, new Random(seed), capacity);
      // There is no room for more shared nodes: one thread does all of it, as it does beside real ones.
      if (parts === 'full') return explore(program, options);
      return { ...merge(parts), model: options.model, ms: performance.now() - start };
    } catch (error) {
      if (!(error instanceof CapacityExceeded)) throw error;
      capacity = larger(capacity, error);
      options.onRestart?.();
    }
}

/** The executions of each member. */
function partsOf(
  program: Program,
  options: TurnOptions,
  random: Random,
  capacity: Capacity,
): Exploration[] | 'full' {
  const memory = new SharedMemory();
  const limit = counted(memory, options.maxExecutions).onExecution;
  const parts: Exploration[] = [];
  let members = 0;
  const takePart = (first: boolean): void => {
    const team = new Team(memory, undefined, first);
    if (!team.join(first)) return;
    // Everything that can be shared is.
    team.fewestSteps = 1;
    team.leastShare = 0;
    memory.control[HUNGRY] = 1;
    members++;
    const share = team.share.bind(team);
    team.share = (search) => {
      share(search);
      if (memory.control[PENDING] > 0 && members < mostMembers && random.chance(0.7)) takePart(false);
    };
    const part = explore(program, {
      ...options,
      shared: { team, capacity },
      onExecution: (witness) => {
        limit?.(witness);
        options.onExecution?.(witness);
      },
    });
    parts.push(part);
    members--;
  };
  takePart(true);
  return memory.control[STOP] === FULL ? 'full' : parts;
}
