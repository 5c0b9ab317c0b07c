// A witness that was replayed: each step with the memory and the store buffers after it, and whether it shows what it says.

import type { Integer } from '../program/integer.js';
import type { Program } from '../program/program.js';
import type { MachineView, ReplayedWitness } from '../verdict/replayWitness.js';
import { claimText, flawText } from './differences.js';
import { titleLine } from './notes.js';
import { type ShownValue, StateNames } from './state.js';
import { printable, type Style } from './style.js';
import { type Column, tableLines } from './table.js';
import { stepRows, stopRows } from './witness.js';

export function replayText(file: string, program: Program, replayed: ReplayedWitness, style: Style): string {
  const { stored, witness, flaw } = replayed;
  const names = new StateNames(program, witness.execution);
  const lines = [
    titleLine(file, program, style),
    // The claim of the file is not trusted.
    `${printable(claimText(names, program, stored.shows))} under ${stored.model}`,
    ...stepLines(names, program, replayed),
    flaw === undefined
      ? `${style.green('certified')}: the ${stored.model} machine takes these ${witness.schedule.length} steps and reads these values, and ${stored.model}.cat allows the execution`
      : `${style.red('not certified')}: ${flawText(names, program, flaw)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function stepLines(names: StateNames, program: Program, { witness, views }: ReplayedWitness): string[] {
  const buffered = witness.model !== 'sc';
  const touched = new Set(
    witness.execution.events.flatMap((e) => [...e.reads, ...e.writes].map((a) => a.address)),
  );
  const columns: Column[] = [
    { head: 'step', align: 'right' },
    { head: '' },
    { head: '' },
    { head: '' },
    { head: '' },
    { head: 'memory' },
    ...(buffered ? [{ head: 'store buffers' }] : []),
  ];
  const view = (i: number): string[] =>
    i >= views.length
      ? ['', ...(buffered ? [''] : [])]
      : [memoryText(names, views[i], touched), ...(buffered ? [buffersText(names, program, views[i])] : [])];
  const none = ['', '(nothing)', '', ''];
  return tableLines(columns, [
    ['', '', '', '', '', ...view(0)],
    ...stepRows(names, program, witness).map((row, i) => [`${i + 1}`, ...(row ?? none), ...view(i + 1)]),
    ...stopRows(program, witness.execution).map((row) => ['', ...row, ...view(views.length)]),
  ]);
}

/** `x=1 y=0`: the cells that the execution touches. */
const memoryText = (names: StateNames, { memory }: MachineView, touched: ReadonlySet<number>): string =>
  [...memory]
    .filter(([address]) => touched.has(address))
    .map(([address, value]) => names.access({ address, value }))
    .join(' ');

/** `P0: x=1, y=1`, oldest first */
const buffersText = (names: StateNames, program: Program, { buffers }: MachineView): string =>
  buffers
    .flatMap((buffer, t) =>
      buffer.length === 0
        ? []
        : [`${program.threads[t].name}: ${buffer.map((store) => names.access(store)).join(', ')}`],
    )
    .join('  ');

export function replayJson(
  file: string,
  program: Program,
  { stored, witness, flaw, views }: ReplayedWitness,
): object {
  const names = new StateNames(program, witness.execution);
  const cells = (accesses: Iterable<readonly [number, Integer]>): Record<string, ShownValue> =>
    Object.fromEntries(
      Array.from(accesses, ([address, value]) => [names.cell(address), names.value(value, address)]),
    );
  return {
    file,
    program: program.name,
    model: stored.model,
    what: claimText(names, program, stored.shows),
    certified: flaw === undefined,
    ...(flaw === undefined ? {} : { flaw: flaw.kind, message: flawText(names, program, flaw) }),
    states: views.map(({ memory, buffers }) => ({
      memory: cells(memory),
      buffers: buffers.map((buffer) =>
        buffer.map(({ address, value }) => [names.cell(address), names.value(value, address)]),
      ),
    })),
  };
}
