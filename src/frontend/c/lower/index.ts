// Lowering: a checked unit to a program. main is thread 0; every created thread becomes a thread of the program.

import { withFewChoices } from '../../../program/choices/index.js';
import type { Observable } from '../../../program/condition.js';
import type { InitialValue, Location, Thread } from '../../../program/program.js';
import { prune } from '../../../program/prune.js';
import { bug } from '../../../support/diagnostic.js';
import { refuseLongDouble } from '../check/longDoubles.js';
import { typeError } from '../diagnostics.js';
import type { Unit } from '../typed.js';
import { withReachable } from './analysis/reachable.js';
import { observedByDefault, observedByName } from './memory/observe.js';
import { withoutEmptying } from './passes/emptying.js';
import { promoteLocals } from './passes/promote.js';
import { finishSignals } from './signals/signalState.js';
import { type LowerOptions, ProgramState } from './state.js';
import { finishBarriers } from './threads/barriers.js';
import { finishCancellation } from './threads/cancellation.js';
import { finishConditions } from './threads/conditionVariables.js';
import { finishFutexes } from './threads/futexes.js';
import { finishReleases } from './threads/releases.js';
import { lowerThread, resultsLocation } from './threads.js';

interface Lowered {
  readonly locations: readonly Location[];
  readonly threads: readonly Thread[];
  readonly observed: readonly Observable[];
  readonly endsWith?: number;
}

/**
 * The program. If it depends on unknown floating-point numbers, the result is `floats`: then it must be lowered with `floats`.
 */
type Lowering = Lowered | 'floats';

const entryPoints = ['main', 'user_main'];

export function lowerUnit(unit: Unit, options: LowerOptions, observe?: readonly string[]): Lowering {
  // CDSChecker has a main of its own, which calls user_main
  const main = entryPoints
    .map((name) => unit.functions.get(name))
    .find((symbol) => symbol?.definition !== undefined);
  if (main?.definition === undefined)
    return typeError('there is no main function', { line: 1, column: 1 }, 'a program starts in main');
  const program = new ProgramState(withReachable(unit, [main]), options);
  program.pending.push({
    index: program.newThread(main),
    function: main,
    parameters: [],
    depth: new Map(),
  });
  for (let next = program.pending.shift(); next !== undefined; next = program.pending.shift())
    lowerThread(program, next);
  const other = program.otherOptions();
  if (other !== undefined) return lowerUnit(unit, other, observe);
  finishBarriers(program);
  finishConditions(program);
  finishFutexes(program);
  finishReleases(program);
  finishCancellation(program);
  finishSignals(program);
  for (const finish of program.onceComplete) finish();
  if (unit.joinsWithResult)
    program.locations.push({
      name: resultsLocation,
      initial: new Array<InitialValue>(program.threads.length).fill(0),
      array: true,
    });
  const threads = nameThreads(
    program.threads.map((thread) => prune(thread ?? bug('a thread was not lowered'))),
  );
  const functions = program.functionNames();
  const promoted = withoutEmptying(promoteLocals(program.locations, threads, program.locals));
  if (program.ofLongDoubles.areNeeded(promoted.threads)) {
    const at = program.ofLongDoubles.whereNeeded(promoted.threads);
    if (at !== undefined) refuseLongDouble(at);
  }
  if (program.unknownFloats.areNeeded(promoted.threads)) return 'floats';
  return {
    ...promoted,
    ...(functions.length === 0 ? {} : { functions }),
    threads: promoted.threads.map(withFewChoices),
    // returning from main ends the process; pthread_exit does not
    ...(program.mainExits ? {} : { endsWith: 0 }),
    observed:
      observe === undefined
        ? observedByDefault(unit, promoted.locations)
        : observedByName(unit, observe, promoted.locations),
  };
}

/** Threads of the same function are numbered. */
function nameThreads(threads: readonly Thread[]): Thread[] {
  const counts = new Map<string, number>();
  for (const { name } of threads) counts.set(name, (counts.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return threads.map((thread) => {
    if ((counts.get(thread.name) ?? 0) < 2) return thread;
    const number = (seen.get(thread.name) ?? 0) + 1;
    seen.set(thread.name, number);
    return { ...thread, name: `${thread.name}/${number}` };
  });
}
