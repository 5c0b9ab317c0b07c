// The readers of C that are judged.

import { parseC } from '#diptych/frontend/c/index.js';
import { readOnMiddle } from '#diptych/frontend/onMiddle.js';
import type { Program } from '#diptych/program/program.js';

export { parseC };

export type ReadC = (
  text: string,
  file: string,
  options: { readonly unroll: number; readonly observe: readonly string[] },
) => Program;

export const readerNamed = (name: string): ReadC => (name === 'middle' ? readOnMiddle : parseC);
