// How each compiler is called so that it makes LLVM IR, and says which files it read.

import { join } from 'node:path';
import { modelFolder } from '../libraryFile.js';
import type { Language } from './languages.js';

export interface CompileOptions {
  /** The compiler to use. */
  readonly cc?: string;
  /** Further flags for it. */
  readonly cflags?: readonly string[];
  readonly defines?: readonly string[];
  readonly includeDirs?: readonly string[];
  /** Whether the IR is kept for the next question about the file; true if absent. */
  readonly keepIr?: boolean;
}

/** Flags that say what is compiled; those of the user come behind them, so that they win. */
export function flagsOf(language: Exclude<Language, 'llvm'>, options: CompileOptions): string[] {
  const { cflags = [], defines = [], includeDirs = [] } = options;
  switch (language) {
    case 'bitcode':
      return [];
    case 'rust':
      return [
        '--edition=2021',
        '--crate-type=bin',
        '--error-format=short',
        '-Awarnings',
        '-g',
        '-Copt-level=1',
        '-Cpanic=abort',
        '-Ccodegen-units=1',
        ...defines.map((define) => `--cfg=${rustCondition(define)}`),
        ...cflags,
      ];
    default:
      return [
        '--target=x86_64-linux-gnu',
        // Without that macro a shared_ptr of libstdc++ reads both of its counts at once, which is an access of another size.
        // The other one makes strings of C++17 part of the program, as those of C++20 are: else they stand in the shared object.
        ...(language === 'c++'
          ? [
              '-std=c++20',
              '-D_GLIBCXX_TSAN=1',
              '-D_GLIBCXX_EXTERN_TEMPLATE=-1',
              // Headers in place of those of libstdc++ that spin and count before they wait.
              `-isystem${join(modelFolder, 'include', 'c++')}`,
            ]
          : // As gcc takes it, and diptych's own reader; clang has an error for it from 16 on.
            ['-Wno-implicit-function-declaration']),
        '-O0',
        '-g',
        '-w',
        '-ffp-contract=off',
        '-fno-discard-value-names',
        ...defines.map((define) => `-D${define}`),
        ...includeDirs.map((folder) => `-I${folder}`),
        ...cflags,
      ];
  }
}

/** `NAME=VALUE` as rustc wants it: the value in quotation marks. */
const rustCondition = (define: string): string => define.replace(/^([^=]+)=([^"].*)$/, '$1="$2"');

/** Where the compiler is to write: the IR, and the files it read as a rule of a makefile. */
export function outputFlags(language: Exclude<Language, 'llvm'>, ir: string, dependencies: string): string[] {
  switch (language) {
    case 'bitcode':
      return ['-o', ir];
    case 'rust':
      return [`--emit=llvm-ir=${ir},dep-info=${dependencies}`];
    default:
      return ['-S', '-emit-llvm', '-o', ir, '-MD', '-MF', dependencies];
  }
}

/** The files behind the colon of a makefile's rules. */
export function dependenciesOf(rules: string): string[] {
  const files = new Set<string>();
  for (const line of rules.replace(/\\\r?\n/g, ' ').split('\n')) {
    const behind = /^(?:[^:\\]|\\.|:(?!\s|$))*:\s(.*)$/.exec(line)?.[1] ?? '';
    for (const [file] of behind.matchAll(/(?:\\.|[^\s\\])+/g)) files.add(file.replace(/\\(.)/g, '$1'));
  }
  return [...files];
}
