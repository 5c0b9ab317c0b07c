// Loads the program, one script that `npm run build` makes, with the code that was kept of it. Threads load it too.
// Their code is kept apart from the main thread's, since the two share little.

import { join } from 'node:path';
import { cachedDataVersionTag, getHeapCodeStatistics } from 'node:v8';
import { Script } from 'node:vm';
import { type CachedCode, CodeCache } from './codeCache.js';
import { KeptFiles, type KeptFolder } from './keptFiles.js';
import { readFile } from './readFile.js';
import { startPractice } from './startPractice.js';
import { type Compile, WasmCode } from './wasmCode.js';

/** The hash of the scripts and of the modules of WebAssembly they use, known when they are built. */
declare const bundleHash: string;

interface LoadedProgram {
  /** Runs a module of the program, and what it exports. */
  enter(module: string): unknown;
  /** Keeps the code for the next run, if there is much that is not kept yet. */
  keepCode(): void;
  /** Starts a process that practises, if this run would have had it better with what that makes. */
  startPractice(): void;
}

export type Compiler = (
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  compile: Compile,
) => Promise<WebAssembly.Module>;

interface Exports {
  enter?: (module: string) => unknown;
  /** The compiler of WebAssembly modules. */
  provideCompiler?: (compiler: Compiler) => void;
}

/**
 * The script as a function: of Node's module variables, its `import`, a listener to loaded parts, and a loader of
 * scripts beside it.
 */
type Body = (
  exports: Exports,
  require: NodeJS.Require,
  filename: string,
  dirname: string,
  load: (name: string) => Promise<unknown>,
  part: (name: string) => void,
  beside: (name: string) => unknown,
) => void;

/** A module of the program on a thread of its own, and what it exports. */
export function enterThread(folder: string, env: NodeJS.ProcessEnv, module: string): unknown {
  const program = loadProgram(folder, env, { use: 'thread-', practisesAtOnce: true });
  // A thread that has to be ended keeps nothing.
  process.on('exit', () => program.keepCode());
  return program.enter(module);
}

interface LoadOptions {
  /** For callers that do not want kept code of WebAssembly. */
  readonly compiler?: Compiler;
  /** The role that runs it, if it is not the main thread of the command. */
  readonly use?: string;
  /** A role that may be ended at any time starts a missing practice at once, not at its end. */
  readonly practisesAtOnce?: boolean;
}

export function loadProgram(
  folder: string,
  env: NodeJS.ProcessEnv,
  { compiler, use = '', practisesAtOnce = false }: LoadOptions = {},
): LoadedProgram {
  const filename = join(folder, 'program.cjs');
  const places = placesOf(folder, env);
  const wasm = places === undefined ? undefined : new WasmCode(places.files, places.key);
  const practise = (): void => {
    if (env.DIPTYCH_PRACTICE !== 'off' && wasm?.claimPractice() === true) startPractice(folder);
  };
  const program = new KeptScript(filename, places, `${use}${useOf(process.argv)}`);
  const scripts = [program];
  const exports: Exports = {};
  const body: Body = program.run();
  body(
    exports,
    require,
    filename,
    folder,
    (name) => import(name),
    (name) => program.parts.add(name),
    (name) => {
      const script = new KeptScript(join(folder, `${name}.cjs`), places, name);
      scripts.push(script);
      return script.run();
    },
  );
  if (compiler !== undefined) exports.provideCompiler?.(compiler);
  else if (wasm !== undefined)
    exports.provideCompiler?.(async (name, bytes, compile) => {
      const module = await wasm.compiled(name, bytes, compile);
      if (practisesAtOnce) practise();
      return module;
    });
  return {
    enter: (module) => exports.enter?.(module),
    keepCode: () => {
      for (const script of scripts) script.keep(program.tag);
    },
    startPractice: practise,
  };
}

/** Where code is kept, and a name for everything it depends on; undefined if it is not wanted. */
interface Places {
  readonly files: KeptFiles;
  readonly key: string;
}

/** Everything that V8 checks is in the key, so that two ways to start Node do not take turns in writing. */
export function placesOf(folder: string, env: NodeJS.ProcessEnv): Places | undefined {
  const choice = env.DIPTYCH_CODE_CACHE;
  if (choice === 'off') return undefined;
  const home =
    env.XDG_CACHE_HOME ?? env.LOCALAPPDATA ?? (env.HOME === undefined ? undefined : join(env.HOME, '.cache'));
  const folders: KeptFolder[] =
    choice === undefined || choice === ''
      ? [
          { path: join(folder, 'cache'), foreign: false },
          ...(home === undefined ? [] : [{ path: join(home, 'diptych'), foreign: true }]),
        ]
      : [{ path: choice, foreign: true }];
  const { arch, platform, versions, execArgv } = process;
  const flags = [...execArgv, env.NODE_OPTIONS ?? ''].join(' ').trim();
  const key = [bundleHash, versions.node, versions.v8, platform, arch];
  if (flags !== '') key.push(textHash(flags));
  return { files: new KeptFiles(folders), key: key.join('-') };
}

/**
 * V8 restores all kept code, needed or not, so code is kept apart by what shares little: programs in C, litmus tests, and commands that
 * put no question. Questions share theirs: code of the others costs each less than a thirtieth of its time.
 */
function useOf(argv: readonly string[]): string {
  if (!questions.some((name) => name === argv[2])) return 'other';
  return argv.some((word) => word.endsWith('.c')) ? 'c' : 'litmus';
}

const questions = [
  'outcomes',
  'check',
  'robust',
  'races',
  'explain',
  'fences',
  'relax',
  'monitor',
  'crosscheck',
];

/** FNV-1a. */
function textHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16);
}

/** Microseconds of processor: a shorter run is not worth the time that measuring its code takes. */
const longRun = 500_000;
/** How much more code there must be for writing it again. */
const growth = 1.1;

/** A script with the code that was kept of it. */
class KeptScript {
  readonly parts = new Set<string>();
  readonly #cache: CodeCache | undefined;
  readonly #script: Script;
  readonly #kept: CachedCode | undefined;
  /** Of V8 and its flags when it was loaded. */
  readonly tag: number;

  /** `use`: the role that the kept code depends on. */
  constructor(filename: string, places: Places | undefined, use: string) {
    this.#cache = places === undefined ? undefined : new CodeCache(places.files, `${use}-${places.key}`);
    // The build writes ASCII only.
    const source = readFile(filename).toString('latin1');
    const kept = this.#cache?.read();
    this.#script = new Script(source, {
      filename,
      ...(kept === undefined ? {} : { cachedData: kept.data }),
    });
    this.#kept = kept !== undefined && this.#script.cachedDataRejected !== true ? kept : undefined;
    this.tag = this.#kept?.tag ?? cachedDataVersionTag();
  }

  run() {
    return this.#script.runInThisContext();
  }

  /** `tag`: of the flags with which the next run will begin. */
  keep(tag: number): void {
    const cache = this.#cache;
    const kept = this.#kept;
    if (cache === undefined) return;
    const known = new Set(kept?.parts);
    const newParts = [...this.parts].some((part) => !known.has(part));
    const { user, system } = process.cpuUsage();
    if (kept !== undefined && !newParts && user + system < longRun) return;
    const bytecode = getHeapCodeStatistics().bytecode_and_metadata_size;
    if (kept !== undefined && !newParts && bytecode < growth * kept.bytecode) return;
    // V8 takes back only what was made under the same flags.
    if (!cache.writable || cachedDataVersionTag() !== tag) return;
    const parts = [...new Set([...known, ...this.parts])];
    cache.write({ data: this.#script.createCachedData(), parts, bytecode, tag });
  }
}
