// The front end for herd's litmus files: dialects X86, X86_64 and C.

import type { Program, Thread } from '../../program/program.js';
import { validate } from '../../program/validate.js';
import { InputError } from '../../support/diagnostic.js';
import { largestFile, readTextFile } from '../textFile.js';
import { readC } from './c/program.js';
import type { CFunction } from './c/syntax.js';
import { blankComments, ignoredTail } from './comments.js';
import { Memory } from './memory.js';
import { declareCells, initialRegisters, resolveFinal } from './resolve.js';
import { cutSections, type Sections } from './sections.js';
import { Source } from './source.js';
import { checkDepth, parseFinal, parseInit } from './state.js';
import type { FinalSyntax } from './syntax.js';
import type { Cell } from './x86/instruction.js';
import { readX86 } from './x86/program.js';
import type { X86Dialect } from './x86/registers.js';

/** Reads and parses a litmus file. */
export const readLitmusFile = (path: string): Program => parseLitmus(readTextFile(path), path);

/** The program a litmus file describes, or an InputError that says what is wrong with it. */
export const parseLitmus = (text: string, file: string): Program => parseLitmusTest(text, file).program;

/** The code of a test as it was written, thread by thread, for the native compiler. */
export type LitmusCode =
  | { readonly dialect: X86Dialect; readonly text: string; readonly threads: readonly (readonly Cell[])[] }
  | {
      readonly dialect: 'C';
      readonly functions: readonly CFunction[];
      readonly registers: readonly ReadonlySet<string>[];
    };

export interface LitmusTest {
  readonly program: Program;
  readonly code: LitmusCode;
}

export function parseLitmusTest(text: string, file: string): LitmusTest {
  if (text.length > largestFile)
    throw new InputError({ code: 'file-too-large', message: 'a litmus test this large is refused', file });
  const source = new Source(text.replace(/^\uFEFF/, ''), file);
  try {
    const sections = cutSections(source);
    switch (sections.dialect) {
      case 'X86':
      case 'X86_64':
        return validated(x86Test(source, sections, sections.dialect));
      case 'C':
        return validated(cTest(source, sections));
    }
  } catch (error) {
    if (error instanceof RangeError)
      throw new InputError({ code: 'too-deep', message: 'the test nests too deeply to be read', file });
    throw error;
  }
}

const validated = ({ program, code }: LitmusTest): LitmusTest => ({ program: validate(program), code });

function x86Test(source: Source, sections: Sections, dialect: X86Dialect): LitmusTest {
  const textEnd = ignoredTail(source, sections.rest.start);
  const text = blankComments(source, { start: sections.init.start, end: textEnd }, 'ml');
  checkDepth(source, text, { start: 0, end: text.length });
  const items = parseInit(source, text.slice(0, sections.init.end));
  const memory = new Memory(source);
  declareCells(items, memory);
  const { bodies, names, end, cells } = readX86(source, text, sections.rest.start, dialect, memory);
  const registers = initialRegisters(source, items, memory, names);
  memory.mentionPointees();
  const resolved = resolveFinal(source, readFinal(source, end), memory, names);
  const threads = bodies.map(
    (body, i): Thread => ({ name: `P${i}`, start: 'initial', parameters: [], registers: registers[i], body }),
  );
  return {
    program: {
      name: sections.name,
      locations: memory.build(),
      threads,
      ...resolved,
      source: { file: source.file, text: source.text },
    },
    code: { dialect, text, threads: cells },
  };
}

function cTest(source: Source, sections: Sections): LitmusTest {
  const init = blankComments(source, sections.init, 'ml');
  checkDepth(source, init, sections.init);
  const items = parseInit(source, init);
  const memory = new Memory(source);
  declareCells(items, memory);
  const code = readC(source, sections.rest.start, memory);
  const registers = initialRegisters(source, items, memory, code.names);
  memory.mentionPointees();
  memory.close();
  const threads = code.lower().map((thread, i): Thread => ({ ...thread, registers: registers[i] }));
  return {
    program: {
      name: sections.name,
      locations: memory.build(),
      threads,
      ...resolveFinal(source, readFinal(source, code.end), memory, code.names),
      source: { file: source.file, text: source.text },
    },
    code: { dialect: 'C', functions: code.functions, registers: code.registers },
  };
}

/** `locations`, `filter` and condition; text after << is ignored. */
function readFinal(source: Source, from: number): FinalSyntax {
  const text = blankComments(source, { start: from, end: ignoredTail(source, from) }, 'ml');
  checkDepth(source, text, { start: from, end: text.length });
  return parseFinal(source, text);
}
