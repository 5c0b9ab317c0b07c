// Which identifiers name types. The grammar cannot know, and without help it reads `(T)-1` as a subtraction; so the
// names that typedefs introduce are found among the tokens, with the scope each one has.

import { isPunctuator, type Token } from '../preprocessor/token.js';

const typeWords: ReadonlySet<string> = new Set([
  'int',
  'char',
  'short',
  'long',
  'unsigned',
  'signed',
  'void',
  '_Bool',
  'float',
  'double',
]);

const tagWords: ReadonlySet<string> = new Set(['struct', 'union', 'enum']);

/** For each token: whether it is the use of a typedef name. */
export function typedefUses(tokens: readonly Token[]): Uint8Array {
  const uses = new Uint8Array(tokens.length);
  const scopes: Set<string>[] = [new Set()];
  /** Names that start at the end of the declaration being read. */
  let pending: { end: number; names: readonly string[] } | undefined;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (pending !== undefined && i >= pending.end) {
      for (const name of pending.names) scopes[scopes.length - 1].add(name);
      pending = undefined;
    }
    if (isPunctuator(token, '{')) scopes.push(new Set());
    else if (isPunctuator(token, '}')) {
      if (scopes.length > 1) scopes.pop();
    } else if (token.kind === 'identifier') {
      if (token.text === 'typedef' && pending === undefined) pending = readTypedef(tokens, i);
      else if (namesType(tokens, i, uses) && scopes.some((scope) => scope.has(token.text))) uses[i] = 1;
    }
  }
  return uses;
}

/** Whether an identifier at `i` stands where a typedef name can: not as a member, tag, label or declared name. */
function namesType(tokens: readonly Token[], i: number, uses: Uint8Array): boolean {
  const before = tokens[i - 1];
  if (before === undefined) return true;
  if (isPunctuator(before, '.') || isPunctuator(before, '->')) return false;
  if (before.kind === 'identifier')
    return !(
      tagWords.has(before.text) ||
      typeWords.has(before.text) ||
      before.text === 'goto' ||
      uses[i - 1]
    );
  return true;
}

function readTypedef(tokens: readonly Token[], start: number): { end: number; names: string[] } {
  const names: string[] = [];
  let depth = 0;
  let candidate: string | undefined;
  let found: string | undefined;
  let i = start + 1;
  for (; i < tokens.length; i++) {
    const token = tokens[i];
    if (depth === 0 && (isPunctuator(token, ';') || isPunctuator(token, ','))) {
      const name = found ?? candidate;
      if (name !== undefined) names.push(name);
      candidate = undefined;
      found = undefined;
      if (token.text === ';') break;
    } else if (isPunctuator(token, '{') || isPunctuator(token, '[')) depth++;
    else if (isPunctuator(token, '}') || isPunctuator(token, ']')) depth--;
    else if (isPunctuator(token, '(')) {
      // `(*name)(...)`: the name is inside; `name(...)`: it was before.
      if (depth === 0 && found === undefined) found = pointerName(tokens, i) ?? candidate;
      depth++;
    } else if (isPunctuator(token, ')')) depth--;
    else if (token.kind === 'identifier' && depth === 0) candidate = token.text;
    if (depth < 0) break;
  }
  return { end: i, names };
}

function pointerName(tokens: readonly Token[], open: number): string | undefined {
  let i = open + 1;
  if (!isPunctuator(tokens[i], '*')) return undefined;
  while (i < tokens.length && (isPunctuator(tokens[i], '*') || tokens[i].text === 'const')) i++;
  return tokens[i]?.kind === 'identifier' ? tokens[i].text : undefined;
}
