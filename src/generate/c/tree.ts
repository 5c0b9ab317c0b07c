// Generated C as a tree of text. Statements can be removed and expressions replaced by smaller ones. The compiler
// tells whether the rest is still a program, so nothing here knows C. An `@` in the text stands for the prefix that
// keeps the names of programs in one compilation apart.

export type Part = string | Tree;

export interface Tree {
  readonly kind: 'statement' | 'expression';
  readonly parts: readonly Part[];
}

export const statement = (...parts: Part[]): Tree => ({ kind: 'statement', parts });
export const expression = (...parts: Part[]): Tree => ({ kind: 'expression', parts });

export function textOf(part: Part): string {
  return typeof part === 'string' ? part : part.parts.map(textOf).join('');
}

/** The text with its blocks indented. */
export function layOutText(text: string): string {
  let depth = 0;
  const lines: string[] = [];
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '') continue;
    const bare = line.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, '');
    const opened = (bare.match(/{/g) ?? []).length;
    const closed = (bare.match(/}/g) ?? []).length;
    const indent = bare.startsWith('}') ? depth - 1 : depth;
    lines.push(line.startsWith('#') ? line : '  '.repeat(Math.max(0, indent)) + line);
    depth += opened - closed;
  }
  return `${lines.join('\n')}\n`;
}

/** Every tree that is one step smaller, those that lose most first. */
export function* smaller(tree: Tree): Generator<Tree> {
  for (const path of paths(tree).sort((a, b) => b.size - a.size))
    for (const replacement of replacements(path.tree)) yield replace(tree, path.path, replacement);
}

interface Path {
  readonly path: readonly number[];
  readonly tree: Tree;
  readonly size: number;
}

function paths(tree: Tree, path: readonly number[] = []): Path[] {
  const below = tree.parts.flatMap((part, i) => (typeof part === 'string' ? [] : paths(part, [...path, i])));
  return path.length === 0 ? below : [{ path, tree, size: textOf(tree).length }, ...below];
}

function replacements(tree: Tree): Tree[] {
  const children = tree.parts.filter((part): part is Tree => typeof part !== 'string');
  if (tree.kind === 'statement') {
    if (textOf(tree) === '') return [];
    const inner = children.filter((child) => child.kind === 'statement');
    return [statement(), ...(inner.length > 0 ? [statement(...inner)] : [])];
  }
  const text = textOf(tree);
  const found = children.filter((child) => child.kind === 'expression').map((c) => expression('(', c, ')'));
  const constants = ['0', '1']
    .filter((c) => text !== c && !/^-?\d{1,2}$/.test(text))
    .map((c) => expression(c));
  return [...constants, ...found.filter((f) => textOf(f).length < text.length)];
}

function replace(tree: Tree, path: readonly number[], by: Tree): Tree {
  if (path.length === 0) return by;
  const [first, ...rest] = path;
  const parts = tree.parts.map((part, i) =>
    i === first && typeof part !== 'string' ? replace(part, rest, by) : part,
  );
  return { ...tree, parts };
}
