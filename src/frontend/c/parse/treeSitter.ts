// The only file that knows tree-sitter. Its tree is copied into plain nodes at once, so that nothing else touches WASM
// memory, and a tree with an ERROR or MISSING node is refused.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Language, Parser, type Tree, type TreeCursor } from 'web-tree-sitter';
import { bug } from '../../../support/diagnostic.js';
import { compileWasm } from '../../../support/wasmCode.js';
import { neverOptimised, underFlag } from '../../../support/wasmFlags.js';
import { grammarOfC } from '../../grammarFile.js';
import { syntaxError, unsupported } from '../diagnostics.js';
import type { Printed } from './print.js';

export interface CstNode {
  readonly type: string;
  readonly named: boolean;
  readonly field: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly children: readonly CstNode[];
}

/** Where the WASM files are, for a page; Node finds them among its packages. */
export interface GrammarFiles {
  readonly runtime: string;
  readonly grammar: Uint8Array | string;
}

let preparing: Promise<Parser> | undefined;
let parser: Parser | undefined;

export async function prepareC(files?: GrammarFiles): Promise<void> {
  preparing ??= load(files);
  parser = await preparing;
}

const load = (files: GrammarFiles | undefined): Promise<Parser> =>
  files === undefined ? loadInstalled() : underFlag(neverOptimised, () => loadFrom(files));

async function loadInstalled(): Promise<Parser> {
  const { resolve } = createRequire(import.meta.url);
  const compiled = (name: string, bytes: Buffer<ArrayBuffer>): Promise<WebAssembly.Module> =>
    compileWasm(name, bytes, () => underFlag(neverOptimised, () => WebAssembly.compile(bytes)));
  const runtime = await compiled(
    'tree-sitter',
    readFileSync(resolve('web-tree-sitter/web-tree-sitter.wasm')),
  );
  const grammar = await compiled('c', readFileSync(grammarOfC));
  await Parser.init({
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) {
      done(new WebAssembly.Instance(runtime, imports), runtime);
    },
  });
  return parserOf(Language.loadSync(grammar));
}

async function loadFrom({ runtime, grammar }: GrammarFiles): Promise<Parser> {
  await Parser.init({ locateFile: () => runtime });
  return parserOf(await Language.load(grammar));
}

function parserOf(language: Language): Parser {
  const loaded = new Parser();
  loaded.setLanguage(language);
  return loaded;
}

/** Deeper trees than this would not fit the stack of the passes that follow. */
const depthLimit = 600;

/** Literals whose inner nodes nobody needs. */
const leaves: ReadonlySet<string> = new Set(['string_literal', 'char_literal']);

export function parseTree(printed: Printed): CstNode {
  if (parser === undefined) bug('a C program was parsed before prepareC() had finished');
  const tree: Tree | null = parser.parse(printed.text);
  if (tree === null) bug('tree-sitter returned no tree');
  try {
    if (tree.rootNode.hasError) refuse(tree, printed);
    const cursor = tree.walk();
    const root = copy(cursor, printed, 0);
    cursor.delete();
    return root;
  } finally {
    tree.delete();
  }
}

/** Punctuation and keywords matter only where a field names them, or where they spell a type. */
function copy(cursor: TreeCursor, printed: Printed, depth: number): CstNode {
  const type = cursor.nodeType;
  const start = cursor.startIndex;
  const end = cursor.endIndex;
  const named = cursor.nodeIsNamed;
  const field = cursor.currentFieldName ?? undefined;
  if (depth > depthLimit) unsupported('nesting this deep', printed.tokens[printed.tokenAt[start]].at);
  const children: CstNode[] = [];
  if (!leaves.has(type) && cursor.gotoFirstChild()) {
    const words = type === 'sized_type_specifier';
    do
      if (words || cursor.nodeIsNamed || cursor.currentFieldId !== 0)
        children.push(copy(cursor, printed, depth + 1));
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return { type, named, field, start, end, children };
}

/** Names the first token the parser could not place. */
function refuse(tree: Tree, printed: Printed): never {
  const tokenOf = (offset: number) => printed.tokens[printed.tokenAt[Math.min(offset, printed.text.length)]];
  const cursor = tree.walk();
  let problem: { offset: number; missing?: string } | undefined;
  const visit = (depth: number): void => {
    const node = cursor.currentNode;
    if (problem !== undefined || !node.hasError || depth > depthLimit) return;
    if (node.isMissing) {
      problem = { offset: node.startIndex, missing: node.type };
      return;
    }
    if (node.isError) {
      problem = { offset: node.startIndex };
      return;
    }
    if (!cursor.gotoFirstChild()) return;
    do visit(depth + 1);
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  };
  visit(0);
  cursor.delete();
  const offset = problem?.offset ?? 0;
  if (problem?.missing !== undefined) {
    const before = tokenOf(Math.max(offset - 1, 0));
    return syntaxError(`expected ${problem.missing} after ${before.text}`, before.at);
  }
  const token = tokenOf(offset);
  return syntaxError(`cannot make sense of ${token.text} here`, token.at);
}
