// Which compiler reads a file: the one that is named, else the first usual one on the PATH.

import { accessSync, constants, statSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join } from 'node:path';
import { InputError } from '../../support/diagnostic.js';
import type { Language } from './languages.js';

export interface Compiler {
  /** The name by which it was found. */
  readonly name: string;
  readonly path: string;
  /** It is a package of npm (packaged.ts). */
  readonly packaged?: true;
}

/** clang as a package of npm. */
export const packageName = '@yowasp/clang';

/** The newest first: newer ones read the bitcode of older ones. */
const versions = Array.from({ length: 12 }, (_, i) => 25 - i);
const numbered = (name: string): string[] => [name, ...versions.map((version) => `${name}-${version}`)];

const usual: Readonly<Record<Exclude<Language, 'llvm'>, readonly string[]>> = {
  c: numbered('clang'),
  'c++': numbered('clang++'),
  rust: ['rustc'],
  bitcode: numbered('llvm-dis'),
};

/** Undefined if there is none and none is named. */
export function findCompiler(
  language: Exclude<Language, 'llvm'>,
  named: string | undefined,
  env: NodeJS.ProcessEnv,
): Compiler | undefined {
  // rustc and llvm-dis are not what --cc is for, unless it names one.
  const wanted = named !== undefined && suits(language, named) ? named : undefined;
  for (const name of wanted === undefined ? usual[language] : [wanted]) {
    const path = onPath(name, env);
    if (path !== undefined) return { name, path };
  }
  if (wanted !== undefined)
    throw new InputError({
      code: 'no-compiler',
      message: `the compiler ${wanted} was not found`,
      hint: 'name one that is on the PATH, or its path',
    });
  return undefined;
}

function suits(language: Language, name: string): boolean {
  const isRust = /^rustc/.test(basename(name));
  if (language === 'rust') return isRust;
  if (language === 'bitcode' || isRust) return false;
  if (/^(?:.*-)?g(?:cc|\+\+)(?:-\d+)?$/.test(basename(name)))
    throw new InputError({
      code: 'no-compiler',
      message: `${name} makes no LLVM IR`,
      hint: 'clang does: --cc clang',
    });
  return true;
}

function onPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  if (isAbsolute(name) || /[\\/]/.test(name)) return isExecutable(name) ? name : undefined;
  return (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The hint for a machine without a compiler. */
export function noCompiler(language: Exclude<Language, 'llvm'>, file: string): InputError {
  const [what, hint] = {
    c: [
      'clang',
      `npm install ${packageName}; on Debian: apt-get install clang; on macOS: xcode-select --install`,
    ],
    'c++': ['clang++', 'on Debian: apt-get install clang; on macOS: xcode-select --install'],
    rust: ['rustc', 'https://rustup.rs installs it; on Debian: apt-get install rustc'],
    bitcode: ['llvm-dis', 'on Debian: apt-get install llvm; or compile with -S for a file that ends in .ll'],
  }[language];
  return new InputError({
    code: 'no-compiler',
    message: `${what} is needed to read this file, and none was found on the PATH`,
    file,
    hint,
  });
}
