// A schedule as a short text, for links and messages: `0 1 1@1342177280 0=3` means that P0 executes, P1 executes, P1 commits its
// store to that address, and P0 takes choice 3.

import { type Integer, toInteger } from '../program/integer.js';
import type { Schedule, Step } from './execution.js';

export const scheduleText = (schedule: Schedule): string => schedule.map(stepText).join(' ');

function stepText(step: Step): string {
  if (step.kind === 'commit') return `${step.thread}@${step.address}`;
  return step.choice === undefined ? `${step.thread}` : `${step.thread}=${step.choice}`;
}

const form = /^(\d{1,6})(?:@(\d{1,10})|=(-?\d{1,20}))?$/;

/** Undefined for any text that `scheduleText` does not write. */
export function scheduleOf(text: string): Schedule | undefined {
  const steps: Step[] = [];
  for (const part of text.split(' ')) {
    if (part === '') continue;
    const found = form.exec(part);
    if (found === null) return undefined;
    const thread = Number(found[1]);
    if (found[2] !== undefined) steps.push({ kind: 'commit', thread, address: Number(found[2]) });
    else if (found[3] === undefined) steps.push({ kind: 'execute', thread });
    else steps.push({ kind: 'execute', thread, choice: choiceOf(found[3]) });
  }
  return steps;
}

const choiceOf = (digits: string): Integer => toInteger(BigInt(digits));
