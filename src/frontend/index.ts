// Chooses the front end of a file by its extension. A front end is loaded when its first file comes.

import { extname } from 'node:path';
import type { Indivisible } from '../module/passes/cells/mixed.js';
import { type LoopBound, withLoopBounds } from '../program/loopBounds.js';
import type { Program } from '../program/program.js';
import { InputError } from '../support/diagnostic.js';
import type { OnPhase } from '../support/phase.js';
import { readSourceFile, readTextFile } from './textFile.js';

export interface ReadOptions {
  /** Bounds of single loops. */
  readonly loopBounds?: readonly LoopBound[];
  /** C: bound of recursion and of loops that create threads. */
  readonly unroll?: number;
  /** C: macros, as after -D. */
  readonly defines?: readonly string[];
  /** C: folders to look for included files in, as after -I. */
  readonly includeDirs?: readonly string[];
  /** C: other files of the same program. */
  readonly link?: readonly string[];
  /** C: the observables of a final state, instead of all globals that are numbers. */
  readonly observe?: readonly string[];
  /** C: which accesses to several cells are atomic sections (c/index.ts). */
  readonly indivisible?: Indivisible;
  /** C: the arguments of main, after the name of the program. */
  readonly args?: readonly string[];
  /** The compiler that makes LLVM IR of the program. Absent: C is read without one, other languages by a usual one. */
  readonly cc?: string;
  /** Which reader reads C; absent: clang if `cc` names one, else diptych's own. */
  readonly reader?: 'c' | 'llvm';
  /** Flags for that compiler. */
  readonly cflags?: readonly string[];
  /** Whether the IR is kept for the next question about the file; true if absent. */
  readonly keepIr?: boolean;
  /** The content of the path `-`. */
  readonly standardInput?: string;
  /** The text of a litmus test or C program, where an editor holds one that is not saved. */
  readonly text?: string;
  /** Called when a phase of the reading begins. */
  readonly onPhase?: OnPhase;
  /** Calls what reads the program: the place to stop it. */
  readonly guard?: <T>(work: () => T) => T;
}

const unguarded = <T>(work: () => T): T => work();

interface FrontEnd {
  readonly extensions: readonly string[];
  read(path: string, options: ReadOptions): Promise<Program>;
}

const frontEnds: readonly FrontEnd[] = [
  {
    extensions: ['.litmus'],
    async read(path, options) {
      const { loopBounds = [], guard = unguarded } = options;
      const { parseLitmus } = await import('./litmus/index.js');
      return guard(() =>
        withLoopBounds(parseLitmus(textOf(path, options), path), boundsOf(path, loopBounds)),
      );
    },
  },
  {
    extensions: ['.c', '.i'],
    async read(path, options) {
      const { guard = unguarded } = options;
      if (options.reader === 'llvm' || (options.reader === undefined && options.cc !== undefined))
        return readCompiled(path, options);
      const { parseC } = await import('./c/index.js');
      return guard(() => parseC(textOf(path, options, readSourceFile), path, options));
    },
  },
  {
    extensions: ['.cpp', '.cc', '.cxx', '.rs', '.ll', '.bc'],
    read: readCompiled,
  },
];

async function readCompiled(path: string, options: ReadOptions): Promise<Program> {
  const compiled = await import('./compile/program.js');
  return compiled.readCompiled(path, options);
}

const textOf = (
  path: string,
  { standardInput, text }: ReadOptions,
  read: (path: string) => string = readTextFile,
): string => text ?? (path === standardInputPath ? standardInput : undefined) ?? read(path);

/** A litmus test is one file: bounds for others are not its own. */
const boundsOf = (path: string, bounds: readonly LoopBound[]): LoopBound[] =>
  bounds
    .filter(({ file }) => file === undefined || file === path)
    .map(({ line, bound }) => ({ line, bound }));

export const programExtensions: readonly string[] = frontEnds.flatMap((frontEnd) => frontEnd.extensions);

const frontEndOf = (path: string, standardInput?: string): FrontEnd | undefined => {
  const extension = path === standardInputPath ? extensionOf(standardInput ?? '') : extname(path);
  return frontEnds.find((frontEnd) => frontEnd.extensions.includes(extension));
};

/** The name under which standard input is read. */
export const standardInputPath = '-';

/** A litmus test begins with its architecture and its name. */
const extensionOf = (text: string): string =>
  /^\s*(?:X86(?:_64)?|C)[ \t]+\S+[ \t]*(?:\r?\n|$)/.test(text.replace(/^(?:\s|\(\*[\s\S]*?\*\))+/, ''))
    ? '.litmus'
    : '.c';

/** Whether some front end reads files of that name. */
export const isProgramFile = (path: string): boolean => frontEndOf(path) !== undefined;

/** Reads a program, or throws an InputError that says what is wrong with the file. */
export async function readProgram(path: string, options: ReadOptions = {}): Promise<Program> {
  const frontEnd = frontEndOf(path, options.standardInput);
  if (frontEnd === undefined)
    throw new InputError({
      code: 'unknown-extension',
      message: `no front end reads ${extname(path) === '' ? 'files without an extension' : `${extname(path)} files`}`,
      file: path,
      hint: `programs are files that end in ${programExtensions.join(' or ')}`,
    });
  return frontEnd.read(path, options);
}
