// How another thread takes part in an exploration.

import type { MessagePort } from 'node:worker_threads';
import type { Program } from '../../program/program.js';
import { type Exploration, type ExploreOptions, explore } from '../explore.js';
import { type Capacity, CapacityExceeded } from '../fast/capacity.js';
import { Claims } from './claims.js';
import { type RecordedOutcome, Recordings } from './recordings.js';
import { ENOUGH, EXECUTIONS, FAILED, SharedMemory, TOO_SMALL } from './sharedMemory.js';
import { Team } from './team.js';

export interface Part {
  readonly program: Program;
  readonly options: Omit<ExploreOptions, 'stop' | 'onExecution' | 'onOutcome' | 'strategy' | 'shared'>;
  /** Whether executions of outcomes are looked at later. */
  readonly recorded: boolean;
  /** For tests: at most this many milliseconds pass before each look at what is shared. */
  readonly delayMs?: number;
}

export interface Round {
  /** Rounds that are over are answered too, by threads that came late. */
  readonly number: number;
  readonly buffer: SharedArrayBuffer;
  readonly claims: SharedArrayBuffer;
  /** Where the thread puts executions of outcomes. */
  readonly recordings: SharedArrayBuffer;
  readonly capacity: Capacity;
  readonly part: Part;
}

interface PartResult {
  readonly exploration: Exploration;
  /** One execution for each outcome that this thread saw first, as far as there was no room for it. */
  readonly recordings: readonly RecordedOutcome[];
}

/** The message of a thread. */
export interface RoundAnswer {
  readonly number: number;
  readonly answer: PartAnswer;
}

/** Undefined when it came too late, or the round was in vain. */
export type PartAnswer = PartResult | { readonly error: string } | undefined;

/** Takes part in one exploration after the other until the thread is ended. */
export function serveRounds(port: MessagePort): void {
  port.on('message', (round: Round) => {
    const answer: RoundAnswer = { number: round.number, answer: takePart(round) };
    port.postMessage(answer);
  });
}

function takePart(round: Round): PartAnswer {
  const { program, options, recorded, delayMs = 0 } = round.part;
  const memory = new SharedMemory(round.buffer);
  const team = new Team(memory, delayMs > 0 ? () => waste(delayMs) : undefined);
  if (!team.join(false)) return undefined;
  const claims = new Claims(round.claims);
  const shown = new Recordings(round.recordings);
  const recordings: RecordedOutcome[] = [];
  try {
    const exploration = explore(program, {
      ...options,
      ...counted(memory, options.maxExecutions),
      shared: { team, capacity: round.capacity },
      ...(recorded
        ? {
            onRecording: (outcome, recording) => {
              if (!claims.claim(outcome)) return;
              const recorded = { outcome, recording };
              if (!shown.put(recorded)) recordings.push(recorded);
            },
          }
        : {}),
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
