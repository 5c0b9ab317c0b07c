// Fences and atomic instructions that a recorded program has in assembly. The compiler turns all others into calls of
// the recorder. So the log misses exactly those found in the program's own code. A scan of the machine code finds
// them, without a disassembler.

import { readFileSync } from 'node:fs';
import type { Address } from '../program/identity.js';
import type { SourceSpan } from '../program/statement.js';
import { executableFiles, type Symbols } from './symbols.js';
import { orderingInstructions } from './x86Code.js';

export interface UnseenAtomics {
  readonly count: number;
  /** Where some of them are. */
  readonly places: readonly SourceSpan[];
}

const mostPlaces = 5;

/** Of the program and its libraries, by the memory map of a run; those of the system are left out. */
export function unseenAtomics(maps: string, symbols: Symbols): UnseenAtomics {
  const places: SourceSpan[] = [];
  let count = 0;
  for (const path of executableFiles(maps)) {
    if (/^\/(usr\/)?lib/.test(path) || path.endsWith('/libtsan.so')) continue;
    const found = atomicInstructions(readFileSync(path));
    const names = symbols.functions(path, found);
    found.forEach((_, i) => {
      // The compiler's own helpers are no assembly of the program.
      if (names[i].function.startsWith('__aarch64_')) return;
      count++;
      const { at } = names[i];
      const isNew = !places.some(({ file, line }) => file === at?.file && line === at?.line);
      if (at !== undefined && isNew && places.length < mostPlaces) places.push(at);
    });
  }
  return { count, places };
}

/** The addresses of atomic instructions and fences in an ELF file of 64 bits; none in anything else. */
export function atomicInstructions(file: Buffer): number[] {
  if (file.length < 64 || file.readUInt32BE(0) !== 0x7f454c46 || file[4] !== 2 || file[5] !== 1) return [];
  const machine = file.readUInt16LE(18);
  const scan = machine === 183 ? scanAarch64 : machine === 62 ? orderingInstructions : undefined;
  if (scan === undefined) return [];
  const found: number[] = [];
  for (const { offset, address, size } of codeSections(file))
    for (const at of scan(file.subarray(offset, offset + size))) found.push(address + at);
  return found;
}

interface CodeSection {
  readonly offset: number;
  readonly address: Address;
  readonly size: number;
}

/** Sections that are executed and lie in the file, but for the stubs of linked functions. */
function codeSections(file: Buffer): CodeSection[] {
  const table = Number(file.readBigUInt64LE(40));
  const [entrySize, count, nameIndex] = [58, 60, 62].map((at) => file.readUInt16LE(at));
  const section = (i: number): { name: number; type: number; flags: number } & CodeSection => {
    const at = table + i * entrySize;
    return {
      name: file.readUInt32LE(at),
      type: file.readUInt32LE(at + 4),
      flags: file.readUInt32LE(at + 8),
      address: Number(file.readBigUInt64LE(at + 16)),
      offset: Number(file.readBigUInt64LE(at + 24)),
      size: Number(file.readBigUInt64LE(at + 32)),
    };
  };
  if (table === 0 || table + count * entrySize > file.length) return [];
  const names = section(nameIndex).offset;
  const nameOf = (at: number): string => file.toString('latin1', names + at, file.indexOf(0, names + at));
  return Array.from({ length: count }, (_, i) => section(i)).filter(
    ({ name, type, flags }) => type === 1 && (flags & 4) !== 0 && nameOf(name).startsWith('.text'),
  );
}

function scanAarch64(code: Buffer): number[] {
  const found: number[] = [];
  for (let at = 0; at + 4 <= code.length; at += 4) {
    const word = code.readUInt32LE(at);
    const barrier = (word & 0xfffff0df) >>> 0 === 0xd503309f;
    const exclusive = (word & 0x3f000000) === 0x08000000;
    const update = (word & 0x3b200c00) === 0x38200000;
    if (barrier || exclusive || update) found.push(at);
  }
  return found;
}
