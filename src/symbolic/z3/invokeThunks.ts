// Emscripten compiles a C++ call inside a try block into a call of an imported `invoke_SIGNATURE(index, ...)`,
// written in JavaScript. That function calls table[index]; if a C++ exception comes out, it restores the stack
// pointer and sets a flag. Z3 makes millions of such calls. This file generates the same functions as one small
// WebAssembly module with WebAssembly exception handling, so that they leave WebAssembly only when something is
// thrown.
//
// The main module defines the table of the calls and is instantiated after its imports. So the generated module has a
// table of its own, and copies each function into it at the first call. A global that the wrapped throwing imports
// set tells C++ exceptions from other JavaScript exceptions.

import { body, header, leb, section, text } from './wasmBytes.js';

const typeCode: Readonly<Record<string, number>> = { i: 0x7f, j: 0x7e, f: 0x7d, d: 0x7c };
const emptyType = 0x40;
const zero: Readonly<Record<string, readonly number[]>> = {
  v: [],
  i: [0x41, 0],
  j: [0x42, 0],
  f: [0x43, 0, 0, 0, 0],
  d: [0x44, 0, 0, 0, 0, 0, 0, 0, 0],
};
/** The imports that throw a C++ exception. */
const throwing = ['__cxa_throw', '__cxa_rethrow', '__resumeException'];

export interface Thunks {
  /** The imports of the main module with every `invoke_*` replaced. */
  readonly imports: WebAssembly.Imports;
  /** To be called with the main module's exports before anything runs in it. */
  connect(exports: Readonly<Record<string, unknown>>): void;
  /** To be called when a C++ exception has come out of the module. */
  caught(): void;
}

/** Undefined when the engine does not support what is needed: the original imports work too. */
export function replaceInvokeThunks(imports: WebAssembly.Imports): Thunks | undefined {
  const { env } = imports;
  const names = Object.keys(env).filter((name) => /^invoke_[vijfd]+$/.test(name));
  const bytes = thunkModule(names.map((name) => name.slice('invoke_'.length)));
  if (!WebAssembly.validate(bytes)) return undefined;
  const thrown = new WebAssembly.Global({ value: 'i32', mutable: true }, 0);
  let fill = (_index: number): void => {};
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    e: { thrown, fill: (index: number) => fill(index) },
  });
  const replaced = { ...env };
  names.forEach((name, i) => {
    replaced[name] = exports[`f${i}`];
  });
  for (const name of throwing) {
    const original = env[name];
    if (typeof original !== 'function') continue;
    replaced[name] = (...args: unknown[]): unknown => {
      thrown.value = 1;
      return original(...args);
    };
  }
  return {
    imports: { ...imports, env: replaced },
    connect(main) {
      const from = main.__indirect_function_table;
      const { table, helpers } = exports;
      if (!isTable(from) || !isTable(table) || !isTable(helpers)) throw new Error('Z3 exports no table');
      table.grow(from.length);
      fill = (index) => table.set(index, from.get(index));
      ['emscripten_stack_get_current', '_emscripten_stack_restore', 'setThrew'].forEach((name, i) => {
        helpers.set(i, main[name]);
      });
    },
    caught() {
      thrown.value = 0;
    },
  };
}

function isTable(value: unknown): value is WebAssembly.Table {
  return value instanceof WebAssembly.Table;
}

function thunkModule(signatures: readonly string[]): Uint8Array<ArrayBuffer> {
  const types: string[] = [];
  const typeIndex = (signature: string): number => {
    const known = types.indexOf(signature);
    return known >= 0 ? known : types.push(signature) - 1;
  };
  // A signature is written as its result followed by its parameters.
  const save = typeIndex('i');
  const restore = typeIndex('vi');
  const setThrew = typeIndex('vii');
  const fill = typeIndex('vi');
  const outer = signatures.map((s) => typeIndex(`${s[0]}i${s.slice(1)}`));
  const inner = signatures.map(typeIndex);
  const bodies = signatures.map((signature, k) => {
    const stackPointer = signature.length;
    const callHelper = (i: number, type: number): number[] => [0x41, i, 0x11, ...leb(type), 1];
    const code = [
      ...[0x20, 0, 0x25, 0, 0xd1, 0x04, emptyType, 0x20, 0, 0x10, 0, 0x0b], // if table[index] is null: fill(index)
      ...callHelper(0, save),
      ...[0x21, ...leb(stackPointer)],
      ...[0x06, signature[0] === 'v' ? emptyType : typeCode[signature[0]]], // try
      ...Array.from({ length: signature.length - 1 }, (_, i) => [0x20, ...leb(i + 1)]).flat(),
      ...[0x20, 0, 0x11, ...leb(inner[k]), 0],
      0x19, // catch_all
      ...[0x23, 0, 0x45, 0x04, emptyType, 0x09, 1, 0x0b], // if not thrown by C++: rethrow
      ...[0x41, 0, 0x24, 0],
      ...[0x20, ...leb(stackPointer)],
      ...callHelper(1, restore),
      ...[0x41, 1, 0x41, 0],
      ...callHelper(2, setThrew),
      ...zero[signature[0]],
      0x0b,
      0x0b,
    ];
    return body([1, 1, typeCode.i, ...code]);
  });
  return Uint8Array.from([
    ...header,
    ...section(1, types.map(functionType)),
    ...section(2, [
      [...text('e'), ...text('thrown'), 0x03, typeCode.i, 1],
      [...text('e'), ...text('fill'), 0x00, ...leb(fill)],
    ]),
    ...section(3, outer.map(leb)),
    ...section(4, [
      [0x70, 0, 0],
      [0x70, 0, 3],
    ]),
    ...section(7, [
      [...text('table'), 1, 0],
      [...text('helpers'), 1, 1],
      ...signatures.map((_, i) => [...text(`f${i}`), 0, ...leb(i + 1)]),
    ]),
    ...section(10, bodies),
  ]);
}

function functionType(signature: string): number[] {
  const parameters = [...signature.slice(1)].map((c) => typeCode[c]);
  const results = signature[0] === 'v' ? [] : [typeCode[signature[0]]];
  return [0x60, ...leb(parameters.length), ...parameters, results.length, ...results];
}
