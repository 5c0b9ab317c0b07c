// Z3's WebAssembly module: loaded once per process, called through its exported C functions. The wrappers of the z3-solver
// package are not used: they convert every argument, and their solver runs on threads that keep a process alive.

import { closeSync, openSync, read, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import startModule from 'z3-solver/build/z3-built.js';
import { compileWasm } from '../../launcher/compileWasm.js';
import { underFlag, underUsualFlags, validatedLazily } from '../../launcher/v8Flags.js';
import { bug } from '../../support/diagnostic.js';
import { OutOfMemory } from '../../support/outOfMemory.js';
import type { Z3Context } from './context.js';
import { replaceInvokeThunks, type Thunks } from './invokeThunks.js';
import { type SatCore, satCoreOf } from './satCore.js';

type Native = (...args: number[]) => number;

/** The functions that are used, with the names of Z3's C interface. */
export const functionNames = [
  'malloc',
  'free',
  'emscripten_stack_get_current',
  '_emscripten_stack_restore',
  'set_noop_error_handler',
  'Z3_global_param_set',
  'Z3_mk_config',
  'Z3_del_config',
  'Z3_mk_context_rc',
  'Z3_del_context',
  'Z3_get_error_code',
  'Z3_mk_string_symbol',
  'Z3_mk_int_symbol',
  'Z3_mk_bool_sort',
  'Z3_mk_int_sort',
  'Z3_mk_const',
  'Z3_mk_not',
  'Z3_mk_or',
  'Z3_mk_lt',
  'Z3_inc_ref',
  'Z3_dec_ref',
  'Z3_mk_params',
  'Z3_params_inc_ref',
  'Z3_params_dec_ref',
  'Z3_params_set_bool',
  'Z3_params_set_uint',
  'Z3_mk_solver_for_logic',
  'Z3_solver_inc_ref',
  'Z3_solver_dec_ref',
  'Z3_solver_set_params',
  'Z3_solver_assert',
  'Z3_solver_check_assumptions',
  'Z3_solver_get_trail',
  'Z3_solver_get_unsat_core',
  'Z3_ast_vector_inc_ref',
  'Z3_ast_vector_dec_ref',
  'Z3_ast_vector_size',
  'Z3_ast_vector_get',
  'Z3_solver_get_model',
  'Z3_model_inc_ref',
  'Z3_model_dec_ref',
  'Z3_model_eval',
  'Z3_get_bool_value',
] as const;

export type Z3Functions = Readonly<Record<(typeof functionNames)[number], Native>>;

export interface Z3Module {
  readonly z3: Z3Functions;
  /** Undefined if the SAT solver cannot be called directly. */
  readonly sat: SatCore | undefined;
  readonly heap: Uint32Array;
  /** Contexts that wait for a solver. */
  readonly idle: Z3Context[];
  /** Resources to free before the next solver is made. At the end of a process they need not be freed. */
  readonly leftovers: (() => void)[];
  /** The address of a zero-terminated copy of `text`; copies are kept, so this is for the few names Z3 is told. */
  text(text: string): number;
  /** Runs a function outside of the C interface and handles the C++ exceptions it throws. */
  guarded<T>(run: () => T): T;
}

export interface Z3Options {
  /** The exported functions as they are, without generated thunks: for comparison. */
  readonly plainThunks?: boolean;
  /** The memory that Z3 may allocate. The limit counts for the whole process or thread, from its first start on. */
  readonly memoryMb?: number;
  /**
   * Use the module with only the functions that small questions need, if it is installed: it starts in a fraction of
   * the time. If a question needs another function, a WebAssembly.RuntimeError is thrown in the middle of the work.
   */
  readonly small?: boolean;
}

/** The module has two gigabytes for everything, and needs some of it to say that the rest is gone. */
const mostMemoryMb = 1800;

/** The part of Z3 that `npm run build` puts beside the program. */
const smallFile = 'z3-small.wasm';

interface Start {
  readonly starting: Promise<Z3Module>;
  module: Z3Module | undefined;
}

/** By whether it is the small part. */
const started = new Map<boolean, Start>();
let readModule: Read = readInstalled;
let readSmall: Read = async () => readAtOnce(fileURLToPath(new URL(smallFile, import.meta.url)));

type Read = () => Promise<Uint8Array<ArrayBuffer>>;

/** Where the modules come from, in a page; Node finds them among its packages and beside the program. Before the first start. */
export function provideZ3(whole = readModule, small = readSmall): void {
  readModule = whole;
  readSmall = small;
}

async function readInstalled(): Promise<Uint8Array<ArrayBuffer>> {
  const { resolve } = createRequire(import.meta.url);
  return readAtOnce(resolve('z3-solver/build/z3-built.wasm'));
}

/** Beside what this thread does meanwhile: `readFile` comes back to it for every half megabyte. */
function readAtOnce(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(statSync(path).size);
  const file = openSync(path, 'r');
  return new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    const readFrom = (start: number): void =>
      read(file, bytes, start, bytes.length - start, start, (error, count) => {
        if (error !== null) reject(error);
        else if (start + count === bytes.length) resolve(bytes);
        else if (count === 0) reject(new Error(`${path} ends too early`));
        else readFrom(start + count);
      });
    readFrom(0);
  }).finally(() => closeSync(file));
}

/** Once, until it is forgotten. */
export function startZ3(options: Z3Options = {}): Promise<Z3Module> {
  const { plainThunks = false, small = false } = options;
  if (plainThunks) return load(options);
  const known = started.get(small);
  if (known !== undefined) return known.starting;
  const starting = small ? startSmall(options) : load(options);
  const start: Start = { starting, module: undefined };
  started.set(small, start);
  // This handler runs before any other user of the module. Every waiter is told the error.
  starting.then(
    (module) => {
      start.module = module;
    },
    () => {},
  );
  return starting;
}

async function startSmall(options: Z3Options): Promise<Z3Module> {
  try {
    return await load(options, 'z3-small', readSmall);
  } catch {
    // It is not there, or has no function that its start needs.
    return startZ3({ ...options, small: false });
  }
}

/** The next start makes another module. */
export function forgetZ3(module: Z3Module): void {
  for (const [small, start] of started) if (start.module === module) started.delete(small);
}

async function load(
  { plainThunks = false, memoryMb = mostMemoryMb }: Z3Options,
  name = 'z3',
  read = readModule,
): Promise<Z3Module> {
  const bytes = await read();
  const module = await underUsualFlags(() =>
    compileWasm(name, bytes, () => underFlag(validatedLazily, () => WebAssembly.compile(bytes))),
  );
  let exports: Readonly<Record<string, unknown>> = {};
  let memory: unknown;
  let thunks: Thunks | undefined;
  await new Promise<void>((resolve, reject) => {
    const instantiateWasm = (
      imports: WebAssembly.Imports,
      done: (i: WebAssembly.Instance, m: WebAssembly.Module) => void,
    ): object => {
      thunks = plainThunks ? undefined : replaceInvokeThunks(imports);
      memory = imports.env.memory;
      WebAssembly.instantiate(module, thunks?.imports ?? imports)
        .then((instance) => {
          exports = instance.exports;
          thunks?.connect(exports);
          done(instance, module);
        })
        .catch(reject);
      return {};
    };
    startModule({ instantiateWasm }).then(() => resolve(), reject);
  });
  if (!(memory instanceof WebAssembly.Memory)) return bug('Z3 has no memory');
  const { buffer } = memory;
  const z3 = functionsOf(exports);
  const heap = new Uint32Array(buffer);
  const texts = new Map<string, number>();
  const text = (s: string): number => {
    const known = texts.get(s);
    if (known !== undefined) return known;
    const bytes = new TextEncoder().encode(`${s}\0`);
    const address = z3.malloc(bytes.length) >>> 0;
    new Uint8Array(buffer).set(bytes, address);
    texts.set(s, address);
    return address;
  };
  const megabytes = String(Math.min(Math.floor(memoryMb), mostMemoryMb));
  z3.Z3_global_param_set(text('memory_max_size'), text(megabytes));
  const sat = satCoreOf(exports, memory, z3.malloc);
  const guarded = <T>(run: () => T): T => {
    const stack = z3.emscripten_stack_get_current();
    try {
      return run();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) throw error;
      z3._emscripten_stack_restore(stack);
      thunks?.caught();
      throw new OutOfMemory('the solver reached the memory limit');
    }
  };
  return { z3, sat, heap, idle: [], leftovers: [], text, guarded };
}

function functionsOf(exports: Readonly<Record<string, unknown>>): Z3Functions {
  const found: Partial<Record<(typeof functionNames)[number], Native>> = {};
  for (const name of functionNames) {
    const f = exports[name];
    found[name] = isNative(f) ? f : bug(`z3-solver has no function ${name}`);
  }
  return hasAll(found) ? found : bug('z3-solver lacks functions');
}

function isNative(value: unknown): value is Native {
  return typeof value === 'function';
}

function hasAll(found: Partial<Record<(typeof functionNames)[number], Native>>): found is Z3Functions {
  return functionNames.every((name) => found[name] !== undefined);
}
