// A witness step by step: what each thread executes, and when its buffered stores reach memory.

import type { Access, Event } from '../execution/event.js';
import type { Witness } from '../execution/execution.js';
import type { Program } from '../program/program.js';
import type { StateNames } from './state.js';
import { tableLines } from './table.js';

export function witnessLines(names: StateNames, program: Program, witness: Witness): string[] {
  const { execution, schedule } = witness;
  const next = program.threads.map(() => 0);
  const at = new Map(execution.events.map((event) => [`${event.thread} ${event.index}`, event]));
  const rows = schedule.map((step, i): string[] => {
    const thread = program.threads[step.thread]?.name ?? String(step.thread);
    if (step.kind === 'commit') return [String(i + 1), thread, `commit ${names.value(step.address)}`, ''];
    const event = at.get(`${step.thread} ${next[step.thread]++}`);
    return event === undefined
      ? [String(i + 1), thread, 'end', '']
      : [String(i + 1), thread, eventText(names, program, event), placeOf(event)];
  });
  for (const [thread, reason] of execution.blocked)
    rows.push(['', program.threads[thread]?.name ?? String(thread), `stops: ${reason}`, '']);
  return tableLines([{ head: '', align: 'right' }, { head: '' }, { head: '' }, { head: '' }], rows).slice(1);
}

const placeOf = ({ at }: Event): string =>
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
