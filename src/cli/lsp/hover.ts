// Hover: the access at a place of a program, or the definition of a name of a cat model. The definition can be gone to as well.

import type { Hover, Location, Position } from 'vscode-languageserver';
import type { SourceSpan } from '../../program/statement.js';
import { baseNames, type CatDefinition } from '../../report/editor/catNames.js';
import type { OpenFile } from './openFile.js';
import { spanRange, uriOf } from './shown.js';

export function hoverOf(file: OpenFile, at: Position): Hover | undefined {
  if (file.isModel) return nameHover(file, at);
  const found = (file.reading?.accesses ?? [])
    .filter((access) => contains(access.at, at))
    .sort((a, b) => sizeOf(a.at) - sizeOf(b.at))
    .at(0);
  if (found === undefined) return undefined;
  return { contents: markdown(found.text.split('\n').join('\n\n')), range: spanRange(found.at) };
}

function nameHover(file: OpenFile, at: Position): Hover | undefined {
  const name = nameAt(file, at);
  if (name === undefined) return undefined;
  const found = definitionOf(file, name, at);
  const given = Object.entries(baseNames).find(([base]) => base === name)?.[1];
  if (found === undefined) return given === undefined ? undefined : { contents: markdown(given) };
  const where = found.file === file.path ? `line ${found.at.line}` : found.file;
  return { contents: markdown(`\`\`\`cat\n${found.text}\n\`\`\`\n\n${where}`) };
}

/** Of a name of a cat model, where it is in a file. */
export function definitionAt(file: OpenFile, at: Position): Location | undefined {
  const name = nameAt(file, at);
  const found = name === undefined ? undefined : definitionOf(file, name, at);
  if (found === undefined || !/[\\/]/.test(found.file)) return undefined;
  return { uri: uriOf(found.file), range: spanRange(found.at) };
}

/** The last definition that takes effect before the place, or at it. */
const definitionOf = (file: OpenFile, name: string, { line }: Position): CatDefinition | undefined =>
  file.reading?.definitions.findLast((one) => one.name === name && one.from <= line + 1);

function nameAt(file: OpenFile, { line, character }: Position): string | undefined {
  if (!file.isModel) return undefined;
  const text = file.lines[line] ?? '';
  for (const match of text.matchAll(/[A-Za-z_][\w.-]*/g))
    if (match.index <= character && character <= match.index + match[0].length) return match[0];
  return undefined;
}

function contains({ line, column, endLine = line, endColumn = column }: SourceSpan, at: Position): boolean {
  const [l, c] = [at.line + 1, at.character + 1];
  return (l > line || (l === line && c >= column)) && (l < endLine || (l === endLine && c <= endColumn));
}

const sizeOf = ({ line, column, endLine = line, endColumn = column }: SourceSpan): number =>
  (endLine - line) * 10_000 + endColumn - column;

const markdown = (value: string): { kind: 'markdown'; value: string } => ({ kind: 'markdown', value });
