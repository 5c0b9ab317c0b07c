// The final states that a running program can still reach: every interleaving from one state of the plain machine.
// Two paths to the same registers, memory and buffers continue alike, so each state is visited once. The search also
// notes the values that the next load of each thread can read from here.

import type { Outcome } from '../../execution/execution.js';
import { outcomeKey } from '../../execution/execution.js';
import { type Finding, findingPlaceKey } from '../../execution/finding.js';
import type { Address, ThreadId } from '../../program/identity.js';
import type { Integer } from '../../program/integer.js';
import type { Machine } from '../machines/machine.js';
import { enabledSteps } from './enabled.js';

interface PossibleRead {
  readonly thread: ThreadId;
  readonly address: Address;
  readonly value: Integer;
}

export interface Reachable {
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly Finding[];
  /** The values that the next event of each thread reads in some continuation, if it reads. */
  readonly reads: readonly PossibleRead[];
  /** False when the budget ended the search, or a choice had too many values. */
  readonly complete: boolean;
  /** Some continuation reaches the bound of a loop: states beyond it are not seen. */
  readonly bounded: boolean;
  readonly states: number;
}

interface ReachableOptions {
  readonly mostStates: number;
  /** Asked after every few states; true ends the search. */
  readonly stop?: (states: number) => boolean;
}

const statesBetweenStops = 256;

export function reachableFrom(start: Machine, { mostStates, stop }: ReachableOptions): Reachable {
  const before = start.threads.map(({ events }) => events);
  const outcomes = new Map<string, Outcome>();
  const findings = new Map<string, Finding>();
  const reads = new Map<string, PossibleRead>();
  const seen = new Set<string>([stateKey(start, before)]);
  const todo: Machine[] = [start];
  let complete = true;
  let bounded = false;
  const noteFindings = (found: readonly Finding[]): void => {
    for (const finding of found) findings.set(findingPlaceKey(finding), finding);
  };
  noteFindings(start.trace.findings);
  for (let machine = todo.pop(); machine !== undefined; machine = todo.pop()) {
    const { steps, all } = enabledSteps(machine);
    complete &&= all;
    if (steps.length === 0) {
      const { outcome, findings: found } = machine.execution();
      if (outcome !== undefined) outcomes.set(outcomeKey(outcome), outcome);
      noteFindings(found);
      bounded ||= machine.trace.cutLoops.length > 0;
    }
    for (const step of steps) {
      const next = machine.clone();
      const events = next.trace.events.length;
      next.apply(step);
      const event = next.trace.events[events];
      if (event !== undefined && event.index === before[event.thread])
        for (const { address, value } of event.reads)
          reads.set(`${event.thread} ${address} ${value}`, { thread: event.thread, address, value });
      if (next.trace.findings.length > machine.trace.findings.length) noteFindings(next.trace.findings);
      const key = stateKey(next, before);
      if (seen.has(key)) continue;
      seen.add(key);
      todo.push(next);
    }
    const stopped = seen.size % statesBetweenStops === 0 && stop?.(seen.size) === true;
    if (todo.length > 0 && (seen.size >= mostStates || stopped)) {
      complete = false;
      break;
    }
  }
  return {
    outcomes: [...outcomes.values()],
    findings: [...findings.values()],
    reads: [...reads.values()],
    complete,
    bounded,
    states: seen.size,
  };
}

/** Everything that decides how the machine goes on, and whether each thread has executed its next event. */
function stateKey({ threads, memory, trace }: Machine, before: readonly number[]): string {
  const parts: (string | number)[] = [];
  threads.forEach((thread, t) => {
    const { pc, status, registers, buffer, epoch, events } = thread;
    parts.push(pc, status, events > before[t] ? 1 : 0, registers.join());
    for (const entry of buffer)
      parts.push(entry.address, `${entry.value}`, entry.state, epoch - entry.epoch, Number(entry.inObject));
    parts.push('|');
  });
  for (const [address, { value, state }] of memory.cells()) parts.push(address, `${value}`, state);
  parts.push(trace.findings.map(findingPlaceKey).join(), trace.cutLoops.length > 0 ? 'cut' : '');
  return parts.join(' ');
}
