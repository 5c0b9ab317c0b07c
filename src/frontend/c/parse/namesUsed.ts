// Which names a program uses, rather than only declares: a preprocessed file declares the whole library.

import { isPunctuator, type Token } from '../preprocessor/token.js';
import { typeWords } from './words.js';

/** Words before a name that do not declare it. */
const statementWords: ReadonlySet<string> = new Set(['return', 'else', 'do', 'case', 'goto', 'sizeof']);

/** `int f(`, `size_t f(`, `char *f(`. */
function isDeclared(tokens: readonly Token[], index: number): boolean {
  if (!isPunctuator(tokens[index + 1], '(')) return false;
  let before = index - 1;
  while (isPunctuator(tokens[before], '*')) before--;
  const word = tokens[before];
  if (word?.kind !== 'identifier') return false;
  return before === index - 1 ? !statementWords.has(word.text) : typeWords.has(word.text);
}

/** Functions whose names are words that programs have for other things: they are used where they are called. */
export const everydayWords: ReadonlySet<string> = new Set([
  'signal',
  'sigaction',
  'error',
  'remove',
  'read',
  'time',
  'clock',
  'alarm',
  'rewind',
  'pipe',
]);

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
