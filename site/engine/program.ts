// The program of a source, read once for each revision, and the forms in which it is asked about.

import { parseLitmus } from '../../src/frontend/litmus/index.js';
import type { Program } from '../../src/program/program.js';
import { withAtomicAccesses } from '../../src/races/marked.js';
import { forFinalStates, forRaces, type Limits } from '../../src/verdict/engine.js';
import { languageOf, type Run, type Source } from '../protocol.js';

let known: { readonly revision: number; readonly program: Promise<Program> } | undefined;

export function programOf(source: Source): Promise<Program> {
  if (known?.revision !== source.revision) known = { revision: source.revision, program: read(source) };
  return known.program;
}

async function read(source: Source): Promise<Program> {
  const [main] = source.files;
  if (languageOf(source) === 'litmus') return parseLitmus(main.text, main.name);
  const { parseC } = await import('../../src/frontend/c/index.js');
  return parseC(main.text, main.name, cOptions(source));
}

/** Headers are the files of the page; other C files are part of the program. */
export function cOptions({ files, defines, unroll }: Source) {
  const [main, ...others] = files;
  return {
    unroll,
    defines,
    link: others.map(({ name }) => name).filter((name) => /\.[ci]$/.test(name) && name !== main.name),
    readFile: (path: string): string | undefined => fileOf(files, path)?.text,
  };
}

/** The page has no folders: a path means the file whose name is its end, the longest one if there are several. */
function fileOf(files: Source['files'], path: string): Source['files'][0] | undefined {
  const fitting = files.filter(({ name }) => path === name || path.endsWith(`/${name}`));
  return fitting.sort((a, b) => b.name.length - a.name.length)[0];
}

export const limitsOf = ({ unroll }: Source): Limits => ({ unroll, spinAssume: true });

/** The program that a run is a run of. */
export async function programOfRun(source: Source, { form, model }: Run): Promise<Program> {
  const program = await programOf(source);
  switch (form) {
    case 'states':
      return forFinalStates(program, limitsOf(source), model);
    case 'whole':
      return program;
    case 'races':
      return forRaces(languageOf(source) === 'c' ? program : withAtomicAccesses(program), limitsOf(source));
  }
}
