// The possible next steps, for a user who steps by hand: every step that the plain machine can take, in words.

import type { Event } from '../../execution/event.js';
import { initialWrite, type Step } from '../../execution/execution.js';
import { scheduleText } from '../../execution/scheduleText.js';
import type { Machine } from '../../explicit/machines/machine.js';
import { enabledSteps } from '../../explicit/reference/enabled.js';
import { type Reachable, reachableFrom } from '../../explicit/reference/reachable.js';
import type { Program } from '../../program/program.js';
import { present } from '../../support/present.js';
import { findingText } from '../places.js';
import { StateNames } from '../state.js';
import { eventText, isTold, threadName } from '../witness.js';
import { commitText } from './run.js';
import type { ChoicesView, ChoiceView, ReachableView } from './view.js';

export function choicesView(program: Program, machine: Machine): ChoicesView {
  const choices: ChoiceView[] = [];
  const { steps, all } = enabledSteps(machine);
  let whole = all;
  for (const step of steps) {
    const after = machine.clone();
    after.apply(step);
    const event = newEvent(machine, after);
    const going = event !== undefined && event.kind === 'choice' && !isTold(program, event);
    if (going) {
      // Not staying at a place means nothing alone: it is offered together with what comes next.
      const next = enabledSteps(after);
      whole &&= next.all;
      for (const follower of next.steps) {
        if (follower.thread !== step.thread || follower.kind !== 'execute') continue;
        const later = after.clone();
        later.apply(follower);
        choices.push(choiceOf(program, after, later, [step, follower]));
      }
    } else choices.push(choiceOf(program, machine, after, [step]));
  }
  return { choices, all: whole };
}

const newEvent = (before: Machine, after: Machine): Event | undefined =>
  after.trace.events[before.trace.events.length];

function choiceOf(program: Program, before: Machine, after: Machine, steps: readonly Step[]): ChoiceView {
  const step = steps[steps.length - 1];
  const names = new StateNames(program, after.trace);
  const base = { steps: scheduleText(steps), thread: step.thread };
  if (step.kind === 'commit') {
    const value = after.memory.cell(step.address)?.value ?? 0;
    const { event } =
      before.threads[step.thread].buffer.find(({ address }) => address === step.address) ?? {};
    const at = event === undefined ? undefined : before.trace.events[event]?.at;
    const text = commitText(names, { writes: [{ address: step.address, value }] });
    return { ...base, text, commit: true, note: 'buffer to memory', ...present({ at }) };
  }
  const event = newEvent(before, after);
  if (event === undefined) {
    const at = before.statement(step.thread)?.at;
    return { ...base, text: 'stops', commit: false, note: 'cannot go on', ...present({ at }) };
  }
  const [read] = event.reads;
  return {
    ...base,
    text: eventText(names, program, event),
    commit: false,
    note: noteOf(program, before, event, after.trace.rf[event.id]?.[0]),
    ...present({ at: event.at, reads: read === undefined ? undefined : `${names.cell(read.address)}` }),
  };
}

function noteOf(program: Program, machine: Machine, event: Event, source: number | undefined): string {
  switch (event.kind) {
    case 'R': {
      const [{ address }] = event.reads;
      if (machine.threads[event.thread].forwarded(address) !== undefined) return 'from its own buffer';
      if (source === undefined || source === initialWrite) return 'from memory, the initial value';
      const writer = machine.trace.events[source];
      const line = writer.at === undefined ? '' : `, line ${writer.at.line}`;
      return `from memory, written by ${threadName(program, writer.thread)}${line}`;
    }
    case 'W':
      return machine.model.buffers ? 'into the buffer' : 'to memory';
    case 'U':
    case 'A':
    case 'lock':
    case 'unlock':
      return 'at once in memory';
    case 'F':
    case 'S':
      return 'orders the accesses around it';
    case 'spawn':
      return 'starts a thread';
    case 'join':
      return 'the thread has ended';
    case 'free':
      return 'the block ends';
    case 'choice':
      return 'a choice of the program';
  }
}

export function reachableView(program: Program, machine: Machine, mostStates: number): ReachableView {
  return reachableWords(program, reachableFrom(machine, { mostStates }));
}

function reachableWords(program: Program, found: Reachable): ReachableView {
  const names = new StateNames(program);
  const states = found.outcomes.map((outcome) =>
    names.observed.map((name, i) => `${name}=${names.shown(outcome, i)}`).join('  '),
  );
  const reads = new Map<string, { thread: number; cell: string; values: string[] }>();
  for (const { thread, address, value } of found.reads) {
    const cell = `${names.cell(address)}`;
    const known = reads.get(`${thread} ${cell}`) ?? { thread, cell, values: [] };
    reads.set(`${thread} ${cell}`, known);
    const shown = `${names.value(value, address)}`;
    if (!known.values.includes(shown)) known.values.push(shown);
  }
  return {
    states: [...new Set(states)].sort(),
    findings: found.findings.map((finding) => ({
      text: findingText(program, finding),
      ...present({ at: finding.at }),
    })),
    reads: [...reads.values()].map((one) => ({ ...one, values: one.values.sort() })),
    complete: found.complete,
    bounded: found.bounded,
    visited: found.states,
  };
}
