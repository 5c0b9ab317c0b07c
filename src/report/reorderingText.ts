// The reordering of an execution, as a paragraph: which store was still in its thread's buffer while which access
// went ahead.

import type { Event } from '../execution/event.js';
import type { Witness } from '../execution/execution.js';
import { type Reordered, type Reordering, reordered } from '../execution/reordering.js';
import type { Program } from '../program/program.js';
import { placeText } from './places.js';
import type { StateNames } from './state.js';
import { printable } from './style.js';
import { eventText } from './witness.js';

/** Nothing for an execution of SC; for one of a weaker model that SC has too, that it has it. */
export function reorderingText(
  names: StateNames,
  program: Program,
  witness: Witness,
  withCircle = true,
): string | undefined {
  if (witness.model === 'sc') return undefined;
  const found = reordered(witness);
  if (found === undefined) return 'Nothing has to change places for this: SC has this execution too.';
  const own = names.of(witness.execution);
  const sentences = found.reorderings.map((one) => sentence(own, program, witness, one));
  const circle = withCircle ? [circleText(own, program, witness, found)] : [];
  return printable([...new Set(sentences), ...circle].join(' '));
}

function sentence(
  names: StateNames,
  program: Program,
  { model }: Witness,
  { store, overtakes, forwarded }: Reordering,
): string {
  const place = placeText(program, store.thread, store.at);
  const still = `The store ${accesses(names, store.writes)} of ${place} was still in the store buffer`;
  const own = forwarded.length === 0 ? '' : `, from where ${lines(forwarded)} took it,`;
  switch (overtakes.kind) {
    case 'R':
      return `${still}${own} when the load of ${cells(names, overtakes)}${where(overtakes)} went ahead and read ${values(names, overtakes)}.`;
    case 'W':
      return `${still}${own} when the younger store ${accesses(names, overtakes.writes)}${where(overtakes)} reached memory: the two stores changed places, for ${model.toUpperCase()} keeps a buffer for each address.`;
    default:
      return `${still}${own} when ${eventText(names, program, overtakes)}${where(overtakes)} took effect.`;
  }
}

/** `Under SC ... in a circle: P0 W x=1, P0 R y=0, P1 W y=1, P1 R x=0.` */
function circleText(
  names: StateNames,
  program: Program,
  { execution }: Witness,
  { cycle, reorderings }: Reordered,
): string {
  const first = Math.max(
    0,
    cycle.findIndex(({ from }) => from === reorderings[0]?.store.id),
  );
  const events = [...cycle.slice(first), ...cycle.slice(0, first)].map(({ from }) => execution.events[from]);
  const text = events.map(
    (event) => `${program.threads[event.thread]?.name ?? event.thread} ${eventText(names, program, event)}`,
  );
  return `Under SC each of these precedes the next, which closes a cycle: ${[...text, text[0]].join(', ')}.`;
}

const accesses = (names: StateNames, list: Event['writes']): string =>
  list.map((access) => names.access(access)).join(' ');

const cells = (names: StateNames, { reads }: Event): string =>
  reads.map(({ address }) => names.cell(address)).join(' ');

const values = (names: StateNames, { reads }: Event): string =>
  reads.map(({ address, value }) => names.value(value, address)).join(' ');

const where = ({ at }: Event): string => (at === undefined ? '' : ` in line ${at.line}`);

function lines(events: readonly Event[]): string {
  const places = events.flatMap(({ at }) => (at === undefined ? [] : [at.line]));
  if (places.length === 0) return 'a load of its own';
  return `${places.length === 1 ? 'line' : 'lines'} ${places.join(' and ')}`;
}
