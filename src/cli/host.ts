// Where the work for a file is done: here, or on threads that are supervised.

import type { ReadOptions } from '../frontend/index.js';
import { optimisedLate } from '../launcher/v8Flags.js';
import type { Program } from '../program/program.js';
import { bug } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import type { Engine, EngineName, Limits, Model } from '../verdict/engine.js';
import type { EngineChoice } from '../verdict/engines.js';
import type { Executor } from '../verdict/executor.js';
import type { Confirm } from '../verdict/race.js';
import type { WorkElsewhere } from './fileCommand.js';
import { executorOnThread, resultOf } from './runner/onThread.js';
import type { Slice } from './runner/slice.js';
import type { Supervisor } from './runner/supervisor.js';
import { plainLimits, type TaskContext } from './runner/task.js';

/** The limits that end all work for a file. */
type Bounds = Pick<Limits, 'timeLimitMs' | 'signal'>;

export interface Host {
  /** The limits that hold here. */
  readonly limits: Pick<
    Limits,
    'stop' | 'signal' | 'settleMs' | 'onPhase' | 'onProgress' | 'guard' | 'mostCandidates'
  >;
  /** Prints a line before the answer, where a user waits for it. */
  tell?(line: string): void;
  read(file: string, options: ReadOptions, bounds: Bounds): Promise<Program>;
  loadModel(file: string, bounds: Bounds): Promise<Model>;
  engines(choice: EngineChoice): Promise<readonly (Engine | Executor)[]>;
  /** For a command that works on the thread of the host, and limits the time of each question. */
  ownEngines(choice: EngineChoice): Promise<readonly (Engine | Executor)[]>;
  /** Where a command that reads its files itself leaves work to others. */
  readonly elsewhere?: WorkElsewhere;
  /** How long the answer of one engine waits for the other, if not as the options say. */
  readonly confirm?: Confirm;
  smt(
    question: 'outcomes' | 'check',
    program: Program,
    models: readonly Model[],
    limits: Limits,
  ): Promise<string>;
}

type Guard = <T>(work: () => T) => T;

/** Everything on the thread of the caller. */
export function hereHost(
  context: Partial<Pick<TaskContext, 'stop' | 'onPhase' | 'onProgress' | 'memoryMb'>> & {
    signal?: AbortSignal;
    /** Whether a part of the solver will do: where it does not, TooLarge is thrown. */
    small?: boolean;
  } = {},
  guard: Guard = (work) => work(),
  guardRead: Guard = guard,
): Host {
  const { stop, onPhase, onProgress, memoryMb, signal, small } = context;
  const start = async (choice: EngineChoice): Promise<readonly Engine[]> => {
    const { startEngines } = await import('../verdict/engines.js');
    return startEngines(choice, present({ memoryMb, small }));
  };
  return {
    limits: present({ stop, onPhase, onProgress, signal }),
    async read(file, options) {
      const { readProgram } = await import('../frontend/index.js');
      onPhase?.('reading');
      return readProgram(file, { ...options, guard: guardRead, ...present({ onPhase }) });
    },
    async loadModel(file) {
      const { loadCatFile } = await import('../cat/models.js');
      return guard(() => loadCatFile(file));
    },
    engines: start,
    ownEngines: start,
    async smt(question, program, models, limits) {
      const { checkSmt, outcomesSmt } = await import('../verdict/smt.js');
      return guard(() => (question === 'check' ? checkSmt : outcomesSmt)(program, models, limits));
    },
  };
}

/** More take longer than a moment to encode. */
const mostCandidates = 2000;

/** How long each kind of work may take on the main thread. */
export interface Slices {
  readonly search: Slice;
  readonly symbolic: Slice;
  readonly reading: Slice;
}

/** The main thread, for a moment. Longer work throws SliceOver or TooLarge. */
export function sliceHost({ search, symbolic, reading }: Slices, signal: AbortSignal): Host {
  const guard = <T>(work: () => T, engine?: EngineName, asksStop?: boolean): T => {
    if (asksStop === true) return search.runTrusted(work);
    if (engine === 'symbolic') return optimisedLate(() => symbolic.run(work));
    return search.run(work, engine === 'explicit');
  };
  const host = hereHost({ signal, small: true }, guard, (work) => optimisedLate(() => reading.run(work)));
  return { ...host, limits: { signal, guard, stop: search.isOver, mostCandidates } };
}

/** Supervised threads; the thread of engine `reader` reads the program. */
export function supervisedHost(
  supervisor: Supervisor,
  signal: AbortSignal,
  reader: EngineName = 'explicit',
  tell?: (line: string) => void,
): Host {
  return {
    ...present({ tell }),
    limits: { signal },
    read: async (file, options, bounds) =>
      resultOf(await supervisor.run('read', { file, options }, { ...bounds, crew: reader })),
    loadModel: async (file, bounds) =>
      resultOf(await supervisor.run('model', { file }, { ...bounds, crew: 'symbolic' })),
    engines: async (choice) => namesOf(choice).map((name) => executorOnThread(name, supervisor)),
    ownEngines: async () => bug('a command wants to work on the main thread'),
    smt: async (question, program, models, limits) => {
      const { timeLimitMs } = limits;
      const input = { question, program, models, limits: plainLimits(limits) };
      return resultOf(
        await supervisor.run('smt', input, { ...present({ timeLimitMs }), signal, crew: 'symbolic' }),
      );
    },
  };
}

export const namesOf = (choice: EngineChoice): readonly EngineName[] =>
  choice === 'both' ? ['explicit', 'symbolic'] : [choice];
