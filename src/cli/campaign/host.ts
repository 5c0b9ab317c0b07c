// The work for a file on other machines: programs are read here and travel as their representation; engines answer elsewhere.

import { availableParallelism } from 'node:os';
import type { OnExecutions } from '../../campaign/branches.js';
import type { Nearby } from '../../campaign/nearby.js';
import { executorOnMachines } from '../../campaign/onMachines.js';
import type { Workplace } from '../../campaign/workplace.js';
import { InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import { Slots } from '../../support/slots.js';
import { executorOf } from '../../verdict/executor.js';
import type { RunOptions } from '../fileCommand.js';
import { type Host, namesOf } from '../host.js';
import { isAskOptions } from '../options.js';
import type { Supervisor } from '../runner/supervisor.js';
import { answerJob } from './answerJob.js';

/** `near` does the work that stays on this machine. It recomputes a sample of the workers' answers, or all of them if `every`. */
export function campaignHost(
  near: Host,
  place: Workplace,
  options: RunOptions,
  signal: AbortSignal,
  onExecutions?: OnExecutions,
  check: { readonly supervisor?: Supervisor | undefined; readonly every: boolean } = { every: false },
): Host {
  const timeLimitMs = options.timeout === undefined ? undefined : options.timeout * 1000;
  const own = nearby(near, check.supervisor, signal, check.every);
  const confirm = isAskOptions(options) ? options.confirm : undefined;
  return {
    limits: { signal, stop: () => signal.aborted },
    elsewhere: { place, ...present({ onDone: onExecutions }) },
    // A job's time includes its wait in the queue, so no engine is stopped for being slower.
    confirm: confirm ?? 'all',
    read: (file, readOptions, bounds) => readers.run(() => near.read(file, readOptions, bounds)),
    loadModel: async (file) => {
      throw new InputError({
        code: 'queue-option',
        message: `--cat ${file}: a memory model of your own does not travel`,
        hint: 'leave out --on',
      });
    },
    engines: async (choice) =>
      namesOf(choice).map((name) => executorOnMachines(name, place, timeLimitMs, onExecutions, own)),
    ownEngines: async (choice) =>
      namesOf(choice).map((name) => executorOnMachines(name, place, 'as-asked', undefined, own)),
    smt: (question, program, models, limits) => near.smt(question, program, models, limits),
  };
}

/** More at a time would start more threads than there are cores. */
const readers = new Slots(availableParallelism());

/** The engines of this machine, on threads if there are any. */
function nearby(near: Host, supervisor: Supervisor | undefined, signal: AbortSignal, every: boolean): Nearby {
  return {
    every,
    executor: async (engine) => {
      const [own] = await near.engines(engine);
      return executorOf(own);
    },
    branches: (question, until) => answerJob(question, supervisor, until ?? signal),
    run: (work) => checkers.run(work),
  };
}

const checkers = new Slots(availableParallelism());
