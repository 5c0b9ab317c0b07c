// Compiles WebAssembly modules. The published command keeps the machine code of earlier runs (`wasmCode.ts`); a library
// and a page compile.

type Bytes = Uint8Array<ArrayBuffer>;

/** Returns a module of these bytes, by `compile` unless it has a quicker way. */
type Compiler = (
  name: string,
  bytes: Bytes,
  compile: () => Promise<WebAssembly.Module>,
) => Promise<WebAssembly.Module>;

let compiler: Compiler = (_name, _bytes, compile) => compile();

/** For what starts the program. */
export function provideCompiler(provided: Compiler): void {
  compiler = provided;
}

/** Kept code counts only under the flags it was made with: `compile` sets those it wants itself. */
export const compileWasm = (
  name: string,
  bytes: Bytes,
  compile: () => Promise<WebAssembly.Module>,
): Promise<WebAssembly.Module> => compiler(name, bytes, compile);
