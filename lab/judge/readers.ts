// The readers of C that are judged.

import { execFileSync } from 'node:child_process';
import { parseC } from '#diptych/frontend/c/index.js';
import { flagsOf } from '#diptych/frontend/compile/command.js';
import { findCompiler, noCompiler } from '#diptych/frontend/compile/compilers.js';
import { installedLibrary } from '#diptych/frontend/libraryFile.js';
import { programOfLlvm } from '#diptych/frontend/llvm/program.js';
import type { Program } from '#diptych/program/program.js';

export { parseC };

export type ReadC = (
  text: string,
  file: string,
  options: { readonly unroll: number; readonly observe: readonly string[] },
) => Program;

export const readerNamed = (name: string): ReadC => (name === 'llvm' ? readThroughClang : parseC);

/** The program as clang and the reader of LLVM IR make it. */
const readThroughClang: ReadC = (text, file, options) => {
  const compiler = findCompiler('c', undefined, process.env);
  if (compiler === undefined) throw noCompiler('c', file);
  const flags = [...flagsOf('c', {}), '-S', '-emit-llvm', '-x', 'c', '-', '-o', '-'];
  const ir = execFileSync(compiler.path, flags, { input: text, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return programOfLlvm([{ file, text: ir }], { name: file, library: installedLibrary(), ...options });
};
