// From addresses of instructions to lines of source: the saved memory map says which file each lies in, addr2line the rest.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { normalize, relative } from 'node:path';
import type { SourceSpan } from '../program/statement.js';

interface Mapping {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
  readonly path: string;
  readonly executable: boolean;
}

/** Remembers what it has looked up, by file and place: runs of one program share it. */
export class Symbols {
  readonly #known = new Map<string, SourceSpan | undefined>();

  /** The places of instructions of a run whose map is in `maps`. */
  places(maps: string, pcs: Iterable<number>): (pc: number) => SourceSpan | undefined {
    const mappings = readMaps(maps);
    const keys = new Map<number, string>();
    const wanted = new Map<string, Set<string>>();
    for (const pc of pcs) {
      // A return address: the call is just before it.
      const mapping = mappings.find(({ start, end }) => pc - 1 >= start && pc - 1 < end);
      if (mapping === undefined) continue;
      const place = (pc - 1 - mapping.start + mapping.offset).toString(16);
      const key = `${mapping.path} ${place}`;
      keys.set(pc, key);
      if (this.#known.has(key)) continue;
      const places = wanted.get(mapping.path) ?? new Set<string>();
      wanted.set(mapping.path, places.add(place));
    }
    for (const [path, places] of wanted) this.#lookUp(path, [...places]);
    const found = new Map<number, SourceSpan | undefined>();
    for (const [pc, key] of keys) found.set(pc, this.#known.get(key));
    return (pc) => found.get(pc);
  }

  /** The functions and places of instructions, by their addresses in a file. */
  functions(path: string, addresses: readonly number[]): readonly Found[] {
    return addr2line(
      path,
      addresses.map((address) => address.toString(16)),
    );
  }

  #lookUp(path: string, places: readonly string[]): void {
    addr2line(path, places).forEach(({ at }, i) => {
      this.#known.set(`${path} ${places[i]}`, at);
    });
  }
}

interface Found {
  readonly function: string;
  readonly at?: SourceSpan;
}

/** Each address is answered with itself, and then the functions that were inlined there, innermost first, two lines each. */
function addr2line(path: string, places: readonly string[]): Found[] {
  if (places.length === 0) return [];
  const asked = spawnSync('addr2line', ['-a', '-i', '-f', '-C', '-e', path], {
    input: `${places.map((place) => `0x${place}`).join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const answers: string[][] = [];
  for (const line of asked.status === 0 ? asked.stdout.split('\n') : [])
    if (/^0x[0-9a-f]+$/.test(line)) answers.push([]);
    else answers.at(-1)?.push(line);
  return places.map((_, i) => {
    const [name = '', ...lines] = answers[i] ?? [];
    const frames = lines.filter((_, k) => k % 2 === 0).flatMap(frame);
    const at = frames.find(({ file }) => !isSystemHeader(file)) ?? frames.at(0);
    return { function: name, ...(at === undefined ? {} : { at: { ...at, file: shortened(at.file) } }) };
  });
}

function frame(line: string): (SourceSpan & { readonly file: string })[] {
  const found = /^(.+):(\d+)(?: |$)/.exec(line);
  return found === null || found[1] === '??' ? [] : [{ file: found[1], line: Number(found[2]), column: 1 }];
}

/** Inlined library code (std::atomic) is better described by the line that uses it. */
const isSystemHeader = (file: string): boolean => /^\/usr\/(include|lib)\//.test(normalize(file));

/** The files whose code a run could execute. */
export const executableFiles = (maps: string): readonly string[] => [
  ...new Set(readMaps(maps).flatMap(({ path, executable }) => (executable ? [path] : []))),
];

/** Relative to where the user stands, if it is below. */
function shortened(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') || short === '' ? normalize(path) : short;
}

function readMaps(path: string): Mapping[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    const fields = /^([0-9a-f]+)-([0-9a-f]+) ..(.)\S+ ([0-9a-f]+) \S+ \d+ +(\/.*)$/.exec(line);
    if (fields === null) return [];
    const [start, end, offset] = [1, 2, 4].map((i) => Number.parseInt(fields[i], 16));
    return [{ start, end, offset, path: fields[5], executable: fields[3] === 'x' }];
  });
}
