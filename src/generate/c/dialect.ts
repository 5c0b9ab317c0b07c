// Statements in the language of real files: gcc's additions to C, C11's, and the library beside memory.

import type { Expressions } from './expressions.js';
import { int, longs, words } from './integers.js';
import { expression, statement, type Tree } from './tree.js';
import type { Place, Scope, Writer } from './writer.js';

export class Dialect {
  constructor(
    private readonly writer: Writer,
    private readonly expressions: Expressions,
  ) {}

  statement(scope: Scope, target: Place): Tree {
    return this.writer.choose<Tree>([
      [0.01, undefined, () => statement(';\n')],
      [1, 'statement expressions', () => this.#statements(scope, target)],
      [1, 'typeof', () => this.#typeof(scope, target)],
      [1, '_Generic', () => this.#generic(scope, target)],
      [0.7, 'computed arrays', () => this.#computedArray(scope, target)],
      [1, 'range designators', () => this.#ranges(scope, target)],
      [1, 'stdarg', () => this.#variadic(scope, target)],
      [1, 'text', () => this.#text(scope, target)],
      [1, 'printed text', () => this.#printed(scope, target)],
      [1, 'floats', () => this.#floats(scope, target)],
      [1, 'realloc', () => this.#realloc(scope, target)],
      [1, 'qsort', () => this.#sorted(scope, target)],
      [1.5, 'bytes of any number', () => this.#bytes(scope, target)],
      [1, 'struct results', () => this.#result(scope, target)],
      [1, 'gcc functions', () => this.#intrinsic(scope, target)],
      [1, 'numbers of 128 bits', () => this.#wide(scope, target)],
    ]);
  }

  /** An int from 0 to `most`, which is one less than a power of two. */
  #small(scope: Scope, most: number): Tree {
    return expression('(int)((', this.expressions.value(scope, 1).tree, `) & ${most})`);
  }

  #into(target: Place, ...parts: (string | Tree)[]): Tree {
    return statement(...target.parts(), ' = ', ...parts, ';\n');
  }

  #statements(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const t = this.writer.fresh('t');
    const type = random.pick(words);
    return this.#into(
      target,
      `({ ${type.name} ${t} = `,
      this.#small(scope, 255),
      '; if (',
      this.expressions.value(scope, 1).tree,
      `) ${t} ^= ${random.int(1, 9)}; for (int i = 0; i < ${random.int(1, 3)}; i++) ${t} += i; ${t} ^ ${random.int(0, 7)}; })`,
    );
  }

  #typeof(scope: Scope, target: Place): Tree {
    const v = this.writer.fresh('v');
    const of = this.writer.random.pick(scope.places.filter((p) => p.bitField !== true).concat(target));
    if (of.bitField === true) return this.#into(target, this.#small(scope, 63));
    return statement(
      '__typeof__(',
      ...of.parts(),
      `) ${v} = `,
      this.#small(scope, 127),
      `;\n__auto_type ${v}w = ${v} + 1;\n`,
      this.#into(target, `${v}w ^ (int)sizeof ${v}w`),
    );
  }

  #generic(scope: Scope, target: Place): Tree {
    return this.#into(
      target,
      '_Generic((',
      this.expressions.value(scope, 2).tree,
      '), int: 1, unsigned: 2, long: 3, unsigned long: 4, char: 5, unsigned char: 6, _Bool: 7, short: 8, default: 9)',
    );
  }

  #computedArray(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const a = this.writer.fresh('a');
    const type = this.writer.integerType();
    return statement(
      `int ${a}n = 2 + `,
      this.#small(scope, 3),
      `;\n${type.name} ${a}[${a}n];\nfor (int i = 0; i < ${a}n; i++) ${a}[i] = i * ${random.int(1, 9)};\n`,
      this.#into(target, `${a}[${a}n - 1] + (int)(sizeof ${a} / sizeof *${a})`),
    );
  }

  #ranges(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const a = this.writer.fresh('a');
    const type = this.writer.integerType();
    const value = random.chance(0.5) ? `${random.int(-3, 9)}` : this.#small(scope, 15);
    return statement(
      `${type.name} ${a}[8] = { [${random.int(0, 2)} ... ${random.int(2, 4)}] = `,
      value,
      `, ${random.int(0, 9)}, [7] = `,
      this.#small(scope, 31),
      ' };\n',
      this.#into(target, `${a}[`, this.#small(scope, 7), ']'),
    );
  }

  #variadic(scope: Scope, target: Place): Tree {
    const { random, top } = this.writer;
    const f = this.writer.fresh('fun');
    top.push(
      statement(
        `static long ${f}(const char *kinds, ...) {\nva_list l;\nlong sum = 0;\nva_start(l, kinds);\nfor (int i = 0; kinds[i]; i++)\nif (kinds[i] == 'l') sum += va_arg(l, long);\nelse sum ^= va_arg(l, int);\nva_end(l);\nreturn sum;\n}\n`,
      ),
    );
    const kinds = Array.from({ length: random.int(0, 3) }, () => random.pick(['i', 'l']));
    const args = kinds.flatMap((kind) => [', ', kind === 'l' ? '(long)' : '', this.#small(scope, 255)]);
    return this.#into(target, `${f}("${kinds.join('')}"`, ...args, ')');
  }

  #word(): string {
    const { random } = this.writer;
    return Array.from({ length: random.int(1, 5) }, () => random.pick(['a', 'b', 'c', '1', '-'])).join('');
  }

  #text(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const b = this.writer.fresh('b');
    const call = random.pick([
      `strcmp(${b}, "${this.#word()}") > 0`,
      `strncmp(${b}, "${this.#word()}", 2) == 0`,
      `(int)strlen(${b})`,
      `(int)strspn(${b}, "ab")`,
      `(int)strcspn(${b}, "c1")`,
      `strchr(${b}, 'b') ? (int)(strchr(${b}, 'b') - ${b}) : -1`,
      `strrchr(${b}, 'a') ? (int)(strrchr(${b}, 'a') - ${b}) : -1`,
      `strstr(${b}, "${this.#word().slice(0, 2)}") != 0`,
      `(int)strtol(${b}, 0, ${random.pick([0, 10, 16])})`,
      `atoi(${b} + 1)`,
      `(strcat(${b}, "${this.#word()}"), ${b}[3])`,
      `memchr(${b}, '1', 6) != 0`,
      `(strtok(${b}, "-"), (int)strlen(${b}))`,
    ]);
    return statement(
      `char ${b}[16] = "${this.#word()}";\n`,
      statement(`${b}[0] = "ab1-"[`, this.#small(scope, 3), '];\n'),
      this.#into(target, call),
    );
  }

  #printed(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const b = this.writer.fresh('b');
    const flags = random.pick(['', '-', '0', '+']);
    const width = random.pick(['', '', '4', '2']);
    const conversion = random.pick(['d', 'u', 'x', 'X', 'ld', 'c', 's', '.3d', '.1s']);
    const kind = conversion.slice(-1);
    const used = kind === 's' || kind === 'c' ? flags.replace(/[0+]/, '') : flags;
    const plus = kind === 'd' ? used : used.replace('+', '');
    const argument = kind === 's' ? `"${this.#word()}"` : this.#small(scope, 511);
    const shown = kind === 'c' ? expression('33 + ', this.#small(scope, 63)) : argument;
    const cast = conversion === 'ld' ? '-(long)' : '';
    return statement(
      `char ${b}[24];\nmemset(${b}, 'z', sizeof ${b});\nint ${b}n = snprintf(${b}, ${random.pick([24, 24, 4, 1])}, "<%${plus}${width}${conversion}>%%", ${cast}`,
      shown,
      ');\n',
      this.#into(target, `${b}n * 128 + ${b}[${random.int(0, 6)}]`),
    );
  }

  /** Static ones are in memory, where they are not known beforehand. */
  #floats(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const d = this.writer.fresh('d');
    const type = random.pick(['double', 'float']);
    const storage = random.pick(['', 'static ']);
    const number = (): string =>
      random.pick(['0.1', '1.5', '-2.25', '3', '0.75f', '1e2', '7.0 / 3', '(float)0.3']);
    const step = random.pick([
      `${d} = ${d} * 1.25 + ${number()}`,
      `${d} += i * 0.5`,
      `${d} /= 1.1f`,
      `${d} -= (${type})i / 3`,
    ]);
    return statement(
      `${storage}${type} ${d};\n${d} = ${number()} + `,
      storage === '' ? '0' : this.#small(scope, 63),
      `;\nfor (int i = 0; i < ${random.int(1, 6)}; i++) ${step};\n`,
      this.#into(
        target,
        random.pick([
          `(int)(${d} * 8)`,
          `${d} > ${number()}`,
          `(long)${d} + (${d} == (float)${d})`,
          `${d} < 0 ? -1 : !${d}`,
        ]),
      ),
    );
  }

  /** Only unsigned ones are shifted to the left and overflow. */
  #wide(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const w = this.writer.fresh('w');
    const signed = random.pick([true, false]);
    const type = signed ? '__int128' : 'unsigned __int128';
    const value = (): Tree => this.expressions.value(scope, 1).tree;
    const step = (): Tree =>
      random.pick<() => Tree>([
        () => expression(`${w} ${random.pick(signed ? ['&=', '|='] : ['+=', '-=', '*=', '^='])} `, value()),
        () => expression(`${w} ${random.pick(['/=', '%='])} (`, value(), `) | ${random.int(1, 9)}ul`),
        () => expression(`${w} ${signed ? '>>=' : random.pick(['<<=', '>>='])} `, this.#small(scope, 127)),
        () => expression(`${w} = (unsigned __int128)${w} * (unsigned long)(`, value(), ')'),
      ])();
    return statement(
      `${random.pick(['', 'static '])}${type} ${w};\n${w} = `,
      value(),
      `;\n${w} = (unsigned __int128)${w} << ${random.int(0, 90)} | `,
      this.#small(scope, 255),
      ';\n',
      ...Array.from({ length: random.int(1, 3) }, () => statement(step(), ';\n')),
      this.#into(
        target,
        random.pick([
          `(long)(${w} >> ${random.int(0, 127)})`,
          `(${w} > ${random.int(-3, 3)}) + 2 * !${w}`,
          `${w} ? ${w} % 1000 : 7`,
        ]),
      ),
    );
  }

  #realloc(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const p = this.writer.fresh('p');
    const type = this.writer.integerType();
    return statement(
      `unsigned long ${p}n = 1 + `,
      this.#small(scope, 3),
      `;\n${type.name} *${p} = malloc(2 * sizeof *${p});\n${p}[0] = `,
      this.#small(scope, 127),
      `;\n${p}[1] = ${random.int(0, 9)};\n${p} = realloc(${p}, ${p}n * sizeof *${p});\n`,
      `if (${p}n > 2) ${p}[${p}n - 1] = 5;\n`,
      this.#into(target, `${p}[0] * 4 + ${p}[${p}n - 1 > 1 ? 1 : 0]`),
      `free(${p});\n`,
    );
  }

  #sorted(scope: Scope, target: Place): Tree {
    const { random, top } = this.writer;
    const [f, a] = [this.writer.fresh('fun'), this.writer.fresh('a')];
    const type = random.pick([int, ...longs, ...words]);
    const down = random.chance(0.3) ? -1 : 1;
    top.push(
      statement(
        `static int ${f}(const void *l, const void *r) {\n${type.name} x = *(const ${type.name} *)l, y = *(const ${type.name} *)r;\nreturn ((x > y) - (x < y)) * ${down};\n}\n`,
      ),
    );
    const found = `bsearch(&${a}k, ${a}, 4, sizeof *${a}, ${f}) != 0`;
    return statement(
      `${type.name} ${a}k = ${random.int(0, 9)}, ${a}[4] = { `,
      this.#small(scope, 15),
      `, ${random.int(-2, 9)}, `,
      this.#small(scope, 15),
      `, ${random.int(0, 9)} };\nqsort(${a}, 4, sizeof ${a}[0], ${f});\n`,
      this.#into(target, `(int)${a}[0] * 64 + (int)${a}[${random.int(1, 3)}] + (${found})`),
    );
  }

  #bytes(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const a = this.writer.fresh('a');
    const type = this.writer.integerType();
    const n = `${a}n * sizeof *${a}`;
    const call = random.pick([
      `memcpy(${a}b, ${a}, ${n})`,
      `memcpy(${a}b + 1, ${a} + 2, ${n})`,
      `memmove(${a}b + 1, ${a}b, ${n})`,
      `memmove(${a}b, ${a}b + 2, ${n})`,
      `memset(${a}b, ${type.bits === 1 ? 0 : random.pick([0, 1, 255])}, ${n})`,
      `${a}[7] = memcmp(${a}, ${a}b, ${n}) > 0`,
    ]);
    return statement(
      `int ${a}n = `,
      this.#small(scope, 3),
      `;\n${type.name} ${a}[8] = { 1, 2, `,
      this.#small(scope, 7),
      `, 4, 5, 6 }, ${a}b[8] = { 1, 2, 3, 9, 8, 7 };\n${call};\n`,
      this.#into(target, `${a}b[0] + 2 * ${a}b[1] + 4 * ${a}b[2] + 8 * ${a}b[${random.int(3, 5)}] + ${a}[7]`),
    );
  }

  #result(scope: Scope, target: Place): Tree {
    const { top } = this.writer;
    const f = this.writer.fresh('fun');
    const type = this.writer.integerType();
    top.push(
      statement(`struct ${f}s { int a; ${type.name} b[2]; };\n`),
      statement(
        `static struct ${f}s ${f}(int k) {\nstruct ${f}s s = { k, { k + 1, 7 } };\nif (k & 1) s.b[1] = k;\nreturn s;\n}\n`,
      ),
    );
    const member = this.writer.random.pick(['a', 'b[0]', 'b[1]']);
    return this.#into(target, `${f}(`, this.#small(scope, 63), `).${member}`);
  }

  #intrinsic(scope: Scope, target: Place): Tree {
    const { random } = this.writer;
    const v = this.writer.fresh('v');
    const value = this.#small(scope, 1023);
    const call = random.pick([
      `__builtin_popcount(${v})`,
      `__builtin_clz(${v} | 1)`,
      `__builtin_ctzl(${v} | 64)`,
      `__builtin_ffs(${v})`,
      `__builtin_parity(${v})`,
      `__builtin_bswap32(${v}) >> 16`,
      `__builtin_add_overflow(${v}, 2147483000, &${v}o) + (${v}o & 3)`,
      `__builtin_mul_overflow(${v}, ${random.int(-9, 9)}, &${v}o) + (${v}o & 63)`,
      `__builtin_expect(${v} > 5, 0)`,
      `abs(-${v})`,
    ]);
    return statement(`int ${v} = `, value, `, ${v}o = 0;\n`, this.#into(target, call));
  }
}
