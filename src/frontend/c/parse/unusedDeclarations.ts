// Preprocessed files declare the whole library. Declarations of unused functions are left out before parsing.

import { isPunctuator, type Token } from '../preprocessor/token.js';
import { everydayWords } from './namesUsed.js';
import { asmWords, attributeWords, typeofWords, typeWords } from './words.js';

/** The function that `extern ... name(...)...;` declares, and where that ends; undefined for anything else. */
function declared(tokens: readonly Token[], start: number): { name: string; end: number } | undefined {
  let name: string | undefined;
  let depth = 0;
  for (let i = start + 1; i < tokens.length; i++) {
    const token = tokens[i];
    if (token.kind === 'string') return undefined;
    if (token.kind !== 'punctuator') continue;
    if (depth === 0 && token.text === ';') return name === undefined ? undefined : { name, end: i };
    if (token.text === '{' || token.text === '=') return undefined;
    if (token.text === '(') {
      const before = tokens[i - 1];
      if (depth++ > 0 || name !== undefined) continue;
      const isName = before.kind === 'identifier' && !notNames.some((words) => words.has(before.text));
      if (!isName) return undefined;
      name = before.text;
    }
    if (token.text === ')') depth--;
    if (depth === 0 && token.text === ',') return undefined;
  }
  return undefined;
}

const notNames: readonly ReadonlySet<string>[] = [typeWords, typeofWords, attributeWords, asmWords];

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
