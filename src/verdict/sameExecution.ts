// Whether two accounts of an execution tell the same: events with all they read and wrote, sources, coherence, and how it
// ended. They may number the events differently, and where a statement stands in a file does not matter.

import type { Access, Event } from '../execution/event.js';
import { type Execution, initialWrite, type Outcome } from '../execution/execution.js';
import type { Finding } from '../execution/finding.js';

/** The first difference of the two accounts; undefined if they agree. Without `ends`, their ends may differ. */
export function unlikeness(a: Execution, b: Execution, ends: boolean): string | undefined {
  if (a.events.length === b.events.length && isObviouslyLike(a, b, ends)) return undefined;
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

/**
 * Whether they agree word for word. Accounts that differ only in their order are compared as texts, which costs more.
 */
function isObviouslyLike(a: Execution, b: Execution, ends: boolean): boolean {
  if (a.findings.length + b.findings.length > 0) return false;
  if (ends && (a.blocked.size + b.blocked.size > 0 || !sameValues(a.outcome, b.outcome))) return false;
  const events = counterparts(a, b);
  return (
    events !== undefined &&
    a.events.every((event) => sameEvent(event, b.events[events[event.id]])) &&
    a.events.every(({ id }) => sameEvents(a.rf[id], b.rf[events[id]], events)) &&
    sameCoherence(a, b, events)
  );
}

/** By event of the first: the event of the second at the same place. Undefined unless there is one for each. */
function counterparts(a: Execution, b: Execution): number[] | undefined {
  const threads: number[][] = [];
  for (const { thread, index, id } of b.events) {
    threads[thread] ??= [];
    threads[thread][index] = id;
  }
  const found: number[] = [];
  for (const { thread, index, id } of a.events) {
    const other = threads[thread]?.[index];
    if (other === undefined) return undefined;
    found[id] = other;
  }
  return found;
}

const sameEvent = (a: Event, b: Event): boolean =>
  a.kind === b.kind &&
  a.other === b.other &&
  a.choice === b.choice &&
  a.order === b.order &&
  a.failed === b.failed &&
  a.acquireFence === b.acquireFence &&
  sameAccesses(a.reads, b.reads) &&
  sameAccesses(a.writes, b.writes);

const sameAccesses = (a: readonly Access[], b: readonly Access[]): boolean =>
  a.length === b.length &&
  a.every(({ address, value, order }, i) => {
    const other = b[i];
    return address === other.address && value === other.value && order === other.order;
  });

/** Whether events of the first execution are those of the second, in the same order. */
const sameEvents = (
  a: readonly number[],
  b: readonly number[] | undefined,
  counterpart: readonly number[],
): boolean =>
  a.length === b?.length &&
  a.every((id, i) => (id === initialWrite ? b[i] === initialWrite : counterpart[id] === b[i]));

function sameCoherence(a: Execution, b: Execution, counterpart: readonly number[]): boolean {
  let writers = 0;
  for (const [address, order] of a.co) {
    if (order.length > 0 && !sameEvents(order, b.co.get(address), counterpart)) return false;
    writers += order.length;
  }
  for (const order of b.co.values()) writers -= order.length;
  return writers === 0;
}

const sameValues = (a: Outcome | undefined, b: Outcome | undefined): boolean =>
  a === b || (a?.length === b?.length && a?.every((value, i) => value === b?.[i]) === true);

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
