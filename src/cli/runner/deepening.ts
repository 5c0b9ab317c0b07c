// Questions that take long because only --unroll bounds their loops. Smaller bounds are tried first: they are
// answered sooner, and their findings are findings of the program. Without a finding, the question is asked with its
// own bound. If time runs out, the answer with the last smaller bound is given, after some random executions. If time
// is left, larger bounds are tried.

import { yieldsToUnroll } from '../../program/cutReason.js';
import type { Program } from '../../program/program.js';
import { forEachStatement } from '../../program/statement.js';
import { refusedBoundLine, smallerBoundLine } from '../../report/stopped.js';
import type { FileAnswer, FileRequest } from '../answerFile.js';
import { type AskOptions, isAskOptions } from '../options.js';
import { status } from '../status.js';

const smallBounds = [1, 2, 4];
/**
 * Seconds for all small bounds, at most a quarter of the remaining time. Half of it is for the first, perhaps the
 * only one answered.
 */
const mostSeconds = 5;
/**
 * After an answered bound, the next may take this many times as long as all before it, up to this part of the
 * remaining time.
 */
const nextTimes = 2;
const nextPart = 0.4;
/** A question that used less than this part of its time did not run out of it. */
const inTime = 0.9;
/** Less time than this finds nothing. */
const leastSeconds = 0.5;

/** The time kept for random executions, and at most this part of the remaining time. */
const randomSeconds = 3;
const randomPart = 0.15;
/** Larger bounds: each is this many times the one before, up to the largest. */
const growth = 4;
const largestBound = 2048;
/** Seconds for all larger bounds, or this many times the time spent so far. */
const widerSeconds = 5;
const widerPart = 4;
/** Loops of a single thread run to their end in the explicit engine. */
const boundOfOne = 1_000_000;

/** Whether a loop has one of these bounds, and would have another with another --unroll. */
function someLoop(program: Program, bounds: readonly (number | undefined)[]): boolean {
  let found = false;
  for (const { body } of program.threads)
    forEachStatement(body, (s) => {
      found ||= s.kind === 'while' && bounds.includes(s.bound) && yieldsToUnroll(s.cut);
    });
  return found;
}

/** Whether a loop may run as often as --unroll says; recursion and loops that create threads are cut by one that never runs. */
export const hasOpenLoops = (program: Program): boolean => someLoop(program, [undefined, 0]);

/** Whether reading cut something at --unroll. With a smaller bound it reads another program. */
export const wasCutInReading = (program: Program): boolean => someLoop(program, [0]);

type Ask = (request: FileRequest) => Promise<FileAnswer>;

/** One file's time, and how it is asked about with other options. */
class Inquiry {
  readonly #request: FileRequest;
  readonly #ask: Ask;
  readonly #start = performance.now();

  constructor(
    request: FileRequest,
    readonly options: AskOptions,
    ask: Ask,
    /** The program has one thread. */
    readonly oneThread: boolean,
  ) {
    this.#request = request;
    this.#ask = ask;
  }

  get spent(): number {
    return (performance.now() - this.#start) / 1000;
  }

  /** Infinite if no time was stated. */
  get left(): number {
    return (this.options.timeout ?? Number.POSITIVE_INFINITY) - this.spent;
  }

  /** The remaining time without the part kept for later. */
  timeout(kept = 0): Partial<AskOptions> {
    return this.options.timeout === undefined ? {} : { timeout: Math.max(this.left - kept, leastSeconds) };
  }

  /** Whether random executions could give an answer that the options allow. */
  get mayTryRandom(): boolean {
    const { engine, strict, timeout } = this.options;
    const isPlain = engine === 'both' && this.#isUsual && strict !== true;
    const isKnown = this.#request.command === 'check' || this.#request.command === 'races';
    return isKnown && isPlain && timeout !== undefined;
  }

  /** Whether the program may be run to its end. */
  get mayRunThrough(): boolean {
    return this.oneThread && this.options.engine !== 'symbolic' && this.#isUsual;
  }

  get #isUsual(): boolean {
    return this.options.strategy === undefined && this.options.cat === undefined;
  }

  askWith(changes: Partial<AskOptions>): Promise<FileAnswer> {
    const changed: AskOptions = { ...this.options, ...changes };
    return this.#ask({ ...this.#request, options: changed });
  }
}

/** Facts about the program. */
interface Known {
  readonly oneThread: boolean;
  /** A loop may run as often as --unroll says. */
  readonly open: boolean;
}

export async function deepened(
  request: FileRequest,
  { open, oneThread }: Known,
  ask: Ask,
): Promise<FileAnswer> {
  const { options } = request;
  if (!isAskOptions(options)) return ask(request);
  const inquiry = new Inquiry(request, options, ask, oneThread);
  return open ? fromBelow(inquiry) : widened(inquiry, await whole(inquiry));
}

/** A first answer was there soon. */
export async function deepenedFrom(
  first: FileAnswer,
  request: FileRequest,
  oneThread: boolean,
  ask: Ask,
): Promise<FileAnswer> {
  const { options } = request;
  return isAskOptions(options) ? widened(new Inquiry(request, options, ask, oneThread), first) : first;
}

/**
 * Whether the question needs no more time. If all was seen up to the bound, and no execution reaches its end, a larger
 * bound is needed and not more time. But loops may also have been cut in a search that was stopped.
 */
export const isAnswered = ({ status: found, bounded, outOfTime }: FileAnswer): boolean =>
  found !== status.noAnswer || (bounded === true && outOfTime !== true);

/** Whether larger bounds may say more, and there is time for them. */
export const mayBeWidened = ({ anyUnroll, options }: FileRequest, { status: found, bounded }: FileAnswer) =>
  anyUnroll === true &&
  options.timeout !== undefined &&
  bounded === true &&
  (found === status.holds || found === status.noAnswer);

async function widened(inquiry: Inquiry, first: FileAnswer): Promise<FileAnswer> {
  const { options, spent } = inquiry;
  if (options.timeout === undefined || first.bounded !== true) return first;
  if (first.status !== status.holds && first.status !== status.noAnswer) return first;
  const most = inquiry.mayRunThrough ? inquiry.left / 2 : inquiry.left;
  const until = spent + Math.min(most, Math.max(widerSeconds, widerPart * spent));
  let best = first;
  for (let unroll = options.unroll * growth; unroll <= largestBound; unroll *= growth) {
    const seconds = until - inquiry.spent;
    if (seconds < leastSeconds) break;
    const answer = await inquiry.askWith({ unroll, timeout: seconds, confirm: 0 });
    const isBounded = answer.bounded === true;
    // with this bound the program may be too large to be read
    if (answer.status === status.badInput || (answer.status === status.noAnswer && !isBounded)) break;
    if (answer.status !== status.noAnswer) best = answer;
    if (isBounded) continue;
    const again = await inquiry.askWith({ unroll, ...inquiry.timeout() });
    return again.status === status.noAnswer ? answer : again;
  }
  return (await ranThrough(inquiry)) ?? best;
}

/** Undefined if the end was not reached, or the program is too large to be read with such a bound. */
async function ranThrough(inquiry: Inquiry): Promise<FileAnswer | undefined> {
  if (!inquiry.mayRunThrough || inquiry.left < leastSeconds) return undefined;
  const answer = await inquiry.askWith({ engine: 'explicit', unroll: boundOfOne, ...inquiry.timeout() });
  const isNone = answer.status === status.noAnswer || answer.status === status.badInput;
  return isNone || answer.bounded === true ? undefined : answer;
}

/** The question itself; at the end of its time, random executions. */
async function whole(inquiry: Inquiry): Promise<FileAnswer> {
  if (!inquiry.mayTryRandom) return inquiry.askWith(inquiry.timeout());
  const kept = Math.min(randomSeconds, randomPart * inquiry.left);
  const answer = await inquiry.askWith(inquiry.timeout(kept));
  if (isAnswered(answer) || inquiry.left < leastSeconds) return answer;
  const strategy = { kind: 'random', runs: Number.MAX_SAFE_INTEGER, seed: 0 } as const;
  const found = await inquiry.askWith({ ...inquiry.timeout(), engine: 'explicit', strategy });
  return found.status === status.violated ? found : answer;
}

async function fromBelow(inquiry: Inquiry): Promise<FileAnswer> {
  const { unroll, timeout } = inquiry.options;
  let best: { readonly answer: FileAnswer; readonly bound: number } | undefined;
  const all = timeout ?? Number.POSITIVE_INFINITY;
  const budget = Math.min(mostSeconds, all / 4);
  let until = timeout === undefined ? budget : timeout / 2;
  for (const bound of smallBounds.filter((small) => small < unroll)) {
    const began = inquiry.spent;
    const seconds = until - began;
    if (seconds < leastSeconds) break;
    // The second engine is not awaited here: findings are certified and can be confirmed, the rest is asked again.
    const answer = await inquiry.askWith({ unroll: bound, timeout: seconds, confirm: 0 });
    if (answer.status === status.badInput || answer.status === status.disagreement) return answer;
    if (answer.status === status.violated && answer.bounded === false) {
      const again = await inquiry.askWith({ unroll: bound, ...inquiry.timeout() });
      return again.status === status.noAnswer ? answer : again;
    }
    const isBounded = answer.bounded === true && answer.status !== status.noAnswer;
    if (isBounded) best = { answer, bound };
    if (answer.bounded === false && answer.status === status.holds) break;
    // all was seen before its time was over, if only that nothing comes to its end with so few rounds
    const wasSeen = isBounded || (answer.bounded === true && inquiry.spent - began < inTime * seconds);
    const longer = wasSeen ? Math.min((1 + nextTimes) * inquiry.spent, nextPart * all) : 0;
    until = Math.max(budget, longer);
  }
  const last = await widened(inquiry, await whole(inquiry));
  if (best === undefined) return last;
  const { answer, bound } = best;
  // A finding is certain, even if the program cannot be read with the larger bound.
  if (answer.status === status.violated && last.status === status.badInput)
    return { ...answer, stderr: `${answer.stderr}${refusedBoundLine(bound, unroll)}${last.stderr}` };
  if (last.status !== status.noAnswer) return last;
  return { ...answer, stderr: `${answer.stderr}${smallerBoundLine(bound, unroll)}` };
}
