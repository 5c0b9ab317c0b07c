// LLVM IR as a module: the assembly language of LLVM 14 to 22. Runs in browsers too.

import type { Module } from '../../module/module.js';
import { InputError } from '../../support/diagnostic.js';
import { type EmitOptions, emitModule } from './emit/index.js';
import { parseFile } from './parse/index.js';
import type { FileSyntax } from './syntax.js';

export type { EmitOptions } from './emit/index.js';

export interface LlvmFile {
  readonly file: string;
  readonly text: string;
}

/** One program, which may be of several files. */
export function readLlvm(files: readonly LlvmFile[], options: EmitOptions = {}): Module {
  const parsed = files.map(({ file, text }) => parseFile(text, file));
  for (const file of parsed) requireTarget(file);
  return emitModule(parsed, options);
}

/** Layouts, arguments of variadic functions and assembly are those of x86-64. */
function requireTarget({ file, target }: FileSyntax): void {
  if (target === undefined || /^(?:x86_64|amd64)/.test(target)) return;
  throw new InputError({
    code: 'llvm-target',
    message: `the file was compiled for ${target}, not for x86-64`,
    file,
    hint: 'clang compiles for it with --target=x86_64-linux-gnu',
  });
}
