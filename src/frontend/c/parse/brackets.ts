// Brackets that do not match, and characters that belong to nothing: found before anything else, since all that follows them
// would be misread.

import type { SourceSpan } from '../../../program/statement.js';
import { strayCharacter, syntaxError } from '../diagnostics.js';
import type { Token } from '../preprocessor/token.js';

const closes: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

export function checkBrackets(tokens: readonly Token[]): void {
  const open: { text: string; at: SourceSpan }[] = [];
  for (const { kind, text, at } of tokens) {
    if (kind === 'other' || (kind === 'punctuator' && text.startsWith('#'))) strayCharacter(text, at);
    if (kind !== 'punctuator') continue;
    if (text === '(' || text === '[' || text === '{') open.push({ text, at });
    const opening = closes.get(text);
    if (opening === undefined) continue;
    const last = open.pop();
    if (last === undefined) syntaxError(`${text} closes nothing`, at);
    else if (last.text !== opening)
      syntaxError(`${text} does not match ${last.text} of line ${last.at.line}`, at);
  }
  const unclosed = open.pop();
  if (unclosed !== undefined) syntaxError(`${unclosed.text} is never closed`, unclosed.at);
}
