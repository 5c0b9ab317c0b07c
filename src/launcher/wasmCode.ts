// Machine code of WebAssembly modules, kept across runs: compiling the functions of Z3 that the smallest question needs takes
// longer than everything else about it. Node has no interface for it, V8 has: functions of its own tests, reachable under a
// flag. They end the process where they are used wrongly, as another version of V8 may find we do. So the code is made by a
// process of its own (`practice.ts`), which practises, writes, and lets another process try what it wrote; only then is it
// found by others, under a name that has all versions in it.

import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import type { KeptFiles } from './keptFiles.js';

type Bytes = Uint8Array<ArrayBuffer>;
export type Compile = () => Promise<WebAssembly.Module>;
type Native = (...args: unknown[]) => unknown;

export class WasmCode {
  readonly #files: KeptFiles;
  readonly #key: string;
  /** Whether a module had to be compiled. */
  #missed = false;

  /** `key` names everything but the module that the code depends on. */
  constructor(files: KeptFiles, key: string) {
    this.#files = files;
    this.#key = key;
  }

  async compiled(name: string, bytes: Bytes, compile: Compile): Promise<WebAssembly.Module> {
    const kept = this.#files.read(this.fileOf(name, bytes));
    if (kept !== undefined) {
      const code = kept.buffer.slice(kept.byteOffset, kept.byteOffset + kept.length);
      const module = native('DeserializeWasmModule', 2)?.(code, bytes);
      if (module instanceof WebAssembly.Module) return module;
    }
    this.#missed = true;
    return compile();
  }

  /** True for one of those runs that would have had it better with kept code. */
  claimPractice(): boolean {
    return this.#missed && this.#files.claim(`practice-${this.#key}`);
  }

  keep(name: string, bytes: Bytes, module: WebAssembly.Module): void {
    const code = native('SerializeWasmModule', 1)?.(module);
    if (code instanceof ArrayBuffer) this.#files.write(this.fileOf(name, bytes), Buffer.from(code));
  }

  fileOf(name: string, bytes: Bytes): string {
    return `wasm-${name}-${sample(bytes)}-${this.#key}`;
  }
}

/** V8's function of that name. */
function native(name: string, arity: 1 | 2): Native | undefined {
  const parameters = arity === 1 ? 'a' : 'a, b';
  setFlagsFromString('--allow-natives-syntax');
  try {
    // In parentheses, it is compiled at once, while the flag is set.
    return new Script(`(function (${parameters}) { return %${name}(${parameters}); })`).runInThisContext();
  } catch {
    return undefined;
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}

/** Modules are named by their packages' versions in the key of the bundle; this tells one that was exchanged. */
function sample(bytes: Bytes): string {
  const samples = 512;
  const step = Math.max(1, Math.floor(bytes.length / samples));
  let hash = bytes.length;
  for (let i = 0; i < bytes.length; i += step) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return (hash >>> 0).toString(16);
}
