// The words for what happens in an execution: events, the steps of a schedule, places in the source.

import { awaitedText } from '../execution/deadlock.js';
import type { Access, Event } from '../execution/event.js';
import type { Blocked, Execution, Witness } from '../execution/execution.js';
import { scheduledEvents } from '../execution/visibility.js';
import { failureLocation } from '../program/failedAssertions.js';
import type { ThreadId } from '../program/identity.js';
import { endLocation } from '../program/processEnd.js';
import type { Program } from '../program/program.js';
import { choiceText } from './choiceText.js';
import { sourceOf } from './places.js';
import type { StateNames } from './state.js';
import { printable } from './style.js';

/** For each step its thread, its event and its place. A step without an event ends in a finding: it has no row. */
export function stepRows(
  names: StateNames,
  program: Program,
  witness: Witness,
): ([string, string, string, string] | undefined)[] {
  const own = names.of(witness.execution);
  return scheduledEvents(witness).map(({ thread, event, committed }) => {
    if (event === undefined) return undefined;
    const what = committed ? `commit ${accessesText(own, event.writes)}` : eventText(own, program, event);
    return [threadName(program, thread), what, ...(committed ? blank : sourceOf(program, event.at))];
  });
}

/** Thread, why it stops, where; for each thread that does not reach its end. */
export function stopRows(program: Program, execution: Execution): [string, string, string, string][] {
  return [...execution.blocked].map(([thread, reason]) => {
    const finding = execution.findings.find((f) => f.thread === thread);
    const wait = execution.findings.flatMap(({ waits = [] }) => waits).find((w) => w.thread === thread);
    if (wait !== undefined)
      return [
        threadName(program, thread),
        `stops: it waits for ${printable(awaitedText(wait))}`,
        ...sourceOf(program, wait.at),
      ];
    const why =
      reason === 'finding' && finding !== undefined
        ? finding.message
        : reason === 'assume' && program.final !== undefined
          ? 'the process has ended'
          : blockedText[reason];
    const what = finding?.kind === 'hang' ? 'waits forever' : `stops: ${why}`;
    return [threadName(program, thread), what, ...sourceOf(program, finding?.at)];
  });
}

const blank: [string, string] = ['', ''];

export const threadName = (program: Program, thread: ThreadId): string =>
  program.threads[thread]?.name ?? `thread ${thread}`;

const blockedText: Readonly<Record<Blocked, string>> = {
  assume: 'its assumption is false',
  bound: 'its loop is cut at the bound',
  lock: 'it waits for a lock',
  join: 'it waits for a thread',
  interruptible: 'it waits, and a handler is still to come',
  finding: 'it cannot go on',
};

const accessText =
  (names: StateNames) =>
  (access: Access): string =>
    names.access(access);

/** Of so many accesses at once each is told; of more, such as those of a block that is freed, these and how many there are. */
const mostAccesses = 8;
const toldOfMany = 4;

function accessesText(
  names: StateNames,
  accesses: readonly Access[],
  text: (access: Access) => string = accessText(names),
): string {
  const told = accesses.length > mostAccesses ? accesses.slice(0, toldOfMany) : accesses;
  const more = accesses.length - told.length;
  return [...told.map(text), ...(more > 0 ? [`and ${more} more`] : [])].join(' ');
}

/** `W x=1`, `U x=0 -> 1`, `join P1` */
export function eventText(names: StateNames, program: Program, event: Event): string {
  const endsProcess = ({ address }: Access): boolean => `${names.cell(address)}`.startsWith(endLocation);
  if (event.writes.some(endsProcess)) return 'end of process';
  if (event.writes.some(({ address }) => `${names.cell(address)}`.startsWith(failureLocation)))
    return failureLocation;
  switch (event.kind) {
    case 'R':
      return `R ${accessesText(names, event.reads)}`;
    case 'W':
      return `W ${accessesText(names, event.writes)}`;
    case 'U':
    case 'A':
    case 'lock':
    case 'unlock':
      return `${event.kind} ${accessesText(names, event.reads)} -> ${accessesText(names, event.writes)}`;
    case 'free':
      return `free ${accessesText(names, event.writes, ({ address }) => `${names.cell(address)}`)}`;
    case 'F':
      return 'fence';
    case 'S':
      return 'store-store fence';
    case 'spawn':
    case 'join':
      return `${event.kind} ${event.other === undefined ? '' : (program.threads[event.other]?.name ?? event.other)}`;
    case 'choice':
      return isStaying(program, event) ? 'stays here' : choiceText(program, event);
  }
}

/** A choice that the program does not make itself: whether the thread stays where it is when the process ends. */
const isStaying = ({ final }: Program, { kind, at }: Event): boolean =>
  final !== undefined && kind === 'choice' && at === undefined;

/**
 * Private cells of library functions, such as the table of open descriptors. The reader of a trace did not write
 * them.
 */
const bookkeeping = new RegExp(
  `^library\\.(${[
    'file_open file_missed files_opened closes pipes pipe_count key_count keys values end_count at_end',
    'quick_end_count at_quick_end reading released result ended last_id own',
  ]
    .join(' ')
    .replaceAll(' ', '|')})\\b`,
);

export const isBookkeeping = (names: StateNames, { reads, writes }: Event): boolean =>
  reads.length + writes.length > 0 &&
  [...reads, ...writes].every(({ address }) => bookkeeping.test(`${names.cell(address)}`));

/** A thread that does not stay where it is does nothing worth telling. */
export const isTold = (program: Program, event: Event): boolean =>
  !isStaying(program, event) || event.choice !== 0;
