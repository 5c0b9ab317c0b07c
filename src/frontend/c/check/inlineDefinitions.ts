// Inline functions of several files. A definition that all declarations of its file call `inline`, and none `extern`, is for this file
// only (C11 6.7.4): where others define the name too, it is as if it were static.
//
// gcc's `extern inline` with the attribute gnu_inline is a copy for inlining: the function itself is defined elsewhere. Headers that
// gcc -O2 has preprocessed define library functions so (`fprintf` calls `__fprintf_chk`). Where the library has the function, such a
// definition is a declaration.

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

const isCopy = ({ specifiers, attributes }: FunctionDefinition): boolean =>
  specifiers.inline === true && specifiers.storage === 'extern' && attributes.gnuInline === true;

/** `hasElsewhere`: whether the library has the function of that name. */
export const withoutCopies = (
  files: readonly File[],
  hasElsewhere: (name: string) => boolean,
): readonly File[] =>
  files.map((file) =>
    file.map((e) =>
      e.kind === 'function' && isCopy(e) && namesIn(e).some(hasElsewhere) ? declarationOf(e) : e,
    ),
  );

const declarationOf = ({ specifiers, declarator, attributes, at }: FunctionDefinition): Declaration => ({
  kind: 'declaration',
  specifiers,
  items: [{ declarator, attributes, at: declarator.at }],
  at,
});

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
