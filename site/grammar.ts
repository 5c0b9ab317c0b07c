// The parser for C, which is loaded with the first C program.

import grammarUrl from 'tree-sitter-c/tree-sitter-c.wasm?url';
import runtimeUrl from 'web-tree-sitter/web-tree-sitter.wasm?url';
import { type GrammarFiles, prepareC } from '../src/frontend/c/index.js';

async function grammarFiles(): Promise<GrammarFiles> {
  const response = await fetch(grammarUrl);
  return { runtime: runtimeUrl, grammar: new Uint8Array(await response.arrayBuffer()) };
}

export const loadC = async (): Promise<void> => prepareC(await grammarFiles());
