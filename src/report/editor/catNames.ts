// The names of a cat file for an editor: each definition as it is written, and the meaning of the names that an execution gives.

import type { BaseRelation, BaseSet } from '../../cat/ast.js';
import { parseSyntax } from '../../cat/parse.js';
import type { IncludeResolver } from '../../cat/resolve.js';
import { library, prelude, preludeFile } from '../../cat/stdlib.js';
import type { Instruction } from '../../cat/syntax.js';
import type { SourceSpan } from '../../program/statement.js';

export interface CatDefinition {
  readonly name: string;
  /** The file, or the standard library. */
  readonly file: string;
  /** Of the name's definition in that file. */
  readonly at: SourceSpan;
  /** As it is written. */
  readonly text: string;
  /** The first line of the user's own file from which on it has this meaning. */
  readonly from: number;
}

/** In the order in which they take effect: of two with one name the later counts. */
export function catDefinitions(text: string, file: string, includes: IncludeResolver): CatDefinition[] {
  const seen = new Set<string>();
  const inFile = (source: string, name: string, from: number | undefined): CatDefinition[] => {
    const lines = source.split('\n');
    const written = ({ line, endLine = line }: SourceSpan): string =>
      lines
        .slice(line - 1, endLine)
        .join('\n')
        .trim();
    const visit = (instruction: Instruction): CatDefinition[] => {
      const { at } = instruction;
      const place = { file: name, at, text: written(at), from: from ?? at.line };
      switch (instruction.kind) {
        case 'let':
          return instruction.bindings.map((binding) => ({ ...place, name: binding.name, at: binding.at }));
        case 'procedure':
          return [{ ...place, name: instruction.name }];
        case 'include': {
          const { path } = instruction;
          const known = library.get(path);
          const found = known === undefined ? includes(path, name) : { text: known, file: path };
          if (found === undefined || seen.has(found.file)) return [];
          seen.add(found.file);
          return inFile(found.text, found.file, place.from);
        }
        default:
          return [];
      }
    };
    return parseSyntax(source, name).instructions.flatMap(visit);
  };
  return [...inFile(prelude, preludeFile, 0), ...inFile(text, file, undefined)];
}

/** The meaning of the names that are given. */
export const baseNames: Readonly<Record<BaseSet | BaseRelation, string>> = {
  _: 'All events, the initial writes included.',
  R: 'Events that read.',
  W: 'Events that write, the initial writes included.',
  IW: 'Initial writes.',
  F: 'Full fences, also those that access memory.',
  S: 'Store-store fences.',
  po: 'Program order. It is transitive, and includes the order of spawn and join.',
  rf: 'Reads-from: from a write to each read that takes its value.',
  co: 'Coherence: the order in which the writes to a cell reach memory. It is transitive.',
  fr: 'From-read: from a read to each write that is later in coherence than the write it reads from.',
  loc: 'Relates events that access a common cell.',
  int: 'Relates events of the same thread.',
};
