// Nodes of debug information by their numbers, each parsed once.

import { parseNode } from '../parse/index.js';
import type { FileSyntax, Metadata, MetadataNode } from '../syntax.js';

export class Nodes {
  readonly #file: FileSyntax;
  readonly #parsed = new Map<string, Metadata>();

  constructor(file: FileSyntax) {
    this.#file = file;
  }

  /** The node behind a reference; other metadata is itself. */
  follow(metadata: Metadata | undefined): Metadata | undefined {
    if (metadata?.kind !== 'reference') return metadata;
    const known = this.#parsed.get(metadata.id);
    if (known !== undefined) return known;
    const parsed = parseNode(this.#file, metadata.id);
    this.#parsed.set(metadata.id, parsed);
    return parsed;
  }

  /** The node behind it, if it is one with fields. */
  node(metadata: Metadata | undefined): MetadataNode | undefined {
    const found = this.follow(metadata);
    return found?.kind === 'node' ? found : undefined;
  }

  /** The elements behind it, if it is a tuple. */
  elements(metadata: Metadata | undefined): readonly Metadata[] {
    const found = this.follow(metadata);
    return found?.kind === 'tuple' ? found.elements : [];
  }

  /** The tuple of that name, such as llvm.dbg.cu. */
  named(name: string): readonly Metadata[] {
    return this.elements({ kind: 'reference', id: name });
  }
}

export function text(node: MetadataNode | undefined, field: string): string | undefined {
  const found = node?.fields.get(field);
  return found?.kind === 'text' ? found.text : undefined;
}

export function number(node: MetadataNode | undefined, field: string): number | undefined {
  const found = node?.fields.get(field);
  return found?.kind === 'number' ? Number(found.value) : undefined;
}

/** A word such as DW_TAG_member. */
export function word(node: MetadataNode | undefined, field: string): string | undefined {
  const found = node?.fields.get(field);
  return found?.kind === 'word' ? found.words[0] : undefined;
}

export function hasFlag(node: MetadataNode, flag: string): boolean {
  const found = node.fields.get('flags');
  return found?.kind === 'word' && found.words.includes(flag);
}
