// Programs as text that can be changed, by the extension of their file.

import { extname } from 'node:path';
import type { Editable } from '../../program/editable.js';
import { withLoopBounds } from '../../program/loopBounds.js';
import type { Program } from '../../program/program.js';
import { InputError } from '../../support/diagnostic.js';
import type { ReadOptions } from '../index.js';
import { blankComments, ignoredTail } from '../litmus/comments.js';
import { parseLitmus } from '../litmus/index.js';
import { cutSections } from '../litmus/sections.js';
import { Source } from '../litmus/source.js';
import { readTextFile } from '../textFile.js';
import { editableLitmusC, removableLitmusC } from './litmusC.js';
import { editableX86, removableX86 } from './x86.js';

/** The kinds of change: add fences, add fences or stronger stores, or remove fences. */
export type EditKind = 'add' | 'strengthen' | 'remove';

export async function readEditable(
  path: string,
  options: ReadOptions = {},
  kind: EditKind = 'add',
): Promise<Editable> {
  const { guard = (work) => work() } = options;
  const textOf = (): string => options.text ?? readTextFile(path);
  switch (extname(path)) {
    case '.c':
    case '.i': {
      const { editableC, removableC } = await import('./c.js');
      return guard(() =>
        kind === 'remove'
          ? removableC(textOf(), path, options)
          : editableC(textOf(), path, options, kind === 'strengthen'),
      );
    }
    case '.litmus':
      return guard(() => editableLitmus(textOf(), path, options, kind));
    default:
      throw new InputError({
        code: 'not-editable',
        message: 'fences can be put into .c and .litmus files',
        file: path,
      });
  }
}

/** A mark at the start that says how the text is encoded is no part of the test. */
export function editableLitmus(
  text: string,
  file: string,
  options: ReadOptions = {},
  kind: EditKind = 'add',
): Editable {
  const mark = /^\uFEFF?/.exec(text)?.[0] ?? '';
  const editable = editableTest(text.slice(mark.length), file, options, kind);
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

function editableTest(
  text: string,
  file: string,
  { loopBounds = [] }: ReadOptions,
  kind: EditKind,
): Editable {
  const bounds = loopBounds.filter((bound) => bound.file === undefined || bound.file === file);
  const parse = (changed: string, lineOf: (line: number) => number): Program =>
    withLoopBounds(
      parseLitmus(changed, file),
      bounds.map(({ line, bound }) => ({ line: lineOf(line), bound })),
    );
  const source = new Source(text, file);
  const { dialect, init, rest } = cutSections(source);
  const test = { text, code: text, file, from: rest.start, program: parse(text, (line) => line), parse };
  if (dialect === 'C')
    return kind === 'remove' ? removableLitmusC(test) : editableLitmusC(test, kind === 'strengthen');
  const end = ignoredTail(source, rest.start);
  const code = blankComments(source, { start: init.start, end }, 'ml');
  return (kind === 'remove' ? removableX86 : editableX86)({ ...test, code });
}
