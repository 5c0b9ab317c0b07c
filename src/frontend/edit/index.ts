// Programs as text that can be changed, by the extension of their file.

import { extname } from 'node:path';
import type { Editable } from '../../program/editable.js';
import { withLoopBounds } from '../../program/loopBounds.js';
import type { Program } from '../../program/program.js';
import { InputError } from '../../support/diagnostic.js';
import { prepareC } from '../c/index.js';
import type { ReadOptions } from '../index.js';
import { blankComments, ignoredTail } from '../litmus/comments.js';
import { parseLitmus } from '../litmus/index.js';
import { cutSections } from '../litmus/sections.js';
import { Source } from '../litmus/source.js';
import { readTextFile } from '../textFile.js';
import { editableC } from './c.js';
import { editableLitmusC } from './litmusC.js';
import { editableX86 } from './x86.js';

export async function readEditable(path: string, options: ReadOptions = {}): Promise<Editable> {
  switch (extname(path)) {
    case '.c':
      await prepareC();
      return editableC(readTextFile(path), path, options);
    case '.litmus':
      return editableLitmus(readTextFile(path), path, options);
    default:
      throw new InputError({
        code: 'not-editable',
        message: 'fences can be put into .c and .litmus files',
        file: path,
      });
  }
}

/** A mark at the start that says how the text is encoded is no part of the test. */
export function editableLitmus(text: string, file: string, options: ReadOptions = {}): Editable {
  const mark = /^\uFEFF?/.exec(text)?.[0] ?? '';
  const editable = editableTest(text.slice(mark.length), file, options);
  return {
    ...editable,
    edit: (chosen) =>
      editable.edit(chosen).map((edited) => ({
        ...edited,
        before: `${mark}${edited.before}`,
        after: `${mark}${edited.after}`,
      })),
  };
}

function editableTest(text: string, file: string, { loopBounds = [] }: ReadOptions): Editable {
  const bounds = loopBounds.filter((bound) => bound.file === undefined || bound.file === file);
  const parse = (changed: string, lineOf: (line: number) => number): Program =>
    withLoopBounds(
      parseLitmus(changed, file),
      bounds.map(({ line, bound }) => ({ line: lineOf(line), bound })),
    );
  const program = parse(text, (line) => line);
  const source = new Source(text, file);
  const { dialect, init, rest } = cutSections(source);
  if (dialect === 'C') return editableLitmusC(text, file, rest.start, program, parse);
  const end = ignoredTail(source, rest.start);
  const code = blankComments(source, { start: init.start, end }, 'ml');
  return editableX86(text, code, file, rest.start, program, parse);
}
