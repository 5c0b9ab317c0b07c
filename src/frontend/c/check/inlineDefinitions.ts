// Inline functions of several files. A definition that all declarations of its file call `inline`, and none `extern`, is for this file
// only (C11 6.7.4): where others define the name too, it is as if it were static.

import type { Declaration, ExternalDeclaration, FunctionDefinition, Specifiers } from '../ast.js';
import { nameOf } from '../declarators.js';

type File = readonly ExternalDeclaration[];

const namesIn = (declaration: Declaration | FunctionDefinition): readonly string[] =>
  (declaration.kind === 'function' ? [declaration] : declaration.items).flatMap(
    ({ declarator }) => nameOf(declarator) ?? [],
  );

const namesAnything = (e: ExternalDeclaration): e is Declaration | FunctionDefinition =>
  e.kind === 'function' || e.kind === 'declaration';

const isForFile = ({ inline, storage }: Specifiers): boolean => inline === true && storage === undefined;

export function withOwnInlines(files: readonly File[]): readonly File[] {
  if (files.length < 2) return files;
  const definers = new Map<string, number>();
  for (const e of files.flat())
    if (e.kind === 'function')
      for (const name of namesIn(e)) definers.set(name, (definers.get(name) ?? 0) + 1);
  return files.map((file) => {
    const declared = file.filter(namesAnything);
    const visible = new Set(declared.flatMap((e) => (isForFile(e.specifiers) ? [] : namesIn(e))));
    const own = new Set(
      declared.flatMap((e) =>
        e.kind === 'function'
          ? namesIn(e).filter((name) => !visible.has(name) && (definers.get(name) ?? 0) > 1)
          : [],
      ),
    );
    return own.size === 0
      ? file
      : file.map((e) =>
          namesAnything(e) && namesIn(e).some((name) => own.has(name))
            ? { ...e, specifiers: { ...e.specifiers, storage: 'static' as const } }
            : e,
        );
  });
}
