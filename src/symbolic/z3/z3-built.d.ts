// What z3-solver's main module wraps: the function that emscripten generates, which starts the WebAssembly module.

declare module 'z3-solver/build/z3-built.js' {
  interface Overrides {
    /** Called in place of loading and instantiating the module. */
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }
  export default function startModule(overrides: Overrides): Promise<unknown>;
}
