// Which names a program uses, rather than only declares: a preprocessed file declares the whole library. Declarations of unused functions
// are left out before parsing.

import { isPunctuator, type Token } from '../preprocessor/token.js';
import { roleOf } from './words.js';

/** Words before a name that do not declare it. */
const statementWords: ReadonlySet<string> = new Set(['return', 'else', 'do', 'case', 'goto', 'sizeof']);

/** `int f(`, `size_t f(`, `char *f(`. */
function isDeclared(tokens: readonly Token[], index: number): boolean {
  if (!isPunctuator(tokens[index + 1], '(')) return false;
  let before = index - 1;
  while (isPunctuator(tokens[before], '*')) before--;
  const word = tokens[before];
  if (word?.kind !== 'identifier') return false;
  return before === index - 1 ? !statementWords.has(word.text) : roleOf(word.text) === 'type';
}

/** Functions whose names are words that programs have for other things: they are used where they are called. */
const everydayWords: ReadonlySet<string> = new Set(
  'signal sigaction error remove read time clock alarm rewind pipe'.split(' '),
);

/** `__builtin_abs` is abs. */
export const withoutBuiltin = (name: string): string => name.replace(/^__builtin_/, '');

export function namesUsed(tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  tokens.forEach((token, i) => {
    if (token.kind !== 'identifier' || names.has(token.text) || isDeclared(tokens, i)) return;
    if (everydayWords.has(token.text) && !isPunctuator(tokens[i + 1], '(')) return;
    names.add(token.text);
    names.add(withoutBuiltin(token.text));
  });
  return names;
}

const notNames: ReadonlySet<string | undefined> = new Set(['type', 'typeof', 'attribute', 'asm']);

/** The function that `extern ... name(...)...;` declares, and where that ends; undefined for anything else. */
function declared(tokens: readonly Token[], start: number): { name: string; end: number } | undefined {
  let name: string | undefined;
  let depth = 0;
  for (let i = start + 1; i < tokens.length; i++) {
    const { kind, text } = tokens[i];
    if (kind === 'string') return undefined;
    if (kind !== 'punctuator') continue;
    if (depth === 0 && text === ';') return name === undefined ? undefined : { name, end: i };
    if (text === '{' || text === '=' || (depth === 0 && text === ',')) return undefined;
    if (text === ')') depth--;
    if (text !== '(' || depth++ > 0 || name !== undefined) continue;
    const before = tokens[i - 1];
    if (before.kind !== 'identifier' || notNames.has(roleOf(before.text))) return undefined;
    name = before.text;
  }
  return undefined;
}

export function withoutUnused(tokens: readonly Token[], isUsed: (name: string) => boolean): readonly Token[] {
  const kept: Token[] = [];
  let depth = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    const last = kept[kept.length - 1];
    const begins = last === undefined || isPunctuator(last, ';') || isPunctuator(last, '}');
    if (depth === 0 && token.text === 'extern' && begins) {
      const found = declared(tokens, i);
      if (found !== undefined && !isUsed(found.name) && !everydayWords.has(found.name)) {
        i = found.end;
        continue;
      }
    }
    if (isPunctuator(token, '{')) depth++;
    if (isPunctuator(token, '}')) depth--;
    kept.push(token);
  }
  return kept;
}
