// Whether the program uses the result of a call, as far as the tokens tell: unless it is a statement of its own, it
// does.

import { isPunctuator, type Token } from '../preprocessor/token.js';

/** Before a statement in parentheses. */
const statementHeads: ReadonlySet<string> = new Set(['if', 'while', 'for', 'switch']);

/** The call whose function's name is the token. */
export const isLookedAt = (tokens: readonly Token[], name: number): boolean =>
  !beginsStatement(tokens, name) || endsStatementExpression(tokens, name);

function beginsStatement(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  if (before === undefined) return true;
  if (before.kind === 'identifier') return before.text !== 'return';
  switch (before.text) {
    case ';':
    case '{':
    case '}':
      return true;
    case ':':
      return !isBehindQuestion(tokens, index - 1);
    case ')': {
      const open = openedBefore(tokens, index - 1);
      if (statementHeads.has(tokens[open - 1]?.text ?? '')) return true;
      // a cast; a result cast to void is not used
      return (open === index - 3 && tokens[open + 1].text === 'void') || beginsStatement(tokens, open);
    }
    default:
      return false;
  }
}

/** `a ? b : f()`, unlike `case 1: f()` and `label: f()`. */
function isBehindQuestion(tokens: readonly Token[], colon: number): boolean {
  for (let i = colon - 1; i >= 0; i--) {
    const { text } = tokens[i];
    if (text === '?') return true;
    if (text === ';' || text === '{' || text === '}' || text === 'case') return false;
    if (text === ')') i = openedBefore(tokens, i);
  }
  return false;
}

/** Where the parenthesis was opened that ends here. */
function openedBefore(tokens: readonly Token[], end: number): number {
  let depth = 0;
  for (let i = end; i >= 0; i--) {
    if (isPunctuator(tokens[i], ')')) depth++;
    else if (isPunctuator(tokens[i], '(') && --depth === 0) return i;
  }
  return 0;
}

/** `({ f(); })` is what f returned. */
function endsStatementExpression(tokens: readonly Token[], name: number): boolean {
  let depth = 0;
  for (let i = name + 1; i < tokens.length; i++) {
    if (isPunctuator(tokens[i], '(')) depth++;
    else if (isPunctuator(tokens[i], ')') && --depth === 0)
      return [';', '}', ')'].every((text, k) => isPunctuator(tokens[i + 1 + k], text));
  }
  return false;
}
