// Layouts for reports: the types of variables as trees of named members.

import type { Layout, LayoutName, Member } from '../../../module/layout.js';
import { type CType, type Field, type IntegerType, type StructType, sizeOf, typeName } from '../types.js';

export class Layouts {
  readonly #into: Map<LayoutName, Layout>;
  readonly #structs = new Map<StructType, LayoutName>();
  readonly #taken = new Set<LayoutName>();

  constructor(into: Map<LayoutName, Layout>) {
    this.#into = into;
  }

  /** Undefined for void, functions and what is incomplete. */
  name(type: CType): LayoutName | undefined {
    switch (type.kind) {
      case 'void':
      case 'function':
        return undefined;
      case 'integer':
        return this.#add(type.name, { kind: 'scalar', size: type.size, reads: readsOf(type) });
      case 'float':
        return this.#add(type.name, { kind: 'scalar', size: type.size, reads: 'float' });
      case 'pointer': {
        const to = this.name(type.to);
        return this.#add(
          `${to ?? 'void'} *`,
          to === undefined ? { kind: 'pointer' } : { kind: 'pointer', to },
        );
      }
      case 'array': {
        const element = this.name(type.of);
        if (element === undefined) return undefined;
        const count = type.length ?? 0;
        const stride = sizeOf(type.of) ?? 0;
        return this.#add(`${element}[${count}]`, { kind: 'array', element, count, stride });
      }
      case 'struct':
        return this.#struct(type.struct);
    }
  }

  #struct(struct: StructType): LayoutName | undefined {
    const known = this.#structs.get(struct);
    if (known !== undefined) return known;
    const { layout } = struct;
    if (layout === undefined) return undefined;
    const isNamed = !struct.name.startsWith('a ');
    const name = this.#fresh(
      isNamed ? typeName({ kind: 'struct', struct }) : (struct.typedef ?? struct.name),
    );
    // A type that leads to itself finds its own name.
    this.#structs.set(struct, name);
    const members = layout.fields.flatMap((field) => this.#member(field));
    this.#into.set(name, {
      kind: 'record',
      size: layout.size,
      ...(struct.union ? { union: true } : {}),
      members,
    });
    return name;
  }

  #member({ name, type, offset, bitField }: Field): Member[] {
    const layout = this.name(type);
    if (layout === undefined) return [];
    if (bitField === undefined) return [{ name, offset, layout }];
    const bits = { first: bitField.position - 8 * offset, count: bitField.bits };
    return [{ name, offset, layout, bits }];
  }

  #fresh(name: string): LayoutName {
    let fresh = name;
    for (let n = 2; this.#taken.has(fresh); n++) fresh = `${name}.${n}`;
    this.#taken.add(fresh);
    return fresh;
  }

  #add(name: LayoutName, layout: Layout): LayoutName {
    this.#into.set(name, layout);
    return name;
  }
}

function readsOf({ bool, signed, name }: IntegerType): Extract<Layout, { kind: 'scalar' }>['reads'] {
  if (bool) return 'bool';
  if (name === 'char') return 'char';
  return signed ? 'signed' : 'unsigned';
}
