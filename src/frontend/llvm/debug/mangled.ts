// The names of C++ and Rust in symbols, for functions that no debug information names.

/** A name of Rust: of the newer kind, or of the older one with its hash. */
export const isOfRust = (symbol: string): boolean => /^_R|^_ZN.*17h[0-9a-f]{16}E/.test(symbol);

/** The path of a name without arguments and generics: `std::sync::mpmc::context::Context::new`. */
export function plainName(symbol: string): string | undefined {
  const [prefix] = /^_(?:R|ZN?)/.exec(symbol) ?? [];
  if (prefix === undefined) return undefined;
  const names = identifiers(symbol.slice(prefix.length), prefix === '_R' ? newer : older);
  return names.length === 0 ? undefined : names.filter((name) => !/^h[0-9a-f]{16}$/.test(name)).join('::');
}

interface Mangling {
  /** The length of the identifier that follows. */
  readonly length: RegExp;
  /** Letters and digits between the identifiers of a path. */
  readonly between: RegExp;
}

/** Letters for kinds, and hashes and references back, which may contain digits. An underscore may end the length. */
const newer: Mangling = { length: /(\d+)_?/y, between: /(?:Cs|s|B)[0-9A-Za-z]*_|[A-Za-z]/y };
/** The older kind ends at the path's end or at arguments of templates. */
const older: Mangling = { length: /(\d+)/y, between: /[KVOrRL]/y };

function identifiers(path: string, { length, between }: Mangling): string[] {
  const names: string[] = [];
  let at = 0;
  if (path.startsWith('St')) {
    names.push('std');
    at = 2;
  }
  for (;;) {
    const [head, digits] = matchAt(length, path, at);
    if (head !== undefined) {
      names.push(path.slice(at + head.length, at + head.length + Number(digits)));
      at += head.length + Number(digits);
      continue;
    }
    const [skipped] = matchAt(between, path, at);
    if (skipped === undefined) return names;
    at += skipped.length;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): readonly (string | undefined)[] {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? [];
}
