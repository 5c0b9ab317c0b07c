// Tokens to the syntax tree.

import type { ExternalDeclaration } from '../ast.js';
import type { Token } from '../preprocessor/token.js';
import { print } from './print.js';
import { Reader } from './reader.js';
import { readUnit } from './statements.js';
import { parseTree } from './treeSitter.js';

/** prepareC() must have finished. */
export function parseTokens(tokens: readonly Token[]): ExternalDeclaration[] {
  if (tokens.length === 0) return [];
  const printed = print(tokens);
  return readUnit(new Reader(printed), parseTree(printed));
}
