// Global and local objects of aggregate type: arrays, structs with everything C allows in them, unions. Declaring one makes its
// members readable and writable places.

import type { Expressions } from './expressions.js';
import { bool, bytes, type IntegerType, int, shorts, unsigned } from './integers.js';
import { statement, type Tree } from './tree.js';
import type { Place, Scope, Writer } from './writer.js';

export interface StructType {
  readonly name: string;
  readonly members: readonly Member[];
}

/** A member by the path that reaches it (`in.f`), in the order of initialisation. */
interface Member {
  readonly path: string;
  readonly type: IntegerType;
  readonly bitField?: boolean;
  /** Several elements if it is an array. */
  readonly length?: number;
}

interface StructObject {
  readonly name: string;
  readonly struct: StructType;
}

export class Objects {
  readonly structs: StructType[] = [];
  readonly structObjects: StructObject[] = [];

  constructor(
    private readonly writer: Writer,
    private readonly expressions: Expressions,
  ) {}

  scalar(scope: Scope, storage: string): Tree {
    const type = this.writer.integerType();
    const name = this.writer.fresh('g');
    scope.places.push({ type, parts: () => [name] });
    return statement(`${storage}${type.name} ${name} = `, this.expressions.constant().tree, ';\n');
  }

  enumeration(): Tree {
    const { random } = this.writer;
    let negative = false;
    const names = Array.from({ length: random.int(2, 4) }, () => {
      const name = this.writer.fresh('E');
      const value = random.chance(0.4) ? random.int(-3, 40) : undefined;
      if (value !== undefined && value < 0) negative = true;
      return { name, text: value === undefined ? name : `${name} = ${value}` };
    });
    const name = this.writer.fresh('e');
    const type: IntegerType = { name: `enum ${name}`, bits: 32, signed: negative, rank: 3 };
    for (const n of names) this.writer.enumerators.push({ name: n.name, type });
    this.enumType = type;
    return statement(`enum ${name} { ${names.map((n) => n.text).join(', ')} };\n`);
  }

  enumType: IntegerType | undefined;

  enumObject(scope: Scope): Tree {
    const type = this.enumType ?? int;
    const name = this.writer.fresh('g');
    scope.places.push({ type, parts: () => [name] });
    return statement(`${type.name} ${name} = ${this.writer.random.pick(this.writer.enumerators).name};\n`);
  }

  array(scope: Scope, storage: string): Tree {
    const { random } = this.writer;
    const type = this.writer.integerType();
    const name = this.writer.fresh('a');
    const length = random.pick([2, 4, 8]);
    scope.arrays.push({ name, type, length });
    const values = Array.from({ length: random.int(0, length) }, (_, i) => {
      const value = this.expressions.constant().tree;
      if (!this.writer.wants('designators', 0.15)) return [value];
      const at = Math.min(length - 1, i + random.int(0, 1));
      // Values after a designator stay inside: the last designator gets the end of the array at most.
      return i === length - 1 ? [`[${at}] = `, value] : [value];
    });
    const list = values.flatMap((v, i) => (i === 0 ? v : [', ', ...v]));
    return statement(
      `${storage}${type.name} ${name}[${length}] = {`,
      ...(list.length === 0 ? ['0'] : list),
      '};\n',
    );
  }

  arrayOfArrays(scope: Scope, storage: string): Tree {
    const { random } = this.writer;
    const type = this.writer.integerType();
    const name = this.writer.fresh('m');
    const index = (length: number) => this.expressions.index({ ...scope, arrays: [], places: [] }, length);
    scope.places.push({ type, parts: () => [name, '[', index(2), '][', index(2), ']'] });
    const flat = random.chance(0.5);
    const [a, b, c, d] = [0, 1, 2, 3].map(() => String(random.int(-9, 9)));
    const values = flat ? `${a}, ${b}, ${c}` : `{${a}, ${b}}, {${c}, ${d}}`;
    return statement(`${storage}${type.name} ${name}[2][2] = {${values}};\n`);
  }

  structType(): Tree {
    const { writer } = this;
    const { random } = writer;
    const members: Member[] = [];
    const lines: string[] = [];
    const field = (): string => writer.fresh('f').slice(1);
    const plain = (path: string): void => {
      const name = field();
      const type = writer.integerType();
      members.push({ path: path + name, type });
      lines.push(`${type.name} ${name};`);
    };
    for (let i = random.int(1, 3); i > 0; i--) plain('');
    if (writer.wants('bit-fields', 0.35))
      for (let i = random.int(1, 3); i > 0; i--) {
        const name = field();
        const base = random.pick([
          int,
          unsigned,
          unsigned,
          ...(writer.may('narrow types') ? [bytes[2], shorts[1], bool] : []),
        ]);
        const width = random.int(1, Math.min(base.bits, 31));
        // A bit-field narrower than int is converted to int, signed or not.
        members.push({
          path: name,
          type: { ...base, bits: base.bits === 1 ? 1 : 8, rank: 1 },
          bitField: true,
        });
        lines.push(`${base.name === 'int' ? 'signed int' : base.name} ${name} : ${width};`);
      }
    if (writer.wants('arrays', 0.3)) {
      const name = field();
      const type = writer.integerType();
      members.push({ path: name, type, length: 2 });
      lines.push(`${type.name} ${name}[2];`);
    }
    if (writer.wants('nested structs', 0.35)) {
      const name = field();
      lines.push('struct {');
      plain(`${name}.`);
      plain(`${name}.`);
      lines.push(`} ${name};`);
    }
    if (writer.wants('anonymous members', 0.3)) {
      const type = writer.integerType();
      const [a, b] = [field(), field()];
      if (writer.wants('unions', 0.5)) {
        members.push({ path: a, type });
        lines.push(`union { ${type.name} ${a}; unsigned char ${b}[8]; };`);
      } else {
        members.push({ path: a, type });
        lines.push(`struct { ${type.name} ${a}; };`);
      }
    }
    if (random.chance(0.5)) plain('');
    const name = `struct ${writer.fresh('s')}`;
    this.structs.push({ name, members });
    return statement(`${name} {\n${lines.join('\n')}\n};\n`);
  }

  structObject(scope: Scope, storage: string, struct: StructType): Tree {
    const { writer } = this;
    const name = writer.fresh('o');
    this.structObjects.push({ name, struct });
    this.#memberPlaces(scope, name, '.', struct);
    const simple = struct.members.filter((m) => m.length === undefined && !m.path.includes('.'));
    if (simple.length > 0 && writer.wants('designators', 0.5)) {
      const some = simple.filter(() => writer.random.chance(0.6));
      const list = (some.length === 0 ? simple.slice(0, 1) : some).map(
        (m) => `.${m.path} = ${writer.random.int(0, 5)}`,
      );
      return statement(`${storage}${struct.name} ${name} = {${list.join(', ')}};\n`);
    }
    return statement(`${storage}${struct.name} ${name} = {${writer.random.int(0, 9)}};\n`);
  }

  structPointer(scope: Scope, object: StructObject): Tree {
    const name = this.writer.fresh('q');
    this.#memberPlaces(scope, name, '->', object.struct);
    return statement(`${object.struct.name} *${name} = &${object.name};\n`);
  }

  #memberPlaces(scope: Scope, name: string, by: string, struct: StructType): void {
    for (const member of struct.members) {
      const place: Place =
        member.length === undefined
          ? { type: member.type, parts: () => [name, by, member.path], bitField: member.bitField === true }
          : {
              type: member.type,
              parts: () => [
                name,
                by,
                member.path,
                '[',
                this.expressions.index({ ...scope, arrays: [], places: [] }, 2),
                ']',
              ],
            };
      scope.places.push(place);
    }
  }

  union(scope: Scope): Tree {
    const { writer } = this;
    const name = writer.fresh('u');
    const types = Array.from({ length: writer.random.int(2, 3) }, () => writer.integerType());
    // A _Bool must not be seen with other bits than 0 and 1.
    const members = types.map((type, i) => ({ type: type.bits === 1 ? int : type, name: `v${i}` }));
    for (const m of members) scope.places.push({ type: m.type, parts: () => [name, '.', m.name] });
    const index = (): ReturnType<Expressions['index']> =>
      this.expressions.index({ ...scope, arrays: [], places: [] }, 8);
    scope.places.push({ type: bytes[2], parts: () => [name, '.bytes[', index(), ']'] });
    const lines = members.map((m) => `${m.type.name} ${m.name};`).join(' ');
    return statement(`union { ${lines} unsigned char bytes[8]; } ${name};\n`);
  }
}
