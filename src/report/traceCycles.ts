// What `diptych relax` says of a recorded execution.

import type { TraceCycle, TraceLabel } from '../relax/traceCycles.js';
import { spanJson } from './spanJson.js';
import { printable, type Style } from './style.js';

interface TraceCycles {
  readonly events: number;
  readonly cycles: readonly TraceCycle[];
}

const mostListed = 40;

export function traceCyclesText(file: string, { events, cycles }: TraceCycles, style: Style): string {
  const confirmed = cycles.filter((cycle) => cycle.confirmed).length;
  const listed = [...cycles].sort((a, b) => Number(b.confirmed) - Number(a.confirmed)).slice(0, mostListed);
  return [
    `${style.bold(printable(file))}  ${events} events`,
    ...listed.map(
      ({ model, labels, confirmed: certain }) =>
        ` ${model}  ${certain ? style.red('confirmed') : 'predicted'}  ${printable(labels.map(label).join(' -> '))}`,
    ),
    ...(cycles.length > mostListed ? [` ... ${cycles.length - mostListed} more`] : []),
    `${cycles.length} potential cycles; ${confirmed} confirmed: a monitor is certain of a weak execution that has it`,
    '',
  ].join('\n');
}

const label = ({ kind, at }: TraceLabel): string =>
  `${kind} ${at === undefined ? '?' : `${at.file === undefined ? 'line ' : `${at.file}:`}${at.line}`}`;

export const traceCyclesJson = (file: string, { events, cycles }: TraceCycles): object => ({
  file,
  events,
  cycles: cycles.map(({ model, labels, threads, confirmed }) => ({
    model,
    confirmed,
    threads,
    labels: labels.map(({ kind, at }) => ({ op: kind, ...spanJson(at) })),
  })),
});
