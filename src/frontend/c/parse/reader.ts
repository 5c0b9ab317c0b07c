// Access to the plain syntax tree: children by field, source spans, the tokens behind a node.

import type { SourceSpan } from '../../../program/statement.js';
import { syntaxError } from '../diagnostics.js';
import { spanOf, type Token } from '../preprocessor/token.js';
import type { Printed } from './print.js';
import type { CstNode } from './treeSitter.js';

export class Reader {
  constructor(readonly printed: Printed) {}

  firstToken(node: CstNode): Token {
    return this.printed.tokens[this.printed.tokenAt[node.start]];
  }

  text(node: CstNode): string {
    return this.printed.text.slice(node.start, node.end);
  }

  at(node: CstNode): SourceSpan {
    const { tokens, tokenAt } = this.printed;
    const last = tokenAt[Math.max(node.end - 1, node.start)];
    return spanOf(tokens[tokenAt[node.start]].at, tokens[last].at);
  }

  /** Whether a `struct T` of the printed text stands for the typedef name T. */
  isTypedefName(node: CstNode): boolean {
    return this.printed.typedefName[this.printed.tokenAt[node.start]] === 1;
  }

  child(node: CstNode, field: string): CstNode {
    return this.maybe(node, field) ?? this.unexpected(node);
  }

  maybe(node: CstNode, field: string): CstNode | undefined {
    return node.children.find((child) => child.field === field);
  }

  unexpected(node: CstNode): never {
    const what = node.named ? node.type.replaceAll('_', ' ') : this.text(node);
    return syntaxError(`${what} cannot stand here`, this.at(node));
  }
}

export const namedChildren = (node: CstNode): CstNode[] =>
  node.children.filter((child) => child.named && child.type !== 'comment');
