// The code that V8 compiled in earlier runs, kept in a file, so that a run need not compile the functions it uses.

import type { KeptFiles } from './keptFiles.js';

export interface CachedCode {
  readonly data: Buffer;
  /** The parts of the program that the run which wrote it had loaded. */
  readonly parts: readonly string[];
  /** Bytes of bytecode that run had. */
  readonly bytecode: number;
  /** Of V8 and the flags with which that run began: nothing is taken back under others. */
  readonly tag: number;
}

export class CodeCache {
  readonly #files: KeptFiles;
  readonly #name: string;

  /** `key` names everything that the code depends on. */
  constructor(files: KeptFiles, key: string) {
    this.#files = files;
    this.#name = `code-${key}`;
  }

  /** Its data hold until the next file is read. */
  read(): CachedCode | undefined {
    const content = this.#files.read(this.#name);
    return content === undefined ? undefined : unpack(content);
  }

  get writable(): boolean {
    return this.#files.target !== undefined;
  }

  write(code: CachedCode): void {
    this.#files.write(this.#name, pack(code));
  }
}

/** The length of the description comes first, then the description as JSON, then the data. */
const prefixBytes = 4;
/** V8 wants its data aligned. */
const alignment = 8;

function pack({ data, ...description }: CachedCode): Buffer {
  const described = JSON.stringify(description);
  const bytes = Math.ceil((prefixBytes + described.length) / alignment) * alignment - prefixBytes;
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32LE(bytes);
  return Buffer.concat([prefix, Buffer.from(described.padEnd(bytes)), data]);
}

function unpack(content: Buffer): CachedCode | undefined {
  try {
    const start = prefixBytes + content.readUInt32LE();
    const description = JSON.parse(content.toString('latin1', prefixBytes, start));
    return { ...description, data: content.subarray(start) };
  } catch {
    return undefined;
  }
}
