// A question that takes long because of loops that only --unroll bounds: with smaller bounds it is answered sooner, and what is
// found there is found. If nothing is, the question is asked as it is; without time for that, it is answered as far as it was.

import type { Program } from '../../program/program.js';
import { forEachStatement } from '../../program/statement.js';
import { smallerBoundLine } from '../../report/stopped.js';
import type { FileAnswer, FileRequest } from '../answerFile.js';
import { type AskOptions, isAskOptions } from '../options.js';
import { status } from '../status.js';

const smallBounds = [1, 2, 4];
/** Seconds for all of them, and at most a quarter of the time there is. */
const mostSeconds = 5;
/** Seconds in which something may be found out. */
const leastSeconds = 0.5;

/** Whether a loop may run as often as --unroll says; recursion and loops that create threads are cut by one that never runs. */
export function hasOpenLoops(program: Program): boolean {
  let found = false;
  for (const { body } of program.threads)
    forEachStatement(body, (s) => {
      found ||= s.kind === 'while' && (s.bound === undefined || s.bound === 0);
    });
  return found;
}

type Ask = (request: FileRequest) => Promise<FileAnswer>;

export async function deepened(request: FileRequest, ask: Ask): Promise<FileAnswer> {
  const { options } = request;
  if (!isAskOptions(options)) return ask(request);
  const start = performance.now();
  const spent = (): number => (performance.now() - start) / 1000;
  const { unroll, timeout } = options;
  const left = (): Partial<AskOptions> =>
    timeout === undefined ? {} : { timeout: Math.max(timeout - spent(), leastSeconds) };
  const askWith = (changes: Partial<AskOptions>): Promise<FileAnswer> => {
    const changed: AskOptions = { ...options, ...changes };
    return ask({ ...request, options: changed });
  };
  let best: { readonly answer: FileAnswer; readonly bound: number } | undefined;
  const budget = Math.min(mostSeconds, (timeout ?? Number.POSITIVE_INFINITY) / 4);
  for (const bound of smallBounds.filter((small) => small < unroll)) {
    const seconds = budget - spent();
    if (seconds < leastSeconds) break;
    // nobody waits here for the second engine: what is found is certified and can be confirmed, the rest is asked again
    const answer = await askWith({ unroll: bound, timeout: seconds, confirm: 0 });
    if (answer.status === status.badInput || answer.status === status.disagreement) return answer;
    if (answer.status === status.violated && answer.bounded === false) {
      const again = await askWith({ unroll: bound, ...left() });
      return again.status === status.noAnswer ? answer : again;
    }
    const isBounded = answer.bounded === true && answer.status !== status.noAnswer;
    if (isBounded) best = { answer, bound };
    if (answer.bounded === false && answer.status === status.holds) break;
  }
  const whole = await askWith(left());
  if (best === undefined || whole.status !== status.noAnswer) return whole;
  const { answer, bound } = best;
  return { ...answer, stderr: `${answer.stderr}${smallerBoundLine(bound, unroll)}` };
}
