// Whether two accounts of an execution tell the same: events with all they read and wrote, sources, coherence, and how it
// ended. They may number the events differently, and where a statement stands in a file does not matter.

import type { Access, Event } from '../execution/event.js';
import { type Execution, initialWrite } from '../execution/execution.js';
import type { Finding } from '../execution/finding.js';

/** What the first account says that the second does not; undefined if they agree. Without `ends`, their ends may differ. */
export function unlikeness(a: Execution, b: Execution, ends: boolean): string | undefined {
  const eventsB = new Map(b.events.map((event) => [placeOf(event), event]));
  for (const event of a.events) {
    const other = eventsB.get(placeOf(event));
    const [textA, textB] = [eventText(event), other === undefined ? 'nothing' : eventText(other)];
    if (textA !== textB) return `event ${placeOf(event)}: ${textA} against ${textB}`;
  }
  if (a.events.length !== b.events.length) return `${a.events.length} events against ${b.events.length}`;
  for (const event of a.events) {
    const other = eventsB.get(placeOf(event));
    if (other === undefined) continue;
    const [textA, textB] = [sourcesText(a, event), sourcesText(b, other)];
    if (textA !== textB) return `sources of event ${placeOf(event)}: ${textA} against ${textB}`;
  }
  const differences = [
    compared('coherence', coherenceText(a), coherenceText(b)),
    compared('findings', findingsText(a), findingsText(b)),
    ends ? compared('stopped threads', blockedText(a), blockedText(b)) : undefined,
    ends ? compared('final state', `${a.outcome}`, `${b.outcome}`) : undefined,
  ];
  return differences.find((difference) => difference !== undefined);
}

export const sameFinding = (a: Finding, b: Finding): boolean => findingText(a) === findingText(b);

const compared = (what: string, a: string, b: string): string | undefined =>
  a === b ? undefined : `${what}: ${a} against ${b}`;

const placeOf = (event: Event): string => `${event.thread}.${event.index}`;

const accessText = (accesses: readonly Access[]): string =>
  accesses
    .map(({ address, value, order }) => `${address}=${value}${order === undefined ? '' : ` ${order}`}`)
    .sort()
    .join();

const synchronisation = ({ order, failed, acquireFence }: Event): string =>
  `${order ?? ''}${failed === true ? ' fails' : ''}${acquireFence === true ? ' after an acquire fence' : ''}`;

const eventText = (event: Event): string => `${accessesText(event)} ${synchronisation(event)}`;

const accessesText = ({ kind, reads, writes, other, choice }: Event): string =>
  `${kind} ${accessText(reads)} -> ${accessText(writes)}${other === undefined ? '' : ` thread ${other}`}${choice === undefined ? '' : ` choice ${choice}`}`;

const nameOf = ({ events }: Execution, id: number): string =>
  id === initialWrite ? 'initial' : placeOf(events[id]);

const sourcesText = (execution: Execution, event: Event): string =>
  event.reads
    .map(({ address }, k) => `${address} from ${nameOf(execution, execution.rf[event.id][k])}`)
    .sort()
    .join();

const coherenceText = (execution: Execution): string =>
  [...execution.co]
    .filter(([, writers]) => writers.length > 0)
    .map(([address, writers]) => `${address}: ${writers.map((id) => nameOf(execution, id)).join(' ')}`)
    .sort()
    .join('; ');

const findingText = ({ kind, thread, message }: Finding): string => `${kind} ${thread} ${message}`;

const findingsText = ({ findings }: Execution): string =>
  [...new Set(findings.map(findingText))].sort().join('; ');

const blockedText = ({ blocked }: Execution): string =>
  [...blocked]
    .map(([thread, why]) => `${thread} ${why}`)
    .sort()
    .join('; ');
