// A deadlock, said thread by thread: who waits for what, and where.

import { addressName, type Layout } from '../program/layout.js';
import type { Program } from '../program/program.js';
import type { SourceSpan } from '../program/statement.js';
import { present } from '../support/present.js';
import type { Finding } from './finding.js';

/** A thread that waits: for a cell, or for another thread to end. */
interface Waiting {
  readonly thread: Finding['thread'];
  readonly cell?: number;
  readonly other?: number;
  readonly at?: SourceSpan;
}

/** None if nobody waits. */
export function deadlockFinding(program: Program, layout: Layout, waiting: readonly Waiting[]): Finding[] {
  const [first] = waiting;
  if (first === undefined) return [];
  const clauses = waiting.map(({ thread, cell, other, at }) => {
    const name = (t: number): string => program.threads[t]?.name ?? `thread ${t}`;
    const awaited =
      cell === undefined ? name(other ?? -1) : (addressName(program, layout, cell) ?? `address ${cell}`);
    const place = at === undefined ? '' : ` (${at.file === undefined ? 'line ' : `${at.file}:`}${at.line})`;
    return `${name(thread)} waits for ${awaited}${place}`;
  });
  return [
    {
      kind: 'deadlock',
      thread: first.thread,
      message: `${clauses.join(', ')}`,
      ...present({ at: first.at }),
    },
  ];
}
