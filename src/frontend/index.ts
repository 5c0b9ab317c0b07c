// Chooses the front end of a file by its extension.

import { extname } from 'node:path';
import { InputError } from '../program/diagnostic.js';
import type { Program } from '../program/program.js';
import { readCFile } from './c/index.js';
import { readLitmusFile } from './litmus/index.js';

interface FrontEnd {
  readonly extensions: readonly string[];
  read(path: string): Program | Promise<Program>;
}

const frontEnds: readonly FrontEnd[] = [
  { extensions: ['.litmus'], read: readLitmusFile },
  { extensions: ['.c'], read: (path) => readCFile(path) },
];

export const programExtensions: readonly string[] = frontEnds.flatMap((frontEnd) => frontEnd.extensions);

const frontEndOf = (path: string): FrontEnd | undefined =>
  frontEnds.find((frontEnd) => frontEnd.extensions.includes(extname(path)));

/** Whether some front end reads files of that name. */
export const isProgramFile = (path: string): boolean => frontEndOf(path) !== undefined;

/** Reads a program, or throws an InputError that says what is wrong with the file. */
export async function readProgram(path: string): Promise<Program> {
  const frontEnd = frontEndOf(path);
  if (frontEnd === undefined)
    throw new InputError({
      code: 'unknown-extension',
      message: `no front end reads ${extname(path) === '' ? 'files without an extension' : `${extname(path)} files`}`,
      file: path,
      hint: `programs are files that end in ${programExtensions.join(' or ')}`,
    });
  return frontEnd.read(path);
}
