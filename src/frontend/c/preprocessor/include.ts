// Which file an #include means. Standard headers are diptych's own: they declare only what the front end knows.

import { dirname, isAbsolute, join } from 'node:path';
import type { SourceSpan } from '../../../program/statement.js';
import { InputError } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import { readRegularFile } from '../../../support/regularFile.js';
import { standardHeader } from '../../libraryFile.js';
import { withStrayBytes } from '../../textFile.js';
import { preprocessorError } from '../diagnostics.js';
import { isPunctuator, spell, type Token } from './token.js';

export interface IncludeOptions {
  /** Folders to look in, as after -I. */
  readonly includeDirs?: readonly string[];
  /** The text of a file, or undefined when there is none. */
  readonly readFile?: (path: string) => string | undefined;
}

interface IncludePath {
  readonly name: string;
  /** As written, with its quotes. */
  readonly text: string;
  /** Written with < >. */
  readonly system: boolean;
}

export function includePath(tokens: readonly Token[], at: SourceSpan): IncludePath {
  const first = tokens[0];
  if (first?.kind === 'string' && first.text.startsWith('"'))
    return { name: first.text.slice(1, -1), text: first.text, system: false };
  // text after the name is ignored, as by gcc
  const close = tokens.findIndex(({ kind, text }) => kind === 'punctuator' && text.startsWith('>'));
  if (!isPunctuator(first, '<') || close < 2)
    return preprocessorError('#include needs a file name in quotes or < >', at);
  const name = spell(tokens.slice(1, close));
  return { name, text: `<${name}>`, system: true };
}

/** A file that cannot be read is an error of the line that includes it. */
function readIncluded(file: string, at: SourceSpan): string | undefined {
  try {
    return readRegularFile(file, withStrayBytes);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, message } = error.diagnostic;
    throw new InputError({ code, message, line: at.line, column: at.column, ...present({ file: at.file }) });
  }
}

/** `at` is the line that includes. `next`: only in the folders after the one that `from` was found in. */
export function resolveInclude(
  path: IncludePath,
  from: string,
  options: IncludeOptions,
  at: SourceSpan,
  next = false,
): { file: string; text: string } | undefined {
  const read = options.readFile ?? ((file: string) => readIncluded(file, at));
  const stub = standardHeader(path.name);
  // liburcu is a library like any other: its users have its headers
  const isOthers = path.name.startsWith('urcu');
  if (path.system && stub !== undefined && !isOthers) return { file: `<${path.name}>`, text: stub };
  const folders = [...(path.system ? [] : [dirname(from)]), ...(options.includeDirs ?? [])];
  const passed = next ? folders.findLastIndex((folder) => join(folder, path.name) === from) : -1;
  for (const folder of isAbsolute(path.name) ? [''] : folders.slice(passed + 1)) {
    const file = join(folder, path.name);
    const text = read(file);
    if (text !== undefined) return { file, text };
  }
  return stub === undefined ? undefined : { file: `<${path.name}>`, text: stub };
}
