// One program on several threads. The thread of the caller begins alone; if there is more to do than starting threads takes,
// others take part (team.ts). The counts are those of one thread.

import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { type Outcome, outcomeKey } from '../../execution/execution.js';
import { type CutLoop, cutLoopKey, findingKey } from '../../execution/finding.js';
import type { Program } from '../../program/program.js';
import { bug } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import { triesEveryValue } from '../choices/plan.js';
import { type Exploration, type ExploreOptions, explore, witnessOf } from '../explore.js';
import { type Capacity, CapacityExceeded, firstCapacity, larger } from '../fast/capacity.js';
import { Claims } from './claims.js';
import { type RecordedOutcome, Recordings } from './recordings.js';
import { FAILED, FULL, JOINED, SharedMemory, STOP, TOO_SMALL } from './sharedMemory.js';
import { counted, type Part, type PartAnswer, type Round, type RoundAnswer, waste } from './takePart.js';
import { Team, usualPractice } from './team.js';
import { freeThread, freeThreads, takeThread } from './threads.js';

export interface ParallelOptions
  extends Pick<
    ExploreOptions,
    | 'model'
    | 'dpor'
    | 'unroll'
    | 'choices'
    | 'spinAssume'
    | 'symmetry'
    | 'timeLimitMs'
    | 'maxExecutions'
    | 'untilFinding'
    | 'stop'
    | 'isEnough'
    | 'onProgress'
    | 'onOutcome'
    | 'onFinding'
    | 'onRestart'
  > {
  /** Number of threads; as many as there are cores if absent. */
  readonly jobs?: number;
  /** The module that threads run, if not this folder's own. */
  readonly worker?: URL;
  /** How long the caller's thread works alone; absent: until there is known to be much to do. */
  readonly aloneMs?: number;
  /** For tests: at most this long a thread waits before each look at what is shared. */
  readonly delayMs?: number;
}

/** Starting a thread takes about as long. */
const leastMs = 60;
/** Fewer say nothing about how many there are. */
const fewExecutions = 100;
/** Fewer executions are over before the code of another thread is compiled, unless they take longer than that. */
const manyExecutions = 25_000;
const longMs = 2000;
/** Nor is it worth it if everything will be over in that time. */
const leftMs = 500;

export async function exploreParallel(program: Program, options: ParallelOptions): Promise<Exploration> {
  const { jobs = availableParallelism(), dpor = 'optimal' } = options;
  if (jobs < 2 || dpor !== 'optimal' || !triesEveryValue(program, options.choices))
    return explore(program, options);
  const crew = new Crew(program, options, jobs - 1);
  try {
    for (let capacity = firstCapacity; ; ) {
      const seen = await crew.explore(capacity);
      if (seen === 'full') return explore(program, options);
      if ('executions' in seen) return seen;
      options.onRestart?.();
      capacity = seen;
    }
  } finally {
    crew.dismiss();
  }
}

/** Of all explorations: a thread may be late with the answer to another one. */
let rounds = 0;

/** The threads, started when they are needed. */
class Crew {
  readonly #start = performance.now();
  readonly #program: Program;
  readonly #options: ParallelOptions;
  readonly #size: number;
  #workers: Worker[] = [];
  readonly #file: URL;

  constructor(program: Program, options: ParallelOptions, size: number) {
    this.#program = program;
    this.#options = options;
    this.#size = size;
    this.#file = options.worker ?? new URL('./worker.js', import.meta.url);
  }

  /** The results of all threads together; or the room needed; or 'full' if the shared memory is too small. */
  async explore(capacity: Capacity): Promise<Exploration | Capacity | 'full'> {
    const options = this.#options;
    const { onOutcome } = options;
    const memory = new SharedMemory();
    const claims = new Claims();
    const team = new Team(
      memory,
      options.delayMs === undefined ? undefined : () => waste(options.delayMs ?? 0),
    );
    const answers: Promise<PartAnswer>[] = [];
    const inboxes: Recordings[] = [];
    const witness = witnessOf(this.#program, options);
    const shown = new Set<string>();
    const show = ({ outcome, recording }: RecordedOutcome): void => {
      if (!shown.has(outcomeKey(outcome))) onOutcome?.(outcome, () => witness(recording));
      shown.add(outcomeKey(outcome));
    };
    /** Shows the results of other threads. Meanwhile this thread leaves the search to them. */
    const showOthers = (mayGoOn: () => boolean): void => {
      for (const inbox of inboxes)
        while (mayGoOn()) {
          const found = inbox.take();
          if (found === undefined) break;
          show(found);
        }
    };
    const number = ++rounds;
    let visited = 0;
    // A single thread can estimate the remaining work, as long as nothing is shared.
    team.practice = 0;
    const call = (): void => {
      if (answers.length > 0 || !this.#isWorthIt(visited, team)) return;
      team.practice = usualPractice;
      const part = this.#part();
      for (const worker of this.#called()) {
        const recordings = new Recordings();
        inboxes.push(recordings);
        const round: Round = {
          number,
          buffer: memory.buffer,
          claims: claims.buffer,
          recordings: recordings.buffer,
          capacity,
          part,
        };
        const answer = answerOf(worker, number);
        // A thread that joins too late is ignored.
        answer.catch(() => {});
        answers.push(answer);
        worker.postMessage(round);
      }
    };
    team.join(true);
    call();
    // A test wants all threads to take part from the beginning.
    if (options.delayMs !== undefined) team.assemble(1 + answers.length);
    let own: Exploration | undefined;
    let needed = capacity;
    try {
      own = explore(this.#program, {
        ...options,
        ...counted(memory, options.maxExecutions),
        shared: { team, capacity },
        isEnough: () => {
          visited++;
          return options.isEnough?.() === true;
        },
        stop: () => {
          call();
          showOthers(() => !team.stopped && options.stop?.() !== true);
          return options.stop?.() === true;
        },
        ...(onOutcome === undefined
          ? {}
          : {
              onOutcome: (outcome, witness) => {
                if (!claims.claim(outcome)) return;
                shown.add(outcomeKey(outcome));
                onOutcome(outcome, witness);
              },
            }),
      });
    } catch (error) {
      memory.stop(error instanceof CapacityExceeded ? TOO_SMALL : FAILED);
      if (!(error instanceof CapacityExceeded)) throw error;
      needed = larger(capacity, error);
    }
    // A thread that has not joined by now is too late.
    const others = memory.control[JOINED] > 1 ? await Promise.all(answers) : [];
    const stopped = memory.control[STOP];
    if (stopped === FULL) return 'full';
    if (stopped === TOO_SMALL) return own === undefined ? needed : doubled(capacity);
    const results = others.flatMap((answer) => {
      if (answer !== undefined && 'error' in answer) return bug(answer.error);
      return answer === undefined ? [] : [answer];
    });
    showOthers(() => true);
    for (const { recordings } of results) recordings.forEach(show);
    const merged = merge([...(own === undefined ? [] : [own]), ...results.map((r) => r.exploration)]);
    return { ...merged, model: options.model, ms: performance.now() - this.#start };
  }

  /** Threads that are there cost nothing; others take as long to start, and to compile their code, as many explorations last. */
  #isWorthIt(visited: number, team: Team): boolean {
    if (freeThreads(this.#file) >= this.#size) return true;
    const ms = performance.now() - this.#start;
    const { aloneMs } = this.#options;
    if (aloneMs !== undefined || ms < leastMs) return ms >= (aloneMs ?? leastMs);
    const share = team.exploredAlone();
    if (share === undefined) return true;
    // A slow beginning does not last long.
    if (ms >= longMs) return ms * (1 - share) >= leftMs * share;
    return visited >= fewExecutions && visited >= manyExecutions * share;
  }

  #part(): Part {
    const { model, unroll, spinAssume, symmetry, delayMs } = this.#options;
    const { timeLimitMs, maxExecutions, untilFinding } = this.#options;
    return {
      program: this.#program,
      options: {
        model,
        ...present({ unroll, spinAssume, symmetry, timeLimitMs, maxExecutions, untilFinding }),
      },
      recorded: this.#options.onOutcome !== undefined,
      ...present({ delayMs }),
    };
  }

  #called(): readonly Worker[] {
    while (this.#workers.length < this.#size) this.#workers.push(takeThread(this.#file));
    return this.#workers;
  }

  dismiss(): void {
    for (const worker of this.#workers) freeThread(this.#file, worker);
    this.#workers = [];
  }
}

/** A thread's answer for one round. */
const answerOf = (worker: Worker, round: number): Promise<PartAnswer> =>
  new Promise((resolve, reject) => {
    const listen = ({ number, answer }: RoundAnswer): void => {
      if (number !== round) return;
      worker.off('message', listen);
      worker.off('error', reject);
      resolve(answer);
    };
    worker.on('message', listen);
    worker.on('error', reject);
  });

/** Some other thread found the room too small, and does not say where. */
const doubled = ({ stride, stores }: Capacity): Capacity => ({ stride: stride * 2, stores: stores * 2 });

/** All that several have seen together. */
export function merge(results: readonly Exploration[]): Omit<Exploration, 'model' | 'ms'> {
  const outcomes = new Map<string, Outcome>();
  const findings = new Map<string, Exploration['findings'][number]>();
  const cutLoops = new Map<string, CutLoop>();
  const sum = (count: (r: Exploration) => number): number => results.reduce((n, r) => n + count(r), 0);
  for (const result of results) {
    for (const outcome of result.outcomes) outcomes.set(outcomeKey(outcome), outcome);
    for (const found of result.findings) {
      const key = findingKey(found.finding);
      if (!findings.has(key)) findings.set(key, found);
    }
    for (const loop of result.cutLoops) cutLoops.set(cutLoopKey(loop), loop);
  }
  return {
    outcomes: [...outcomes.values()],
    executions: sum((r) => r.executions),
    blocked: sum((r) => r.blocked),
    visited: sum((r) => r.visited),
    redundant: sum((r) => r.redundant),
    findings: [...findings.values()],
    cutLoops: [...cutLoops.values()],
    complete: results.every((r) => r.complete),
  };
}
