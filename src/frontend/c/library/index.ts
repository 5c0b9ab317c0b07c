// The library functions that are C themselves: a program gets those it mentions, and what they need, as a file of its own.

import { attributes } from './attributes.js';
import {
  beforeJoin,
  cancellation,
  cancellationPoint,
  cancelsMain,
  isCancelled,
  mainCancellation,
  onceAgain,
  ownCancelState,
  perhapsPoint,
} from './cancellation.js';
import { chance } from './chance.js';
import { dates } from './dates.js';
import { closing, descriptors } from './descriptors.js';
import { environment, environmentChanges } from './environment.js';
import { floatParts, floats, floatsName } from './floats.js';
import { functionValues, valuePrefix } from './functionValues.js';
import { futexes } from './futexes.js';
import { hazards } from './hazards.js';
import { joins, looksForEnd } from './joins.js';
import { keys, keysInLoops, manyKeys } from './keys.js';
import { lines } from './lines.js';
import { locks } from './locks.js';
import { manyThreads } from './manyThreads.js';
import { maths } from './maths.js';
import { moreStrings } from './moreStrings.js';
import { mutexesWithKinds, robustLeaves, robustMutexes, robustTaken } from './mutexes.js';
import { type LibraryPart, libraryPrefix } from './part.js';
import { cancelledPipes, manyPipes, onePipe, pipeNames, severalPipes, signalledPipes } from './pipes.js';
import { printedFloats, printsFloats } from './printedFloats.js';
import { printing, printingParts } from './printing.js';
import { atProcessExit, closingStandard, processes } from './process.js';
import { programs } from './programs.js';
import { rcu } from './rcu.js';
import { anyText, scanning, scanningParts } from './scanning.js';
import {
  changedScheduling,
  givenScheduling,
  scheduling,
  schedulingChanges,
  schedulingGiven,
} from './scheduling.js';
import { semaphoreNames } from './semaphoreNames.js';
import {
  act,
  changeMask,
  defaultAction,
  flagsNow,
  handlerNow,
  handlerSet,
  handlerSets,
  maskNow,
  signalInformation,
  signals,
  sigwait,
} from './signals.js';
import { strings } from './strings.js';
import { textNumbers } from './textNumbers.js';
import { pauses } from './timed.js';
import { wideDivision, wideNames, wideParts } from './wide.js';

export { hasEnded } from './cancellation.js';
export { floatsName } from './floats.js';
export { valuePrefix } from './functionValues.js';
export { manyKeys } from './keys.js';
export { libraryPrefix } from './part.js';
export { manyPipes, mostUnits as mostPipeUnits } from './pipes.js';
export { printsFloats } from './printedFloats.js';
export { printFlags } from './printing.js';
export { mostSemaphoreNames } from './semaphoreNames.js';

const setFunctions = ['sigemptyset', 'sigfillset', 'sigisemptyset', 'sigaddset', 'sigdelset', 'sigismember'];

/** By these names the program's own calls reach the parts that do what functions on signals do. */
export const signalFunctions: Readonly<Record<string, string>> = {
  act: libraryPrefix + act,
  handlerNow: libraryPrefix + handlerNow,
  flagsNow: libraryPrefix + flagsNow,
  maskNow: libraryPrefix + maskNow,
  handlerSet: libraryPrefix + handlerSet,
  changeMask: libraryPrefix + changeMask,
  sigwait: libraryPrefix + sigwait,
  mask: '__diptych_signal_mask',
  fail: `${libraryPrefix}i_fail`,
  ...Object.fromEntries(setFunctions.map((name) => [name, `${libraryPrefix}i_${name}`])),
};

export const signalInformationVariable = libraryPrefix + signalInformation;
export const defaultActionFunction = libraryPrefix + defaultAction;

/** The prefix of a function whose result the program uses. */
export const resultPrefix = 'r_';

/** Functions that return how many characters they wrote. */
export const countingFunctions = ['printf', 'fprintf', 'dprintf', 'vprintf', 'vfprintf', 'vdprintf'];

/** Functions that need to know which characters they write. */
const writingFunctions = [
  ...['sprintf', 'snprintf', 'vsprintf', 'vsnprintf', 'asprintf'],
  ...countingFunctions.map((name) => resultPrefix + name),
];

/** Functions that are made of parts when they are called, and these parts. */
const made: readonly {
  readonly names: readonly string[];
  /** A name that must be there too. */
  readonly beside?: string;
  readonly parts: readonly string[];
}[] = [
  { names: writingFunctions, parts: printingParts },
  { names: writingFunctions, beside: printsFloats, parts: ['i_putFloat'] },
  { names: ['sscanf', '__builtin_sscanf'], parts: scanningParts },
  { names: ['scanf', 'fscanf'], parts: ['i_anyText'] },
  ...pauses.map((name) => ({ names: [resultPrefix + name], parts: [`i_${name}`] })),
  { names: [`${resultPrefix}write`], parts: ['i_fail', 'i_bad'] },
  { names: ['read'], parts: ['i_read'] },
  { names: ['syscall'], parts: ['i_futex'] },
  { names: ['poll'], parts: ['i_poll'] },
  { names: ['select'], parts: ['i_select'] },
  { names: [`${resultPrefix}pthread_setname_np`], parts: ['i_setname'] },
  { names: ['reallocarray', 'mmap'], parts: ['i_fail'] },
  { names: ['fopen', 'fdopen', 'popen', 'tmpfile'], parts: ['i_uses'] },
  { names: ['sigaction'], parts: [act, handlerNow, flagsNow, maskNow, 'i_fail'] },
  ...['sem_open', 'sem_unlink'].map((name) => ({ names: [name], parts: [`i_${name}`] })),
  { names: ['pthread_sigmask', 'sigprocmask'], parts: [changeMask, 'i_fail'] },
  { names: ['sigwait'], parts: [sigwait] },
  ...setFunctions.map((name) => ({ names: [name], parts: [`i_${name}`, 'i_fail'] })),
  { names: [floatsName], parts: floatParts },
  { names: wideNames, parts: wideParts },
  // other names of the same variables (check/libraryVariables.ts)
  { names: ['__environ', '_environ'], parts: ['environ'] },
  { names: ['__progname_full'], parts: ['program_invocation_name'] },
  { names: ['__progname'], parts: ['program_invocation_short_name'] },
  { names: ['__tzname', '__timezone', '__daylight'], parts: ['tzname', 'timezone', 'daylight'] },
];

/** A program that closes a standard stream mentions this name. */
export const closesStandard = 'i_closes_standard';

/** Names in programs in which some mutex may be recursive or error-checking. */
const kindNames = ['pthread_mutexattr_settype', '__diptych_mutex_kind'];

/** The last steps of a thread: it runs `does` if the program has `has`. */
const atThreadExit = 'i_thread_exit';
const lastOfThread: readonly (readonly [has: string, does: string])[] = [
  ['i_destructors', 'i_destroy_values'],
  ['i_robust_held', 'i_robust_dies'],
];
export const threadExitFunction = libraryPrefix + atThreadExit;

export const processExitFunction = libraryPrefix + atProcessExit;
export const cancellationPointFunction = libraryPrefix + cancellationPoint;
export const perhapsPointFunction = libraryPrefix + perhapsPoint;
export const isCancelledFunction = libraryPrefix + isCancelled;
export const beforeJoinFunction = libraryPrefix + beforeJoin;
export const cancelsMainFunction = libraryPrefix + cancelsMain;
export const looksForEndFunction = libraryPrefix + looksForEnd;
export const robustTakenFunction = libraryPrefix + robustTaken;
export const robustLeavesFunction = libraryPrefix + robustLeaves;

const always: readonly LibraryPart[] = [
  ...locks,
  ...semaphoreNames,
  ...keys,
  ...strings,
  ...moreStrings,
  ...textNumbers,
  ...printing,
  ...printedFloats,
  ...scanning,
  ...anyText,
  ...hazards,
  ...attributes,
  ...rcu,
  ...processes,
  ...programs,
  ...lines,
  ...signals,
  ...scheduling,
  ...joins,
  ...manyThreads,
  ...chance,
  ...dates,
  ...descriptors,
  ...floats,
  ...wideDivision,
  ...maths,
  ...functionValues,
  ...futexes,
  ...ownCancelState,
];

/**
 * Parts that replace or join others in programs that mention certain names. Such a program has them even if it does not mention the parts.
 */
const variants: readonly {
  readonly names: readonly string[];
  /** A name that must be there too. */
  readonly beside?: string;
  readonly parts: readonly LibraryPart[];
}[] = [
  { names: kindNames, parts: mutexesWithKinds },
  { names: ['close'], parts: closing },
  { names: [closesStandard], parts: closingStandard },
  // a program that closes pipes may close other descriptors too
  { names: pipeNames, parts: closing },
  { names: ['pthread_mutexattr_setrobust', 'pthread_mutexattr_setrobust_np'], parts: robustMutexes },
  { names: ['pthread_cancel'], parts: cancellation },
  { names: ['pthread_self', 'thrd_current'], beside: 'pthread_cancel', parts: mainCancellation },
  { names: ['pthread_once'], beside: 'pthread_cancel', parts: onceAgain },
  ...pipeNames.flatMap((name) => [
    { names: [name], parts: onePipe },
    { names: [name], beside: manyPipes, parts: severalPipes },
    { names: [name], beside: 'pthread_cancel', parts: cancelledPipes },
    ...['signal', 'sigaction', 'sigprocmask', 'pthread_sigmask'].map((beside) => ({
      names: [name],
      beside,
      parts: signalledPipes,
    })),
  ]),
  { names: [manyKeys], parts: keysInLoops },
  { names: schedulingGiven, beside: 'pthread_attr_setinheritsched', parts: givenScheduling },
  { names: schedulingChanges, parts: changedScheduling },
  { names: environmentChanges, parts: environment },
  { names: ['sigaddset', 'sigfillset'], parts: handlerSets },
];

export const ownNames = (): readonly string[] =>
  [...always, ...variants.flatMap(({ parts }) => parts)]
    .map(([name]) => name)
    .filter((name) => !name.startsWith(valuePrefix));

/** The C of the parts that a program which mentions these names uses; empty if it uses none. */
export function libraryText(mentioned: ReadonlySet<string>): string {
  const isMentioned = ({ names, beside }: { names: readonly string[]; beside?: string }): boolean =>
    names.some((name) => mentioned.has(name)) && (beside === undefined || mentioned.has(beside));
  const chosen = variants.filter(isMentioned).flatMap(({ parts }) => parts);
  const parts = new Map([...always, ...chosen]);
  const wanted = new Set([...mentioned, ...chosen.map(([name]) => name)]);
  const written = new Map<string, string>();
  const write = ([name, c]: LibraryPart): void => {
    if (written.has(name)) return;
    written.set(name, '');
    const text = typeof c === 'string' ? c : c();
    for (const [, needed] of text.matchAll(/\b__lib_(\w+)/g)) {
      const other = parts.get(needed);
      if (other !== undefined) write([needed, other]);
    }
    // the parts that it needs stand before it
    written.delete(name);
    written.set(name, text.replace(/\bN\b/g, libraryPrefix + name));
  };
  const isUsed = (name: string): boolean => wanted.has(name) || wanted.has(libraryPrefix + name);
  for (const { parts: needed } of made.filter(isMentioned))
    for (const name of needed) write([name, parts.get(name) ?? '']);
  for (const part of parts) if (isUsed(part[0])) write(part);
  const last = lastOfThread.flatMap(([has, does]) =>
    written.has(has) ? [`${libraryPrefix}${does}();`] : [],
  );
  if (last.length > 0) write([atThreadExit, `void N(void) { ${last.join(' ')} }`]);
  if (written.has('i_ends')) write([atProcessExit, parts.get(atProcessExit) ?? '']);
  return [...written.values()].join('\n');
}
