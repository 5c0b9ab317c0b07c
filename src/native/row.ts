// Where the locations of a litmus test live on the processor: a row per instance, each location in cache lines of its own,
// the cells of an array next to each other. Addresses that a run shows are offsets into the row.

import { layOut } from '../program/layout.js';
import type { Program } from '../program/program.js';

export interface Row {
  /** Bytes from one location to the next. */
  readonly line: number;
  /** Bytes of a cell. */
  readonly stride: 4 | 8;
  offset(location: string, index: number): number;
  /** The value that the models give to the address at an offset. */
  address(offset: number): number;
}

const cacheLines = 128;

export function rowOf(program: Program, stride: 4 | 8): Row {
  const numbers = new Map(program.locations.map(({ name }, i) => [name, i]));
  const largest = Math.max(1, ...program.locations.map(({ initial }) => initial.length));
  const line = cacheLines * Math.ceil((largest * stride) / cacheLines);
  const layout = layOut(program);
  const offset = (location: string, index: number): number =>
    (numbers.get(location) ?? 0) * line + index * stride;
  return {
    line,
    stride,
    offset,
    address(at) {
      const { name } = program.locations[Math.floor(at / line)];
      return (layout.addressOf.get(name) ?? 0) + (at % line) / stride;
    },
  };
}
