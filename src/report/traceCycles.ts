// The report of `diptych relax` on a recorded execution.

import type { TraceCycle } from '../relax/traceCycles.js';
import type { TraceLabel } from '../relax/traceLabels.js';
import { spanJson } from './spanJson.js';
import { printable, type Style } from './style.js';

interface TraceCycles {
  readonly events: number;
  readonly cycles: readonly TraceCycle[];
  /** The results of runs with store buffers, if there were any. */
  readonly forced?: {
    readonly runs: number;
    readonly rejected: number;
    readonly stopped: boolean;
    readonly cycles: ReadonlyMap<TraceCycle, ForcedRun>;
  };
}

/** A run that has the cycle, and how it ended, if not as it should. */
interface ForcedRun {
  readonly seed: number;
  readonly failed?: string;
}

const mostListed = 40;

export function traceCyclesText(file: string, found: TraceCycles, style: Style): string {
  const { events, cycles, forced } = found;
  const run = (cycle: TraceCycle): ForcedRun | undefined => forced?.cycles.get(cycle);
  const isCertain = (cycle: TraceCycle): boolean => cycle.confirmed || run(cycle) !== undefined;
  const listed = [...cycles].sort((a, b) => Number(isCertain(b)) - Number(isCertain(a))).slice(0, mostListed);
  const byMonitor = cycles.filter(({ confirmed }) => confirmed).length;
  return [
    `${style.bold(printable(file))}  ${events} events`,
    ...listed.flatMap((cycle) => [
      ` ${cycle.model}  ${isCertain(cycle) ? style.red('confirmed') : 'predicted'}  ${printable(cycle.labels.map(label).join(' -> '))}${createdBy(run(cycle))}`,
    ]),
    ...(cycles.length > mostListed ? [` ... ${cycles.length - mostListed} more`] : []),
    `${cycles.length} potential cycles; ${cycles.filter(isCertain).length} confirmed, the others predicted`,
    ...(byMonitor === 0 ? [] : [`${byMonitor}: a monitor is certain of a weak execution that has it`]),
    ...(forced === undefined
      ? []
      : [
          `${forced.cycles.size}: one of ${forced.runs} runs with simulated store buffers${forced.stopped ? ', which were stopped,' : ''} has it`,
        ]),
    ...(forced === undefined || forced.rejected === 0
      ? []
      : [
          `${forced.rejected} of these runs do not count: no log, or one in which code wrote that was not compiled with diptych cc`,
        ]),
    '',
  ].join('\n');
}

const createdBy = (run: ForcedRun | undefined): string =>
  run === undefined
    ? ''
    : `  by the run of seed ${run.seed}${run.failed === undefined ? '' : printable(`, which failed: ${run.failed}`)}`;

const label = ({ kind, at }: TraceLabel): string =>
  `${kind} ${at === undefined ? '?' : `${at.file === undefined ? 'line ' : `${at.file}:`}${at.line}`}`;

export const traceCyclesJson = (file: string, { events, cycles, forced }: TraceCycles): object => ({
  file,
  events,
  cycles: cycles.map((cycle) => {
    const { model, labels, threads, confirmed } = cycle;
    const run = forced?.cycles.get(cycle);
    return {
      model,
      confirmed: confirmed || run !== undefined,
      ...(confirmed ? { byMonitor: true } : {}),
      ...(run === undefined ? {} : { byRun: run }),
      threads,
      labels: labels.map(({ kind, at }) => ({ op: kind, ...spanJson(at) })),
    };
  }),
  ...(forced === undefined
    ? {}
    : { runs: forced.runs, rejected: forced.rejected, ...(forced.stopped ? { stopped: true } : {}) }),
});
