// How another thread takes part in an exploration.

import type { Outcome } from '../../execution/execution.js';
import type { Program } from '../../program/program.js';
import { type Exploration, type ExploreOptions, explore } from '../explore.js';
import { type Capacity, CapacityExceeded } from '../fast/capacity.js';
import type { Recording } from '../fast/recording.js';
import { ENOUGH, EXECUTIONS, FAILED, SharedMemory, TOO_SMALL } from './sharedMemory.js';
import { Team } from './team.js';

export interface WorkerData {
  readonly program: Program;
  readonly options: Omit<ExploreOptions, 'stop' | 'onExecution' | 'onOutcome' | 'strategy' | 'shared'>;
  /** Whether somebody looks at the executions of outcomes. */
  readonly recorded: boolean;
  /** For tests: at most this many milliseconds pass before each look at what is shared. */
  readonly delayMs?: number;
}

export interface Round {
  /** Rounds that are over are answered too, by threads that came late. */
  readonly number: number;
  readonly buffer: SharedArrayBuffer;
  readonly capacity: Capacity;
}

interface RecordedOutcome {
  readonly outcome: Outcome;
  readonly recording: Recording;
}

interface WorkerResult {
  readonly exploration: Exploration;
  /** One execution for each outcome that this thread saw first. */
  readonly recordings: readonly RecordedOutcome[];
}

/** What a thread sends. */
export interface RoundAnswer {
  readonly number: number;
  readonly answer: WorkerAnswer;
}

/** Undefined when it came too late, or the round was in vain. */
export type WorkerAnswer = WorkerResult | { readonly error: string } | undefined;

export function takePart(data: WorkerData, round: Round): WorkerAnswer {
  const { program, options, recorded, delayMs = 0 } = data;
  const memory = new SharedMemory(round.buffer);
  const team = new Team(memory, delayMs > 0 ? () => waste(delayMs) : undefined);
  if (!team.join(false)) return undefined;
  const recordings: RecordedOutcome[] = [];
  try {
    const exploration = explore(program, {
      ...options,
      ...counted(memory, options.maxExecutions),
      shared: { team, capacity: round.capacity },
      ...(recorded ? { onRecording: (outcome, recording) => recordings.push({ outcome, recording }) } : {}),
    });
    return { exploration, recordings };
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
