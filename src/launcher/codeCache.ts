// What V8 made of the program in earlier runs, kept in a file, so that a run need not compile the functions it uses. V8 trusts
// such data, and a flipped byte in it can crash the process: the file is a gzip archive, not compressed, whose checksum is
// verified when it is read. A file is written under a name of its own and renamed, so readers see all of it or nothing.

import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

export interface CachedCode {
  readonly data: Buffer;
  /** The parts of the program that the run which wrote it had loaded. */
  readonly parts: readonly string[];
  /** Bytes of bytecode that run had. */
  readonly bytecode: number;
}

export interface CacheFolder {
  readonly path: string;
  /** Not part of the installed program: what others put there is not to be run. */
  readonly foreign: boolean;
}

export interface CodeCache {
  read(): CachedCode | undefined;
  /** Whether some folder takes a file; making the data for nothing would slow every run down. */
  readonly writable: boolean;
  /** Does nothing where nothing can be written: no answer depends on it. */
  write(code: CachedCode): void;
}

/** `key` names everything that the code depends on. The first folder that serves is used. */
export function openCodeCache(folders: readonly CacheFolder[], key: string): CodeCache {
  const name = `code-${key}.gz`;
  const target = (): string | undefined => folders.find(({ path }) => canWrite(path))?.path;
  return {
    read() {
      for (const { path, foreign } of folders) {
        const code = readCode(join(path, name), foreign);
        if (code !== undefined) return code;
      }
      return undefined;
    },
    get writable() {
      return target() !== undefined;
    },
    write(code) {
      const folder = target();
      if (folder === undefined) return;
      const temporary = join(folder, `${name}.${process.pid}-${Date.now()}.tmp`);
      try {
        writeFileSync(temporary, pack(code), { flag: 'wx' });
        renameSync(temporary, join(folder, name));
      } catch {
        rmSync(temporary, { force: true });
      }
    },
  };
}

function canWrite(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Undefined when there is none, or none that can be trusted. */
function readCode(file: string, foreign: boolean): CachedCode | undefined {
  try {
    if (foreign && statSync(file).uid !== process.getuid?.()) return undefined;
    return unpack(readFileSync(file));
  } catch {
    return undefined;
  }
}

/** The length of the description comes first, then the description as JSON, then the data. */
const prefixBytes = 4;
/** V8 wants its data aligned. */
const alignment = 8;

function pack({ data, parts, bytecode }: CachedCode): Buffer {
  const described = JSON.stringify({ parts, bytecode });
  const bytes = Math.ceil((prefixBytes + described.length) / alignment) * alignment - prefixBytes;
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32LE(bytes);
  return gzipSync(Buffer.concat([prefix, Buffer.from(described.padEnd(bytes)), data]), { level: 0 });
}

function unpack(packed: Buffer): CachedCode {
  // In one piece: what is inside is smaller than the archive.
  const content = gunzipSync(packed, { chunkSize: packed.length });
  const start = prefixBytes + content.readUInt32LE();
  const { parts, bytecode } = JSON.parse(content.toString('latin1', prefixBytes, start));
  return { data: content.subarray(start), parts, bytecode };
}
