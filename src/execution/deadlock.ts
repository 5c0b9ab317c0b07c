// A deadlock, thread by thread: the awaited lock or thread, and the place of each wait.

import { AddressNames } from '../program/addressNames.js';
import type { Integer } from '../program/integer.js';
import { type Layout, locationOf } from '../program/layout.js';
import type { Program } from '../program/program.js';
import type { SourceSpan } from '../program/statement.js';
import { present } from '../support/present.js';
import type { Allocation } from './execution.js';
import type { Finding, Wait } from './finding.js';

/** A thread that waits: for a cell, or for another thread to end. */
interface Waiting {
  readonly thread: Finding['thread'];
  readonly cell?: number;
  /** The value of the cell. */
  readonly value?: Integer;
  readonly other?: number;
  readonly at?: SourceSpan;
}

/** Undefined if no thread waits. */
export function deadlockFinding(
  program: Program,
  layout: Layout,
  waiting: readonly Waiting[],
  allocs: readonly Allocation[],
): Finding[] {
  const [first] = waiting;
  if (first === undefined) return [];
  const addresses = new AddressNames(program, layout, allocs);
  const name = (t: number): string => program.threads[t]?.name ?? `thread ${t}`;
  const waits = waiting.map(({ thread, cell, value, other, at }): Wait => {
    const gate = cell === undefined ? undefined : locationOf(program, layout, cell)?.gate;
    const condition = gate === undefined || value === undefined ? undefined : addresses.cell(value);
    if (condition !== undefined) return { thread, awaited: condition, signal: true, ...present({ at }) };
    const awaited = cell === undefined ? name(other ?? -1) : (addresses.cell(cell) ?? `address ${cell}`);
    return { thread, awaited, ...present({ at }) };
  });
  return [
    {
      kind: 'deadlock',
      thread: first.thread,
      // without places: they are others in the text of a witness
      message: waits.map((wait) => `${name(wait.thread)} waits for ${awaitedText(wait)}`).join(', '),
      waits,
      ...present({ at: first.at }),
    },
  ];
}

/** `m`, `worker`, `a signal of ready` */
export const awaitedText = ({ awaited, signal }: Wait): string =>
  signal === true ? `a signal of ${awaited}` : awaited;
