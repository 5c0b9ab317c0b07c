// Which names a program uses, rather than only declares: a preprocessed file declares the whole library.

import { fortified } from '../fortified.js';
import {
  countingFunctions,
  manyKeys,
  manyPipes,
  printsFloats,
  resultPrefix,
  valuePrefix,
} from '../library/index.js';
import { isPunctuator, type Token } from '../preprocessor/token.js';
import { closesStandard, closesStandardStream } from './closedStreams.js';
import { isLookedAt } from './lookedAt.js';
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

/** A format that stores how much was written so far. */
const storesCount = /%[^%a-gi-z]*(?:hh|h|ll|l|z|j|t)?n/;

/** A format that converts floating-point numbers. */
const convertsFloats = /%[^%a-zA-Z]*[eEfFgG]/;

export function namesUsed(tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  tokens.forEach((token, i) => {
    if (token.kind === 'string' && storesCount.test(token.text))
      for (const name of countingFunctions) names.add(resultPrefix + name);
    if (token.kind === 'string' && convertsFloats.test(token.text)) names.add(printsFloats);
    if (token.kind !== 'identifier') return;
    const plainName = withoutBuiltin(token.text);
    if (!isPunctuator(tokens[i + 1], '(')) names.add(valuePrefix + token.text).add(resultPrefix + plainName);
    else if (isLookedAt(tokens, i)) names.add(resultPrefix + plainName);
    if (names.has(token.text) || isDeclared(tokens, i)) return;
    if (everydayWords.has(token.text) && !isPunctuator(tokens[i + 1], '(')) return;
    names.add(token.text);
    names.add(plainName);
    const plain = fortified(token.text)?.name;
    if (plain !== undefined) names.add(plain).add(resultPrefix + plain);
  });
  if (names.has('dlsym'))
    for (const { kind, text } of tokens) if (kind === 'string') names.add(valuePrefix + text.slice(1, -1));
  if (names.has('fclose') && closesStandardStream(tokens)) names.add(closesStandard);
  if (createsKeysInLoop(tokens)) names.add(manyKeys);
  if ((names.has('pipe') || names.has('pipe2')) && !makesOnePipe(tokens)) names.add(manyPipes);
  return names;
}

const loopWords: ReadonlySet<string> = new Set(['for', 'while', 'do', 'goto']);
const keyFunctions: ReadonlySet<string> = new Set(['pthread_key_create', 'tss_create']);

/** Whether keys are created in a function that has a loop, or in many places. */
function createsKeysInLoop(tokens: readonly Token[]): boolean {
  let [depth, loops, places] = [0, false, 0];
  for (const [i, { text }] of tokens.entries()) {
    if (text === '{') depth++;
    else if (text === '}') depth--;
    if (depth === 0) loops = false;
    else if (loopWords.has(text)) loops = true;
    if (depth === 0 || !keyFunctions.has(text) || !isPunctuator(tokens[i + 1], '(')) continue;
    places++;
    if (loops || places > 8) return true;
  }
  return false;
}

/** Whether main makes a pipe, in one place that it comes to once. */
function makesOnePipe(tokens: readonly Token[]): boolean {
  let [depth, isMain, places] = [0, false, 0];
  for (const [i, { text }] of tokens.entries()) {
    if (text === '{') depth++;
    else if (text === '}') depth--;
    if (depth === 0 && isPunctuator(tokens[i + 1], '(')) isMain = text === 'main';
    if (text === 'goto' && isMain) return false;
    if ((text !== 'pipe' && text !== 'pipe2') || depth === 0 || !isPunctuator(tokens[i + 1], '(')) continue;
    places++;
    if (!isMain || depth !== 1 || beginsWithLoop(tokens, i)) return false;
  }
  return places === 1;
}

/** Whether the statement around a token is a loop: there are no braces in it. */
function beginsWithLoop(tokens: readonly Token[], index: number): boolean {
  let open = 0;
  for (let i = index; i >= 0; i--) {
    const { text } = tokens[i];
    if (text === ')') open++;
    else if (text === '(') open--;
    else if (open <= 0 && (text === ';' || text === '{' || text === '}')) return false;
    else if (loopWords.has(text)) return true;
  }
  return false;
}
