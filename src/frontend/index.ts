// Chooses the front end of a file by its extension. A front end is loaded when its first file comes.

import { extname } from 'node:path';
import { type LoopBound, withLoopBounds } from '../program/loopBounds.js';
import type { Program } from '../program/program.js';
import { InputError } from '../support/diagnostic.js';

export interface ReadOptions {
  /** Bounds of single loops. */
  readonly loopBounds?: readonly LoopBound[];
  /** C: bound of recursion and of loops that create threads. */
  readonly unroll?: number;
  /** C: macros, as after -D. */
  readonly defines?: readonly string[];
  /** C: folders to look for included files in, as after -I. */
  readonly includeDirs?: readonly string[];
  /** C: what a final state shows, instead of all integer globals. */
  readonly observe?: readonly string[];
}

interface FrontEnd {
  readonly extensions: readonly string[];
  read(path: string, options: ReadOptions): Promise<Program>;
}

const frontEnds: readonly FrontEnd[] = [
  {
    extensions: ['.litmus'],
    async read(path, { loopBounds = [] }) {
      const { readLitmusFile } = await import('./litmus/index.js');
      return withLoopBounds(readLitmusFile(path), boundsOf(path, loopBounds));
    },
  },
  {
    extensions: ['.c'],
    async read(path, options) {
      const { readCFile } = await import('./c/index.js');
      return readCFile(path, options);
    },
  },
];

/** A litmus test is one file: bounds for others are not its own. */
const boundsOf = (path: string, bounds: readonly LoopBound[]): LoopBound[] =>
  bounds
    .filter(({ file }) => file === undefined || file === path)
    .map(({ line, bound }) => ({ line, bound }));

export const programExtensions: readonly string[] = frontEnds.flatMap((frontEnd) => frontEnd.extensions);

const frontEndOf = (path: string): FrontEnd | undefined =>
  frontEnds.find((frontEnd) => frontEnd.extensions.includes(extname(path)));

/** Whether some front end reads files of that name. */
export const isProgramFile = (path: string): boolean => frontEndOf(path) !== undefined;

/** Reads a program, or throws an InputError that says what is wrong with the file. */
export async function readProgram(path: string, options: ReadOptions = {}): Promise<Program> {
  const frontEnd = frontEndOf(path);
  if (frontEnd === undefined)
    throw new InputError({
      code: 'unknown-extension',
      message: `no front end reads ${extname(path) === '' ? 'files without an extension' : `${extname(path)} files`}`,
      file: path,
      hint: `programs are files that end in ${programExtensions.join(' or ')}`,
    });
  return frontEnd.read(path, options);
}
