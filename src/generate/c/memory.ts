// Statements about objects as memory: pointers in all their uses, the functions of string.h, the heap, struct values.

import type { Dialect } from './dialect.js';
import type { Expressions } from './expressions.js';
import type { Helpers } from './helpers.js';
import { idioms, inkOf } from './idioms.js';
import { bytes, type IntegerType, longs, shorts, sizeOf, words } from './integers.js';
import type { Objects } from './objects.js';
import { shapes } from './shapes.js';
import { type Part, statement, type Tree } from './tree.js';
import type { ArrayOf, Place, Scope, Writer } from './writer.js';

export class Memory {
  constructor(
    private readonly writer: Writer,
    private readonly expressions: Expressions,
    private readonly objects: Objects,
    private readonly helpers: Helpers,
    private readonly dialect: Dialect,
  ) {}

  /** Undefined where the scope has nothing to work on. */
  statement(scope: Scope): Tree | undefined {
    const { writer } = this;
    const arrays = scope.arrays.length > 0 ? 1 : 0;
    const places = this.#addressable(scope).length > 0 ? 1 : 0;
    const copies = this.objects.structObjects.length > 1 ? 1 : 0;
    const target = this.#target(scope);
    if (target === undefined) return undefined;
    const nothing = (): Tree | undefined => undefined;
    return writer.choose<Tree | undefined>([
      [0.01, undefined, nothing],
      [4, undefined, () => this.dialect.statement(scope, target)],
      ...[...idioms, ...shapes].map(
        ([weight, feature, write]) =>
          [0.4 * weight, feature, (): Tree => write(inkOf(writer, this.expressions, scope, target))] as const,
      ),
      [places, 'pointers', () => this.#pointer(scope, target)],
      [arrays, 'pointer arithmetic', () => this.#window(scope, target)],
      [arrays, 'pointer comparison', () => this.#compare(scope, target)],
      [0.7 * places, 'pointers to pointers', () => this.#pointerToPointer(scope, target)],
      [0.7 * arrays, 'marked pointers', () => this.#marked(scope, target)],
      [0.7 * arrays, 'uintptr_t', () => this.#asNumber(scope, target)],
      [places, 'other views', () => this.#view(scope, target)],
      [0.7 * arrays, 'memcpy', () => this.#copy(scope, 'memcpy')],
      [0.7 * arrays, 'memmove', () => this.#move(scope)],
      [0.7 * arrays, 'memset', () => this.#set(scope)],
      [0.7 * arrays, 'memcmp', () => this.#comparison(scope, target)],
      [0.7, 'malloc', () => this.#heap(scope, target, false)],
      [0.5, 'calloc', () => this.#heap(scope, target, true)],
      [0.4, 'flexible arrays', () => this.#flexible(scope, target)],
      [copies, 'struct values', () => this.#structs(scope, target)],
      [0.5, 'offsetof', () => this.#offset(target)],
      [0.5, 'sizeof', () => this.#size(scope, target)],
      [0.7, 'strings', () => this.#string(scope, target)],
      [0.6, 'static locals', () => this.helpers.staticLocal(target)],
      [0.6, 'addresses of locals', () => this.helpers.addressOfLocal(scope, target)],
      [0.4, 'recursion', () => this.helpers.recursion(scope, target)],
      [0.5, 'function pointers', () => this.helpers.functionPointer(scope, target)],
      [0.5, 'macros', () => this.helpers.macro(scope, target)],
    ]);
  }

  #target(scope: Scope): Place | undefined {
    const writable = scope.places.filter((p) => p.constant !== true);
    return writable.length === 0 ? undefined : this.writer.random.pick(writable);
  }

  #addressable(scope: Scope): Place[] {
    return scope.places.filter((p) => p.constant !== true && p.bitField !== true);
  }

  #value(scope: Scope): Tree {
    return this.expressions.value(scope, 2).tree;
  }

  #pointer(scope: Scope, target: Place): Tree {
    const to = this.writer.random.pick(this.#addressable(scope));
    const p = this.writer.fresh('p');
    const declaration = `${to.type.name} *${p} = &`;
    return statement(
      declaration,
      ...to.parts(),
      ';\n',
      statement(`*${p} = `, this.#value(scope), ';\n'),
      statement(...target.parts(), ` = *${p};\n`),
    );
  }

  /** A pointer into the middle of an array: from c to c + 1, looked at with offsets that stay inside. */
  #window(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const array = random.pick(scope.arrays);
    const last = array.length - 1;
    const p = this.writer.fresh('p');
    const c = random.int(0, last - 1);
    const step = random.weighted<readonly [string, number]>([
      [2, ['', 0]],
      [1, [`${p}++;\n`, 1]],
      [1, [`++${p};\n`, 1]],
      [1, [`${p} += 1;\n`, 1]],
      [1, [`${p} = ${p} + 1;\n`, 1]],
      [1, [`${p} = 1 + ${p};\n`, 1]],
      [1, [`${p}--;\n`, -1]],
      [1, [`${p} -= 1;\n`, -1]],
    ]);
    const from = c + step[1];
    const inside = from >= 0 && from + 1 <= last;
    const start = inside ? from : c;
    const offset = random.int(-start, last - start - 1);
    const access = random
      .pick([`${p}[${offset}]`, `*(${p} + ${offset})`, `*(${p} - ${-offset})`])
      .replace('- -', '+ ');
    return statement(
      `${array.type.name} *${p} = ${array.name} + ${c} + `,
      '((',
      this.expressions.value(scope, 1).tree,
      ') & 1);\n',
      inside ? step[0] : '',
      statement(`${access} = `, this.#value(scope), ';\n'),
      statement(...target.parts(), ` = ${access};\n`),
      random.chance(0.4) ? statement(...target.parts(), ` = ${p} - ${array.name};\n`) : '',
    );
  }

  #compare(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const array = random.pick(scope.arrays);
    const [p, q] = [this.writer.fresh('p'), this.writer.fresh('p')];
    const at = (): Part[] => [`&${array.name}[`, this.expressions.index(scope, array.length), ']'];
    const op = random.pick(['<', '>', '<=', '>=', '==', '!=', '-']);
    return statement(
      `${array.type.name} *${p} = `,
      ...at(),
      `, *${q} = `,
      ...at(),
      ';\n',
      statement(...target.parts(), ` = ${p} ${op} ${q};\n`),
    );
  }

  #pointerToPointer(scope: Scope, target: Place): Tree {
    const to = this.writer.random.pick(this.#addressable(scope));
    const [p, pp] = [this.writer.fresh('p'), this.writer.fresh('p')];
    return statement(
      `${to.type.name} *${p} = &`,
      ...to.parts(),
      `, **${pp} = &${p};\n`,
      statement(`**${pp} = `, this.#value(scope), ';\n'),
      statement(...target.parts(), ` = *${p} + (*${pp} == ${p});\n`),
    );
  }

  #marked(scope: Scope, target: Place): Tree | undefined {
    const { random } = this.writer;
    const aligned = scope.arrays.filter((a) => a.type.bits > 8);
    if (aligned.length === 0) return undefined;
    const array = random.pick(aligned);
    const p = this.writer.fresh('p');
    const type = array.type.name;
    const clean = `((${type} *)((uintptr_t)${p} & ~(uintptr_t)1))`;
    return statement(
      `${type} *${p} = &${array.name}[`,
      this.expressions.index(scope, array.length),
      '];\n',
      statement(
        'if (',
        this.expressions.value(scope, 1).tree,
        `) ${p} = (${type} *)((uintptr_t)${p} | 1);\n`,
      ),
      statement(`*${clean} = `, this.#value(scope), ';\n'),
      statement(...target.parts(), ` = ((uintptr_t)${p} & 1) + (${clean} - ${array.name});\n`),
    );
  }

  #asNumber(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const array = random.pick(scope.arrays);
    const index = this.expressions.index(scope, array.length);
    const size = sizeOf(array.type);
    const n = this.writer.fresh('n');
    const last = array.length - 1;
    return statement(
      `uintptr_t ${n} = (uintptr_t)&${array.name}[`,
      index,
      '];\n',
      statement(...target.parts(), ` = ${n} - (uintptr_t)${array.name};\n`),
      random.chance(0.5)
        ? statement(...target.parts(), ` ^= ${n} & ${Math.max(1, size - 1)} & ${size - 1};\n`)
        : '',
      random.chance(0.5)
        ? statement(
            `*(${array.type.name} *)((uintptr_t)${array.name} + ${random.int(0, last)} * ${random.pick([`sizeof(${array.type.name})`, String(size)])}) = `,
            this.#value(scope),
            ';\n',
          )
        : '',
    );
  }

  /** An object seen as bytes, or an array's elements as narrower or wider ones. */
  #view(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const b = this.writer.fresh('b');
    const wider = scope.arrays.filter((a) => a.type.bits > 1);
    if (wider.length > 0 && random.chance(0.5)) {
      const array = random.pick(wider);
      const all = sizeOf(array.type) * array.length;
      const views = [bytes[2], bytes[1], shorts[0], shorts[1], words[1], longs[0]].filter(
        (t) =>
          sizeOf(t) <= Math.min(all, sizeOf(array.type)) ||
          (random.chance(0.3) && this.#wideEnough(array, t)),
      );
      const view = random.pick(views);
      const count = all / sizeOf(view);
      return statement(
        `${view.name} *${b} = (${view.name} *)${array.name};\n`,
        statement(`${b}[${random.int(0, count - 1)}] = `, this.#value(scope), ';\n'),
        statement(...target.parts(), ` = ${b}[`, this.expressions.index(scope, count), '];\n'),
      );
    }
    const to = random.pick(this.#addressable(scope));
    const size = sizeOf(to.type);
    const write = to.type.bits > 1 && random.chance(0.5);
    return statement(
      `unsigned char *${b} = (unsigned char *)&`,
      ...to.parts(),
      ';\n',
      write ? statement(`${b}[${random.int(0, size - 1)}] = `, this.#value(scope), ';\n') : '',
      statement(...target.parts(), ` = ${b}[${random.int(0, size - 1)}];\n`),
    );
  }

  /** Whether the array is as aligned as an element of that type: the first element of an array need not be. */
  #wideEnough(array: ArrayOf, view: IntegerType): boolean {
    return sizeOf(view) <= sizeOf(array.type);
  }

  #pair(scope: Scope): readonly [ArrayOf, ArrayOf] {
    const { random } = this.writer;
    const a = random.pick(scope.arrays);
    // A _Bool must not be seen with other bits than 0 and 1.
    const fitting = scope.arrays.filter((b) => (b.type.bits === 1) === (a.type.bits === 1));
    return [a, random.pick(fitting)];
  }

  #copy(scope: Scope, name: 'memcpy' | 'memmove'): Tree | undefined {
    const { random } = this.writer;
    const [a, b] = this.#pair(scope);
    if (a === b) return undefined;
    const most = Math.min(sizeOf(a.type) * a.length, sizeOf(b.type) * b.length);
    const size =
      random.chance(0.6) && a.type === b.type
        ? `${random.int(1, Math.min(a.length, b.length))} * sizeof(${a.type.name})`
        : String(random.int(0, most));
    return statement(`${name}(${a.name}, ${b.name}, ${size});\n`);
  }

  #move(scope: Scope): Tree {
    const { random } = this.writer;
    const array = random.pick(scope.arrays);
    const n = random.int(1, array.length - 1);
    const from = random.int(0, array.length - n);
    const to = random.int(0, array.length - n);
    return statement(
      `memmove(${array.name} + ${to}, &${array.name}[${from}], ${n} * sizeof *${array.name});\n`,
    );
  }

  #set(scope: Scope): Tree {
    const { random } = this.writer;
    const array = random.pick(scope.arrays);
    const value = array.type.bits === 1 ? random.int(0, 1) : random.pick([0, 0, 1, 255, -1, 0x41]);
    const size = random.chance(0.5)
      ? `sizeof ${array.name}`
      : String(random.int(0, sizeOf(array.type) * array.length));
    return statement(`memset(${array.name}, ${value}, ${size});\n`);
  }

  #comparison(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const [a, b] = [random.pick(scope.arrays), random.pick(scope.arrays)];
    const most = Math.min(sizeOf(a.type) * a.length, sizeOf(b.type) * b.length);
    const call = `memcmp(${a.name}, ${b.name}, ${random.int(0, most)})`;
    const how = random.pick([`${call} == 0`, `${call} < 0`, `${call} > 0`, `!${call}`]);
    return statement(...target.parts(), ` = ${how};\n`);
  }

  #heap(scope: Scope, target: Place, zeroed: boolean): Tree {
    const { random } = this.writer;
    const type = this.writer.integerType();
    const h = this.writer.fresh('h');
    const n = random.int(1, 4);
    const size = random.pick([`sizeof(${type.name})`, `sizeof *${h}`]);
    const call = zeroed
      ? `calloc(${n}, ${size})`
      : random.pick([`malloc(${n} * ${size})`, `malloc(${size} * ${n})`]);
    const i = this.writer.fresh('i');
    return statement(
      `${type.name} *${h} = ${call};\n`,
      zeroed ? '' : `for (int ${i} = 0; ${i} < ${n}; ${i}++) ${h}[${i}] = ${i} + ${random.int(0, 9)};\n`,
      statement(`${h}[${random.int(0, n - 1)}] = `, this.#value(scope), ';\n'),
      statement(...target.parts(), ` = ${h}[${random.int(0, n - 1)}];\n`),
      random.chance(0.3) ? statement(...target.parts(), ` ^= (uintptr_t)${h} & 15;\n`) : '',
      `free(${h});\n`,
    );
  }

  #flexible(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const s = this.writer.fresh('s');
    const h = this.writer.fresh('h');
    const [head, element] = [this.writer.integerType(), this.writer.integerType()];
    const n = random.int(1, 3);
    this.writer.top.push(statement(`struct ${s} { ${head.name} n; ${element.name} a[]; };\n`));
    const i = this.writer.fresh('i');
    return statement(
      `struct ${s} *${h} = malloc(sizeof *${h} + ${n} * sizeof(${element.name}));\n`,
      `${h}->n = ${random.int(0, 5)};\n`,
      `for (int ${i} = 0; ${i} < ${n}; ${i}++) ${h}->a[${i}] = ${i};\n`,
      statement(`${h}->a[${random.int(0, n - 1)}] = `, this.#value(scope), ';\n'),
      statement(...target.parts(), ` = ${h}->a[${random.int(0, n - 1)}] + ${h}->n;\n`),
      `free(${h});\n`,
    );
  }

  #structs(scope: Scope, target: Place): Tree | undefined {
    const { random } = this.writer;
    const a = random.pick(this.objects.structObjects);
    const b = random.pick(this.objects.structObjects.filter((o) => o.struct === a.struct));
    const members = a.struct.members.filter((m) => m.length === undefined && !m.path.includes('.'));
    if (members.length === 0) return undefined;
    const member = random.pick(members);
    if (this.writer.wants('compound literals', 0.3))
      return statement(`${a.name} = (${a.struct.name}){.${member.path} = `, this.#value(scope), '};\n');
    if (random.chance(0.4)) {
      const f = this.helpers.structFunction(a.struct, member.path);
      return statement(`${a.name} = ${f}(${b.name}, `, this.#value(scope), ');\n');
    }
    return statement(
      `${a.name} = ${b.name};\n`,
      statement(...target.parts(), ` = ${a.name}.${member.path};\n`),
    );
  }

  #offset(target: Place): Tree | undefined {
    const { random } = this.writer;
    if (this.objects.structs.length === 0) return undefined;
    const struct = random.pick(this.objects.structs);
    const member = random.pick(struct.members);
    if (member.bitField === true) return statement(...target.parts(), ` = sizeof(${struct.name});\n`);
    return statement(...target.parts(), ` = offsetof(${struct.name}, ${member.path});\n`);
  }

  #size(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const whole = [...this.objects.structObjects.map((o) => o.name), ...scope.arrays.map((a) => a.name)];
    const what = whole.length > 0 && random.chance(0.5) ? random.pick(whole) : undefined;
    if (what !== undefined) return statement(...target.parts(), ` = sizeof ${what};\n`);
    return statement(...target.parts(), ' = sizeof(', this.#value(scope), ');\n');
  }

  #string(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const text = random.pick(['"abcdefg"', '"\\x41\\377\\n\\0xyz"', '"ab" "cdefg"', '"\\\\\\"\\t1234"']);
    const s = this.writer.fresh('c');
    const length = 8;
    const how = random.pick([
      `const char *${s} = ${text};\n`,
      `char ${s}[] = ${text};\n`,
      `char ${s}[9] = ${text};\n`,
      `static const char ${s}[] = ${text};\n`,
    ]);
    return statement(
      how,
      statement(...target.parts(), ` = ${s}[`, this.expressions.index(scope, length), '];\n'),
      random.chance(0.3) && !how.includes('*') ? statement(...target.parts(), ` += sizeof ${s};\n`) : '',
    );
  }
}
