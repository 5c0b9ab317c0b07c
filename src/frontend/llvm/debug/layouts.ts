// Types of the source as layouts: trees of named members. Only those that a variable of the module leads to are made.

import type { Layout, LayoutName, Member } from '../../../module/layout.js';
import { suffixAt } from '../../../module/passes/layoutNames.js';
import type { Metadata, MetadataNode } from '../syntax.js';
import { hasFlag, type Nodes, number, text, word } from './nodes.js';

export class Layouts {
  readonly #nodes: Nodes;
  readonly #into: Map<LayoutName, Layout>;
  readonly #names = new Map<string, LayoutName | undefined>();

  readonly #isStandard: (type: MetadataNode) => boolean;

  /**
   * `into`: those of the module, to which others may add theirs. `isStandard` says whether a type is one of the language's standard
   * library.
   */
  constructor(nodes: Nodes, into: Map<LayoutName, Layout>, isStandard: (type: MetadataNode) => boolean) {
    this.#nodes = nodes;
    this.#into = into;
    this.#isStandard = isStandard;
  }

  /** The suffix that names a piece of a layout. */
  suffix(name: LayoutName | undefined, offset: number, bytes: number): string {
    return suffixAt(this.#into, name, { offset, bytes }).text;
  }

  /** The layout of a type; undefined where it is void, a function, or not described. */
  name(type: Metadata | undefined): LayoutName | undefined {
    if (type?.kind !== 'reference') return undefined;
    if (this.#names.has(type.id)) return this.#names.get(type.id);
    const node = this.#nodes.node(type);
    if (node === undefined) return undefined;
    const through = this.#unqualified(node);
    const name = through === undefined ? this.#define(type.id, node) : this.name(through);
    this.#names.set(type.id, name);
    return name;
  }

  /** The type behind a typedef or a qualifier. */
  #unqualified(node: MetadataNode): Metadata | undefined {
    const tag = word(node, 'tag') ?? '';
    return /^DW_TAG_(?:typedef|const_type|volatile_type|atomic_type|restrict_type|template_alias)$/.test(tag)
      ? (node.fields.get('baseType') ?? { kind: 'none' })
      : undefined;
  }

  #define(id: string, node: MetadataNode): LayoutName | undefined {
    const described = text(node, 'name');
    const size = (number(node, 'size') ?? 0) / 8;
    if (node.name === 'DIBasicType')
      return this.#add(described ?? id, { kind: 'scalar', size, reads: readsOf(node) });
    const tag = word(node, 'tag') ?? '';
    if (/pointer_type|reference_type/.test(tag)) return this.#pointer(id, node);
    switch (tag) {
      case 'DW_TAG_enumeration_type': {
        const base = this.#nodes.node(node.fields.get('baseType'));
        return this.#add(this.#fresh(described ?? 'enum', id), {
          kind: 'scalar',
          size,
          reads: base === undefined ? 'unsigned' : readsOf(base),
        });
      }
      case 'DW_TAG_array_type':
        return this.#array(id, node);
      case 'DW_TAG_structure_type':
      case 'DW_TAG_class_type':
      case 'DW_TAG_union_type':
        return this.#record(id, node, size);
      default:
        return undefined;
    }
  }

  #pointer(id: string, node: MetadataNode): LayoutName {
    const name = this.#fresh('pointer', id);
    this.#names.set(id, name);
    const to = this.name(node.fields.get('baseType'));
    return this.#add(name, to === undefined ? { kind: 'pointer' } : { kind: 'pointer', to });
  }

  /** Of several dimensions: arrays of arrays, the last dimension innermost. */
  #array(id: string, node: MetadataNode): LayoutName | undefined {
    let element = this.name(node.fields.get('baseType'));
    if (element === undefined) return undefined;
    const dimensions = this.#nodes.elements(node.fields.get('elements'));
    for (let i = dimensions.length - 1; i >= 0; i--) {
      const count = Math.max(number(this.#nodes.node(dimensions[i]), 'count') ?? 0, 0);
      const stride = this.size(element);
      element = this.#add(this.#fresh('array', i === 0 ? id : `${id}.${i}`), {
        kind: 'array',
        element,
        count,
        stride,
      });
    }
    return element;
  }

  #record(id: string, node: MetadataNode, size: number): LayoutName {
    const name = this.#fresh(text(node, 'name') ?? 'struct', id);
    // A type that leads to itself finds its own name.
    this.#names.set(id, name);
    const members = this.#nodes
      .elements(node.fields.get('elements'))
      .flatMap((member) => this.#member(this.#nodes.node(member)));
    const union = word(node, 'tag') === 'DW_TAG_union_type';
    const shown = this.#isStandard(node) ? this.#withoutWrapper(members, name, node) : members;
    return this.#add(name, { kind: 'record', size, ...(union ? { union } : {}), members: shown });
  }

  /** The one part that an atomic, a cell or a pointer of a standard library has is what the program calls by the whole's name. */
  #withoutWrapper(members: readonly Member[], of: string, node: MetadataNode): readonly Member[] {
    // Room for a value of the first argument's type.
    const held = /^__aligned_(?:buffer|membuf)</.test(of) ? this.#argument(node) : undefined;
    if (held !== undefined) return [{ name: '', offset: 0, layout: held }];
    if (of.startsWith('ArcInner<')) return members.map((m) => (m.name === 'data' ? { ...m, name: '' } : m));
    const parts = members.filter(({ name, layout }) => name !== '' && this.size(layout) > 0);
    return parts.length === 1 ? members.map((m) => (m === parts[0] ? { ...m, name: '' } : m)) : members;
  }

  /** The first type among the arguments of a template. */
  #argument(node: MetadataNode): LayoutName | undefined {
    const [first] = this.#nodes.elements(node.fields.get('templateParams'));
    return this.name(this.#nodes.node(first)?.fields.get('type'));
  }

  #member(node: MetadataNode | undefined): Member[] {
    const tag = word(node, 'tag');
    if (node === undefined || hasFlag(node, 'DIFlagStaticMember')) return [];
    if (tag !== 'DW_TAG_member' && tag !== 'DW_TAG_inheritance') return [];
    const layout = this.name(node.fields.get('baseType'));
    if (layout === undefined) return [];
    const bits = number(node, 'offset') ?? 0;
    // Rust's tuples have members 0, 1, ...
    const name = (text(node, 'name') ?? '').replace(/^__(\d+)$/, '$1');
    if (!hasFlag(node, 'DIFlagBitField')) return [{ name, offset: bits / 8, layout }];
    const offset = storageOffset(node) ?? Math.floor(bits / 8);
    return [{ name, offset, layout, bits: { first: bits - 8 * offset, count: number(node, 'size') ?? 0 } }];
  }

  /** The layout of a pointer's target. The pointer may stand in structs as large as itself. */
  pointee(type: Metadata | undefined): LayoutName | undefined {
    let layout = this.#into.get(this.name(type) ?? '');
    while (layout?.kind === 'record' && layout.size === 8) {
      const [part] = layout.members.filter((m) => m.offset === 0 && this.size(m.layout) === 8);
      layout = this.#into.get(part?.layout ?? '');
    }
    return layout?.kind === 'pointer' ? layout.to : undefined;
  }

  size(name: LayoutName): number {
    const layout = this.#into.get(name);
    switch (layout?.kind) {
      case 'scalar':
      case 'record':
        return layout.size;
      case 'pointer':
        return 8;
      case 'array':
        return layout.count * layout.stride;
      default:
        return 0;
    }
  }

  #fresh(name: string, id: string): LayoutName {
    let fresh = `${name}.${id}`;
    while (this.#into.has(fresh)) fresh += "'";
    return fresh;
  }

  #add(name: LayoutName, layout: Layout): LayoutName {
    this.#into.set(name, layout);
    return name;
  }
}

/** Where the unit of storage of a bit-field begins, in bytes. */
function storageOffset(node: MetadataNode): number | undefined {
  const data = node.fields.get('extraData');
  return data?.kind === 'value' && data.value.kind === 'integer' ? Number(data.value.value) / 8 : undefined;
}

function readsOf(node: MetadataNode): Extract<Layout, { kind: 'scalar' }>['reads'] {
  switch (word(node, 'encoding')) {
    case 'DW_ATE_boolean':
      return 'bool';
    case 'DW_ATE_float':
      return 'float';
    case 'DW_ATE_signed_char':
      return 'char';
    case 'DW_ATE_signed':
      return 'signed';
    default:
      return 'unsigned';
  }
}
