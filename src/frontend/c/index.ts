// C programs. Every caller reads C through `parseC`; docs/language-c.md says which C is understood and what it means.

import type { Program } from '../../program/program.js';
import { readOnMiddle } from '../onMiddle.js';
import { readSourceFile } from '../textFile.js';
import type { COptions } from './options.js';

export type { COptions } from './options.js';

export function parseC(text: string, file: string, options: COptions = {}): Program {
  return readOnMiddle(text, file, options);
}

export const readCFile = async (path: string, options: COptions = {}): Promise<Program> =>
  parseC(readSourceFile(path), path, options);
