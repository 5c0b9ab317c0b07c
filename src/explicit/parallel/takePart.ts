// How another thread takes part in an exploration.

import type { Outcome, Witness } from '../../execution/execution.js';
import type { Program } from '../../program/program.js';
import { type Exploration, type ExploreOptions, explore } from '../explore.js';
import { type Capacity, CapacityExceeded } from '../fast/state.js';
import { ENOUGH, EXECUTIONS, FAILED, SharedMemory, TOO_SMALL } from './sharedMemory.js';
import { Team } from './team.js';

export interface WorkerData {
  readonly program: Program;
  readonly options: Omit<ExploreOptions, 'stop' | 'onExecution' | 'onOutcome' | 'strategy' | 'shared'>;
  /** For tests: at most this many milliseconds pass before each look at what is shared. */
  readonly delayMs?: number;
}

export interface Round {
  readonly buffer: SharedArrayBuffer;
  readonly capacity: Capacity;
}

interface WorkerResult {
  readonly exploration: Exploration;
  /** One execution for each outcome that this thread saw first. */
  readonly witnesses: readonly { readonly outcome: Outcome; readonly witness: Witness }[];
}

/** Undefined when it came too late, or the round was in vain. */
export type WorkerAnswer = WorkerResult | { readonly error: string } | undefined;

export function takePart({ program, options, delayMs = 0 }: WorkerData, round: Round): WorkerAnswer {
  const memory = new SharedMemory(round.buffer);
  const team = new Team(memory, delayMs > 0 ? () => waste(delayMs) : undefined);
  if (!team.join(false)) return undefined;
  const witnesses: { outcome: Outcome; witness: Witness }[] = [];
  try {
    const exploration = explore(program, {
      ...options,
      ...counted(memory, options.maxExecutions),
      shared: { team, capacity: round.capacity },
      onOutcome: (outcome, witness) => witnesses.push({ outcome, witness: witness() }),
    });
    return { exploration, witnesses };
  } catch (error) {
    memory.stop(error instanceof CapacityExceeded ? TOO_SMALL : FAILED);
    if (error instanceof CapacityExceeded) return undefined;
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** A limit on executions counts those of all threads. */
export const counted = (
  memory: SharedMemory,
  maxExecutions: number | undefined,
): Pick<ExploreOptions, 'onExecution'> =>
  maxExecutions === undefined
    ? {}
    : {
        onExecution: () => {
          if (Atomics.add(memory.control, EXECUTIONS, 1) + 1 >= maxExecutions) memory.stop(ENOUGH);
        },
      };

/** Nothing for a random time. */
export function waste(ms: number): void {
  const end = performance.now() + Math.random() * ms;
  while (performance.now() < end);
}
