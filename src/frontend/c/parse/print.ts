// Tokens written out for the grammar, one blank between two, with a map back from every character to its token. The
// grammar is of C99 with extensions; what it misreads is rewritten on the way, and the tree builder looks at the token
// itself where it matters:
//   a typedef name T is written `struct T`; a variable before `*` as `(x)`, or `(x * (y)) & z` would be a cast;
//   `_Atomic(T)` as a qualifier; `case 1 ... 5` as `case 1 || 5`; attributes and words that mean nothing here are left out.

import type { SourceSpan } from '../../../program/statement.js';
import { syntaxError, unsupported } from '../diagnostics.js';
import { isPunctuator, type Token } from '../preprocessor/token.js';
import { typedefUses } from './typedefNames.js';

export interface Printed {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** For each character of `text`: the token it belongs to (a blank: the token before it). */
  readonly tokenAt: Int32Array;
  /** For each token: whether it is a typedef name, written as `struct T`. */
  readonly typedefName: Uint8Array;
}

const dropped: ReadonlySet<string> = new Set([
  '__extension__',
  '_Noreturn',
  'noreturn',
  'inline',
  '__inline',
  '__inline__',
  'restrict',
  '__restrict',
  '__restrict__',
  'register',
  'auto',
]);

const droppedWithArguments: ReadonlySet<string> = new Set([
  '__attribute__',
  '__attribute',
  '_Alignas',
  'alignas',
]);

const renamed: ReadonlyMap<string, string> = new Map([
  ['__volatile__', 'volatile'],
  ['__volatile', 'volatile'],
  ['__const', 'const'],
  ['__const__', 'const'],
  ['__signed__', 'signed'],
  ['__asm__', 'asm'],
  ['__asm', 'asm'],
  ['_Thread_local', 'thread_local'],
  ['__thread', 'thread_local'],
  ['_Bool', 'bool'],
]);

const unsupportedWords: ReadonlyMap<string, string> = new Map([
  ['_Generic', '_Generic'],
  ['_Complex', '_Complex'],
  ['typeof', 'typeof'],
  ['__typeof__', 'typeof'],
  ['__typeof', 'typeof'],
  ['setjmp', 'setjmp'],
  ['longjmp', 'longjmp'],
  ['va_arg', 'va_arg'],
  ['__int128', '__int128'],
]);

export function print(tokens: readonly Token[]): Printed {
  checkTokens(tokens);
  const typedefName = typedefUses(tokens);
  const parts: string[] = [];
  const owners: number[] = [];
  let length = 0;
  const write = (index: number, text: string): void => {
    parts.push(text, ' ');
    length += text.length + 1;
    owners.push(index, length);
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token.kind === 'identifier') {
      if (typedefName[i] === 1) {
        write(i, `struct ${token.text}`);
        continue;
      }
      if (dropped.has(token.text)) continue;
      if (droppedWithArguments.has(token.text)) {
        if (isPunctuator(tokens[i + 1], '(')) i = closing(tokens, i + 1);
        continue;
      }
      if (token.text === '_Atomic' && isPunctuator(tokens[i + 1], '(')) {
        i = printAtomic(tokens, i, typedefName, write);
        continue;
      }
      const word = renamed.get(token.text) ?? token.text;
      write(i, isFactor(tokens, i) ? `( ${word} )` : word);
    } else if (isPunctuator(token, '...') && !isPunctuator(tokens[i + 1], ')')) write(i, '||');
    else write(i, token.text);
  }
  const tokenAt = new Int32Array(length + 1);
  let from = 0;
  for (let k = 0; k < owners.length; k += 2) {
    tokenAt.fill(owners[k], from, owners[k + 1]);
    from = owners[k + 1];
  }
  tokenAt[length] = tokens.length - 1;
  return { text: parts.join(''), tokens, tokenAt, typedefName };
}

/** Words of C that can stand before a `*` without being a factor. */
const keywords: ReadonlySet<string> = new Set(
  'int char short long unsigned signed void bool _Bool float double const volatile struct union enum return sizeof else do case static extern typedef goto _Atomic __thread _Thread_local thread_local'.split(
    ' ',
  ),
);

/** Whether the identifier is multiplied: it stands before `*` and names neither a type nor a member. */
function isFactor(tokens: readonly Token[], i: number): boolean {
  if (!isPunctuator(tokens[i + 1], '*') || keywords.has(renamed.get(tokens[i].text) ?? tokens[i].text))
    return false;
  const before = tokens[i - 1];
  if (before === undefined) return true;
  if (isPunctuator(before, '.') || isPunctuator(before, '->')) return false;
  return before.text !== 'struct' && before.text !== 'union' && before.text !== 'enum';
}

/** `_Atomic(int)` is `_Atomic int`, `_Atomic(int *)` is `int * _Atomic`. Returns the index of the closing parenthesis. */
function printAtomic(
  tokens: readonly Token[],
  atomic: number,
  typedefName: Uint8Array,
  write: (index: number, text: string) => void,
): number {
  const close = closing(tokens, atomic + 1);
  const pointer = isPunctuator(tokens[close - 1], '*');
  if (!pointer) write(atomic, '_Atomic');
  for (let i = atomic + 2; i < close; i++) {
    if (isPunctuator(tokens[i], '(') || isPunctuator(tokens[i], '[') || tokens[i].text === '_Atomic')
      unsupported(`${tokens[i].text} in _Atomic(...)`, tokens[i].at);
    write(i, typedefName[i] === 1 ? `struct ${tokens[i].text}` : tokens[i].text);
  }
  if (pointer) {
    write(atomic, '_Atomic');
    for (let i = close + 1; i < tokens.length && !/^[;=({)]$/.test(tokens[i].text); i++)
      if (isPunctuator(tokens[i], ','))
        unsupported('a second declarator after _Atomic(T *)', tokens[i].at, 'declare each on its own');
  }
  return close;
}

function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    if (isPunctuator(tokens[i], '(')) depth++;
    else if (isPunctuator(tokens[i], ')') && --depth === 0) return i;
  }
  return tokens.length - 1;
}

/** Refuses what no parser should see: stray characters, brackets that do not match, words of other dialects. */
function checkTokens(tokens: readonly Token[]): void {
  const open: { text: string; at: SourceSpan }[] = [];
  const closes: ReadonlyMap<string, string> = new Map([
    [')', '('],
    [']', '['],
    ['}', '{'],
  ]);
  for (const { kind, text, at } of tokens) {
    if (kind === 'other' || (kind === 'punctuator' && text.startsWith('#')))
      syntaxError(`unexpected ${text === '"' || text === "'" ? 'unclosed quote' : text}`, at);
    if (kind === 'identifier') {
      const construct = unsupportedWords.get(text);
      if (construct !== undefined) unsupported(construct, at);
    }
    if (kind !== 'punctuator') continue;
    if (text === '(' || text === '[' || text === '{') open.push({ text, at });
    const opening = closes.get(text);
    if (opening !== undefined) {
      const last = open.pop();
      if (last === undefined) syntaxError(`${text} closes nothing`, at);
      else if (last.text !== opening)
        syntaxError(`${text} does not match ${last.text} of line ${last.at.line}`, at);
    }
  }
  const unclosed = open.pop();
  if (unclosed !== undefined) syntaxError(`${unclosed.text} is never closed`, unclosed.at);
}
