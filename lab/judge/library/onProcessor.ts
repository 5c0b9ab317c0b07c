// A row's programs on an x86 processor: every state it shows must be one of TSO.

import { compileAndRun, type Machine } from '../compiler.js';
import { forbiddenIn, nativeProgram, type Shape, shapes } from './programs.js';
import { readRow, rowStates } from './states.js';
import type { Row } from './strength/index.js';

export interface Shown {
  readonly shape: Shape;
  readonly rounds: number;
  /** How often the two accesses had changed places. */
  readonly reordered: number;
  /** Whether TSO has that state. */
  readonly allowed: boolean;
  /** States that the processor showed and TSO does not have, with how often. */
  readonly outside: readonly (readonly [state: string, count: number])[];
}

const flags = ['-O1', '-std=gnu11', '-pthread', '-Wl,--no-as-needed', '-latomic'];

export async function judgeRow(row: Row, machine: Machine, milliseconds: number): Promise<Shown[] | string> {
  const shown: Shown[] = [];
  for (const shape of shapes) {
    const ran = await compileAndRun(nativeProgram(row, shape), flags, [String(milliseconds)], machine);
    if ('refused' in ran) return ran.refused;
    const counts = ran.out.trim().split(' ').map(Number);
    if (counts.length !== 4) return `the compiled program did not end: ${ran.out}`;
    const seen = counts.flatMap((count, i) => (count > 0 ? [[`${i >> 1} ${i & 1}`, count] as const] : []));
    const promised = new Set(rowStates(row, shape, readRow(row, shape), 'tso'));
    const weak = forbiddenIn(shape).join(' ');
    shown.push({
      shape,
      rounds: counts.reduce((sum, n) => sum + n, 0),
      reordered: seen.find(([state]) => state === weak)?.[1] ?? 0,
      allowed: promised.has(weak),
      outside: seen.filter(([state]) => !promised.has(state)),
    });
  }
  return shown;
}
