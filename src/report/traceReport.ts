// The answer of `diptych monitor` for one recorded execution, as text and as JSON.

import type { EventAt } from '../execution/event.js';
import type { MonitoredTrace } from '../record/monitoredTrace.js';
import { present } from '../support/present.js';
import type { TraceRace } from '../verdict/traceRaces.js';
import { spanJson } from './spanJson.js';
import { printable, type Style } from './style.js';

type RecordedNames = Pick<MonitoredTrace, 'threads' | 'cells'>;

export function traceText(file: string, monitored: MonitoredTrace, style: Style): string {
  const { verdict, races, ...names } = monitored;
  const { events, violations, monitors } = verdict;
  const lines = [
    `${style.bold(printable(file))}  ${events} events of ${names.threads.length} threads`,
    ...violations.map(({ model, violation, count, monitors: by }) => {
      const { event, overtaken, address, ifSameCells } = violation;
      const times = count === 1 ? '' : ` (${count} times)`;
      const condition = ifSameCells ? ', if the block touches the same cells for all values it reads' : '';
      return ` ${model}  ${style.red(printable(operation(names, event)))} can overtake ${printable(`${operation(names, overtaken)} at ${names.cells[address]}`)}${times}${condition}  ${style.dim(by.join(', '))}`;
    }),
    ...raceLines(names, races, style),
    ...logLines(monitored),
    ...(monitored.whole ? [] : [style.yellow('stopped before the end of the trace')]),
    ...(monitors.length === 0
      ? []
      : [
          violations.length === 0
            ? style.green(
                `no violation of sequential consistency is near this execution${monitored.whole ? '' : ', as far as it was read'}`,
              )
            : `not robust: ${violations.length} ${violations.length === 1 ? 'pair' : 'pairs'} of operations`,
        ]),
    style.dim(`monitors: ${[...monitors, ...(races === undefined ? [] : ['races'])].join(', ')}`),
  ];
  return `${lines.join('\n')}\n`;
}

function logLines({ log }: MonitoredTrace): string[] {
  if (log === undefined) return [];
  const { ended, full, notSc, wrongReads, reads } = log;
  return [
    ...(full
      ? ['there was no room for the whole log: it ends before the program']
      : ended
        ? []
        : ['the program did not end by itself: the log is whole up to then']),
    ...(notSc
      ? ['a thread was stuck in a system call and lost its turn: from there on the order is not certain']
      : []),
    ...(wrongReads === 0
      ? []
      : [
          `${wrongReads} of ${reads} reads found a value that no recorded operation wrote: assembly, or code that was not compiled with diptych cc`,
        ]),
  ];
}

function raceLines(names: RecordedNames, races: readonly TraceRace[] | undefined, style: Style): string[] {
  if (races === undefined) return [];
  if (races.length === 0) return [style.green('no data race in this execution')];
  return races.map(({ events: [a, b], address, count }) => {
    const times = count === 1 ? '' : ` (${count} times)`;
    return ` ${style.red('data race')} on ${printable(names.cells[address])}: ${printable(`${operation(names, a)} and ${operation(names, b)}`)}${times}`;
  });
}

/** `P1 R at queue.c:12` */
function operation({ threads }: RecordedNames, { thread, index, kind, at }: EventAt): string {
  const place =
    at === undefined
      ? `its event ${index + 1}`
      : `${at.file === undefined ? 'line ' : `${at.file}:`}${at.line}`;
  return `${threads[thread]} ${kind} at ${place}`;
}

export function traceJson(file: string, { verdict, races, log, whole, ...names }: MonitoredTrace): object {
  const eventJson = ({ thread, index, kind, at }: EventAt): object => ({
    thread: names.threads[thread],
    index,
    op: kind,
    ...spanJson(at),
  });
  return {
    file,
    events: verdict.events,
    threads: names.threads,
    monitors: verdict.monitors,
    violations: verdict.violations.map(({ model, violation, count, monitors }) => ({
      model,
      event: eventJson(violation.event),
      overtakes: eventJson(violation.overtaken),
      address: names.cells[violation.address],
      count,
      monitors,
      ...(violation.ifSameCells ? { ifSameCells: true } : {}),
    })),
    ...(races === undefined
      ? {}
      : {
          races: races.map(({ events, address, count }) => ({
            address: names.cells[address],
            accesses: events.map(eventJson),
            count,
          })),
        }),
    ...(whole ? {} : { stopped: true }),
    ...present({ log }),
  };
}
