// Random litmus tests for x86, as text: loads, stores, atomics and fences of a few threads on a few locations. Everything that a thread
// reads and memory in the end is observed.

import type { ThreadId } from '../program/identity.js';
import { Random } from '../support/prng.js';

const registers = ['EAX', 'EBX', 'ECX', 'EDX'];

export function randomLitmus(seed: number): string {
  const random = new Random(seed);
  const threads = random.weighted([
    [6, 2],
    [3, 3],
    [1, 4],
  ]);
  const locations = ['x', 'y', 'z'].slice(
    0,
    random.weighted([
      [6, 2],
      [3, 3],
      [1, 1],
    ]),
  );
  let value = 0;
  const observed: string[] = [];
  const columns = Array.from({ length: threads }, (_, thread) => {
    const free = [...registers];
    const length = threads > 2 ? random.int(1, 3) : random.int(2, 4);
    /** A register that is observed. */
    const register = (): string | undefined => {
      const name = free.shift();
      if (name !== undefined) observed.push(`${thread}:${name}`);
      return name;
    };
    return Array.from({ length }).flatMap((): string[] => {
      const location = random.pick(locations);
      const store = `MOV [${location}],$${++value}`;
      const kind = random.weighted([
        [8, 'load'],
        [8, 'store'],
        [2, 'fence'],
        [1, 'exchange'],
        [1, 'add'],
      ]);
      if (kind === 'fence') return ['MFENCE'];
      if (kind === 'store') return [store];
      const name = register();
      if (name === undefined) return [store];
      if (kind === 'load') return [`MOV ${name},[${location}]`];
      const instruction = kind === 'exchange' ? 'XCHG' : 'LOCK XADD';
      return [`MOV ${name},$${value}`, `${instruction} [${location}],${name}`];
    });
  });
  const width = Math.max(...columns.flat().map((line) => line.length));
  const rows = Math.max(...columns.map(({ length }) => length));
  const row = (cell: (column: readonly string[], thread: ThreadId) => string): string =>
    ` ${columns.map((column, thread) => cell(column, thread).padEnd(width)).join(' | ')} ;`;
  return [
    `X86 random-${seed}`,
    '{ }',
    row((_, thread) => `P${thread}`),
    ...Array.from({ length: rows }, (_, i) => row((column) => column[i] ?? '')),
    `locations [${[...observed, ...locations].map((name) => `${name};`).join(' ')}]`,
    `exists (${locations[0]}=0)`,
    '',
  ].join('\n');
}
