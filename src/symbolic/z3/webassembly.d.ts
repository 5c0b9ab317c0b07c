// The little of the WebAssembly API that is used; TypeScript declares it only together with the DOM.

declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    readonly exports: Readonly<Record<string, unknown>>;
    constructor(module: Module, imports?: Imports);
  }
  class Global {
    value: number;
    constructor(descriptor: { value: 'i32'; mutable: boolean }, value: number);
  }
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  class Table {
    readonly length: number;
    get(index: number): unknown;
    set(index: number, value: unknown): void;
    grow(delta: number): number;
  }
  class RuntimeError extends Error {}
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: Imports): Promise<Instance>;
  function validate(bytes: Uint8Array): boolean;
}
