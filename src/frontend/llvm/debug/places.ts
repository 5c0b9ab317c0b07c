// Where an instruction comes from in the source of the program. The lines of a standard library are no places of the program: what is
// inlined from there stands where the program calls it, and anything else of it has no place, until `settle` inlines the call.

import type { SourceSpan } from '../../../program/statement.js';
import type { Metadata } from '../syntax.js';
import { type Nodes, number, text } from './nodes.js';

export class Places {
  readonly #nodes: Nodes;
  readonly #files = new Map<string, string>();
  readonly #places = new Map<string, SourceSpan | undefined>();
  /** The program's own file: places in it name none. */
  own: string | undefined;
  readonly #standard = new Map<string, boolean>();

  constructor(nodes: Nodes) {
    this.#nodes = nodes;
    this.own = this.mainFile();
  }

  /** The source file that was compiled. */
  mainFile(): string | undefined {
    for (const unit of this.#nodes.named('llvm.dbg.cu')) {
      const file = this.file(this.#nodes.node(unit)?.fields.get('file'));
      if (file !== undefined) return file;
    }
    return undefined;
  }

  /** The folder in which the compiler ran. */
  folder(): string | undefined {
    for (const unit of this.#nodes.named('llvm.dbg.cu')) {
      const file = this.#nodes.node(this.#nodes.node(unit)?.fields.get('file'));
      if (file !== undefined) return text(file, 'directory');
    }
    return undefined;
  }

  /** The path of a DIFile. */
  file(metadata: Metadata | undefined): string | undefined {
    if (metadata?.kind === 'reference') {
      const known = this.#files.get(metadata.id);
      if (known !== undefined) return known;
    }
    const node = this.#nodes.node(metadata);
    const name = text(node, 'filename');
    if (name === undefined) return undefined;
    // rustc adds a name of its own for the part of the crate, and names other files from the folder on in which it runs.
    const own = this.own;
    const inFolder = `${text(node, 'directory') ?? ''}/${name}`;
    const path = own !== undefined && inFolder === own ? own : name.replace(/\/@\/.*$/, '');
    if (metadata?.kind === 'reference') this.#files.set(metadata.id, path);
    return path;
  }

  /** Whether a file belongs to the language's standard library, or to the system's. */
  isStandard(file: Metadata | undefined): boolean {
    const id = file?.kind === 'reference' ? file.id : '';
    const known = this.#standard.get(id);
    if (known !== undefined) return known;
    const node = this.#nodes.node(file);
    const name = text(node, 'filename') ?? '';
    const path = normal(name.startsWith('/') ? name : `${text(node, 'directory') ?? ''}/${name}`);
    const found = /^\/rustc\/|^\/usr\/(?:include|lib)\/|\/include\/c\+\+\/|\/rustlib\/src\//.test(path);
    this.#standard.set(id, found);
    return found;
  }

  /** Of a location: the line itself, not that of a call it was inlined at, if it is the program's. */
  of(location: Metadata | undefined): SourceSpan | undefined {
    if (location === undefined) return undefined;
    if (location.kind !== 'reference') return this.#make(location);
    if (!this.#places.has(location.id)) this.#places.set(location.id, this.#make(location));
    return this.#places.get(location.id);
  }

  #make(location: Metadata): SourceSpan | undefined {
    const node = this.#nodes.node(location);
    if (node?.name !== 'DILocation') return undefined;
    const line = number(node, 'line') ?? 0;
    // Line 0 is code that the compiler made of nothing in the source.
    if (line === 0) return undefined;
    if (this.isStandard(this.#fileNode(node.fields.get('scope'))))
      return this.of(node.fields.get('inlinedAt'));
    return this.#span(line, number(node, 'column') ?? 0, node.fields.get('scope'));
  }

  /** Where something is declared that has a line of its own: a variable, a function. */
  ofDeclaration(declaration: Metadata | undefined): SourceSpan | undefined {
    const node = this.#nodes.node(declaration);
    const line = number(node, 'line') ?? 0;
    return node === undefined || line === 0 ? undefined : this.#span(line, 0, declaration);
  }

  #span(line: number, column: number, scope: Metadata | undefined): SourceSpan {
    const file = this.file(this.#fileNode(scope));
    const place = { line, column: Math.max(column, 1) };
    return file === undefined || file === this.own ? place : { file, ...place };
  }

  /** A scope without a file is in that of the scope around it. */
  #fileNode(scope: Metadata | undefined): Metadata | undefined {
    let at = scope;
    for (let depth = 0; depth < 100; depth++) {
      const node = this.#nodes.node(at);
      if (node === undefined) return undefined;
      const file = node.fields.get('file');
      if (file !== undefined) return file;
      at = node.fields.get('scope');
    }
    return undefined;
  }
}

/** clang names the headers of libstdc++ by ways that lead up again. */
function normal(path: string): string {
  const shorter = path.replace(/\/(?!\.\.\/)[^/]+\/\.\.(?=\/)/, '');
  return shorter === path ? path : normal(shorter);
}
