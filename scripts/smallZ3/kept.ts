// The functions of Z3 that the small module keeps: a file in which the first line names the module they are numbers of.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cut } from './rewrite.js';

type Bytes = Uint8Array<ArrayBuffer>;

const lineLength = 110;

export const wholeModule = (): Bytes =>
  new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('z3-solver/build/z3-built.wasm')));

/** `list`: the text of the file. Undefined if it was made for another module. */
export function keptFunctions(whole: Bytes, list: string): number[] | undefined {
  const [name, ...ranges] = list.trim().split(/\s+/);
  return name === nameOf(whole) ? ranges.flatMap(numbersOf) : undefined;
}

export function smallModule(whole: Bytes, list: string): Bytes | undefined {
  const kept = keptFunctions(whole, list);
  return kept === undefined ? undefined : cut(whole, new Set(kept));
}

export function keptList(whole: Bytes, functions: readonly number[]): string {
  const lines = [nameOf(whole), ''];
  for (const range of rangesOf(functions)) {
    const last = lines[lines.length - 1];
    if (last.length + range.length >= lineLength) lines.push(range);
    else lines[lines.length - 1] = last === '' ? range : `${last} ${range}`;
  }
  return `${lines.join('\n')}\n`;
}

const nameOf = (module: Bytes): string => createHash('sha256').update(module).digest('hex');

/** Numbers in ascending order as `3`, `5-8`. */
function rangesOf(numbers: readonly number[]): string[] {
  const ranges: string[] = [];
  for (let i = 0; i < numbers.length; ) {
    let to = i;
    while (numbers[to + 1] === numbers[to] + 1) to++;
    ranges.push(to === i ? `${numbers[i]}` : `${numbers[i]}-${numbers[to]}`);
    i = to + 1;
  }
  return ranges;
}

function numbersOf(range: string): number[] {
  const [from, to = from] = range.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
