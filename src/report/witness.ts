// A witness step by step: what each thread executes, and when its buffered stores reach memory.

import type { Access, Event } from '../execution/event.js';
import type { Blocked, Witness } from '../execution/execution.js';
import type { Program } from '../program/program.js';
import type { SourceSpan } from '../program/statement.js';
import type { StateNames } from './state.js';
import { tableLines } from './table.js';

export function witnessLines(names: StateNames, program: Program, witness: Witness): string[] {
  const { execution, schedule } = witness;
  const next = program.threads.map(() => 0);
  const at = new Map(execution.events.map((event) => [`${event.thread} ${event.index}`, event]));
  const rows: string[][] = [];
  for (const step of schedule) {
    const event = step.kind === 'commit' ? undefined : at.get(`${step.thread} ${next[step.thread]++}`);
    const what =
      step.kind === 'commit'
        ? `commit ${names.value(step.address)}`
        : event === undefined
          ? undefined
          : eventText(names, program, event);
    // A step without an event ends in a finding, which is told below.
    if (what !== undefined)
      rows.push([String(rows.length + 1), threadName(program, step.thread), what, placeOf(event?.at)]);
  }
  for (const [thread, reason] of execution.blocked) {
    const finding = execution.findings.find((f) => f.thread === thread);
    const why = reason === 'finding' && finding !== undefined ? finding.message : blockedText[reason];
    rows.push(['', threadName(program, thread), `stops: ${why}`, placeOf(finding?.at)]);
  }
  return tableLines([{ head: '', align: 'right' }, { head: '' }, { head: '' }, { head: '' }], rows).slice(1);
}

const threadName = (program: Program, thread: number): string =>
  program.threads[thread]?.name ?? `thread ${thread}`;

const blockedText: Readonly<Record<Blocked, string>> = {
  assume: 'its assumption is false',
  bound: 'its loop is cut at the bound',
  lock: 'it waits for a lock',
  join: 'it waits for a thread',
  finding: 'it cannot go on',
};

const placeOf = (at: SourceSpan | undefined): string =>
  at === undefined ? '' : at.file === undefined ? `line ${at.line}` : `${at.file}:${at.line}`;

/** `W x=1`, `U x=0 -> 1`, `join P1` */
export function eventText(names: StateNames, program: Program, event: Event): string {
  const access = ({ address, value }: Access): string => `${names.value(address)}=${names.value(value)}`;
  switch (event.kind) {
    case 'R':
      return `R ${event.reads.map(access).join(' ')}`;
    case 'W':
      return `W ${event.writes.map(access).join(' ')}`;
    case 'U':
    case 'A':
    case 'lock':
    case 'unlock':
    case 'free':
      return `${event.kind} ${event.reads.map(access).join(' ')} -> ${event.writes.map(access).join(' ')}`;
    case 'F':
      return 'fence';
    case 'S':
      return 'store-store fence';
    case 'spawn':
    case 'join':
      return `${event.kind} ${event.other === undefined ? '' : (program.threads[event.other]?.name ?? event.other)}`;
    case 'choice':
      return `choose ${event.choice ?? ''}`;
  }
}
