// Random expressions without side effects. Their types are followed, so signed arithmetic mostly has operands too
// narrow to overflow, or is done in unsigned types. Sanitizers throw out the remaining undefined behaviour.

import {
  bytes,
  common,
  type IntegerType,
  int,
  literal,
  promoted,
  shorts,
  sizeOf,
  unsignedLong,
  unsignedOf,
} from './integers.js';
import { expression, type Part, type Tree } from './tree.js';
import type { Scope, Writer } from './writer.js';

interface Expression {
  readonly tree: Tree;
  readonly type: IntegerType;
  /** How tightly its outermost operator binds: 16 for a name, 1 for a comma. */
  readonly binds: number;
}

const make = (type: IntegerType, binds: number, ...parts: Part[]): Expression => ({
  tree: expression(...parts),
  type,
  binds,
});

const levels: Readonly<Record<string, number>> = {
  '*': 13,
  '/': 13,
  '%': 13,
  '+': 12,
  '-': 12,
  '<<': 11,
  '>>': 11,
  '<': 10,
  '>': 10,
  '<=': 10,
  '>=': 10,
  '==': 9,
  '!=': 9,
  '&': 8,
  '^': 7,
  '|': 6,
  '&&': 5,
  '||': 4,
};

const narrow: readonly IntegerType[] = [bytes[1], bytes[2], shorts[0]];

export class Expressions {
  constructor(private readonly writer: Writer) {}

  /** With parentheses unless the place binds less tightly, and sometimes also then. */
  #operand(e: Expression, level: number): Part {
    return e.binds < level || (e.binds < 16 && this.writer.random.chance(0.4))
      ? expression('(', e.tree, ')')
      : e.tree;
  }

  #cast(type: IntegerType, e: Expression): Expression {
    return make(type, 14, `(${type.name})`, this.#operand(e, 14));
  }

  value(scope: Scope, depth: number): Expression {
    const { writer } = this;
    if (depth <= 0 || writer.random.chance(0.15)) return this.leaf(scope);
    return writer.choose<Expression>([
      [8, undefined, () => this.#arithmetic(scope, depth)],
      [3, undefined, () => this.#bitwise(scope, depth)],
      [3, undefined, () => this.#comparison(scope, depth)],
      [2, undefined, () => this.#unary(scope, depth)],
      [3, 'casts', () => this.#cast(writer.integerType(), this.value(scope, depth - 1))],
      [2, 'division', () => this.#division(scope, depth)],
      [2, 'shifts', () => this.#shift(scope, depth)],
      [1.5, 'ternary', () => this.#conditional(scope, depth)],
      [0.5, 'comma', () => this.#comma(scope, depth)],
      [1.5, 'short circuit', () => this.#logical(scope, depth)],
      [scope.functions.length > 0 ? 2 : 0, 'calls', () => this.#call(scope, depth)],
    ]);
  }

  leaf(scope: Scope): Expression {
    const { writer } = this;
    const { random } = writer;
    const choices: (readonly [number, () => Expression])[] = [
      [2, () => this.constant()],
      [scope.places.length > 0 ? 6 : 0, () => this.read(scope)],
      [scope.arrays.length > 0 ? 2 : 0, () => this.#element(scope)],
    ];
    return random.weighted(choices)();
  }

  read(scope: Scope): Expression {
    const place = this.writer.random.pick(scope.places);
    return make(place.type, 16, ...place.parts());
  }

  constant(): Expression {
    const { writer } = this;
    const { random, enumerators } = writer;
    if (enumerators.length > 0 && random.chance(0.1)) {
      const e = random.pick(enumerators);
      return make(int, 16, e.name);
    }
    if (writer.wants('character constants', 0.08))
      return make(
        int,
        16,
        random.pick(["'a'", "'\\0'", "'\\n'", "'\\377'", "'\\x80'", "'\\\\'", "'\\''", "'~'"]),
      );
    if (writer.wants('sizeof', 0.05))
      return make(
        unsignedLong,
        14,
        `sizeof(${writer.integerType().name}${random.pick(['', '', ' *', '[3]'])})`,
      );
    if (writer.wants('_Alignof', 0.02))
      return make(unsignedLong, 14, `_Alignof(${writer.integerType().name})`);
    const suffixes = writer.may('suffixes') && random.chance(0.4);
    if (suffixes) writer.use('suffixes');
    const { text, type } = literal(random, suffixes && writer.may('64-bit types'));
    return random.chance(0.2) && type.signed ? make(type, 14, `-${text}`) : make(type, 16, text);
  }

  /** An index that is inside an array of that length. */
  index(scope: Scope, length: number): Part {
    if (length === 1) return '0';
    if (this.writer.random.chance(0.4)) return String(this.writer.random.int(0, length - 1));
    return expression(this.#operand(this.value(scope, 1), 9), ` & ${length - 1}`);
  }

  #element(scope: Scope): Expression {
    const array = this.writer.random.pick(scope.arrays);
    return make(array.type, 16, array.name, '[', this.index(scope, array.length), ']');
  }

  #arithmetic(scope: Scope, depth: number): Expression {
    const op = this.writer.random.pick(['+', '-', '*']);
    const pair = [this.value(scope, depth - 1), this.value(scope, depth - 1)] as const;
    return this.#tamed(op, pair[0], pair[1]);
  }

  /** Operands changed so that the result fits its type. */
  #tamed(op: string, left: Expression, right: Expression): Expression {
    const { random } = this.writer;
    const type = common(left.type, right.type);
    let [l, r] = [left, right];
    if (type.signed && !random.chance(0.05)) {
      const fits = type.bits === 64 ? [int] : narrow;
      const small = (e: Expression): boolean =>
        e.type.bits < 16 ||
        (e.type.bits === 16 && (e.type.signed || op !== '*')) ||
        e.type.bits * 2 <= type.bits;
      if (random.chance(0.7)) {
        if (!small(l)) l = this.#cast(random.pick(fits), l);
        if (!small(r)) r = this.#cast(random.pick(fits), r);
      } else l = this.#cast(unsignedOf(type), l);
    }
    return this.#binary(op, l, r, type.signed ? common(l.type, r.type) : type);
  }

  #binary(op: string, l: Expression, r: Expression, type: IntegerType): Expression {
    const level = levels[op];
    return make(type, level, this.#operand(l, level), ` ${op} `, this.#operand(r, level + 1));
  }

  #bitwise(scope: Scope, depth: number): Expression {
    const [l, r] = [this.value(scope, depth - 1), this.value(scope, depth - 1)];
    return this.#binary(this.writer.random.pick(['&', '|', '^']), l, r, common(l.type, r.type));
  }

  #comparison(scope: Scope, depth: number): Expression {
    const op = this.writer.random.pick(['<', '>', '<=', '>=', '==', '!=']);
    return this.#binary(op, this.value(scope, depth - 1), this.value(scope, depth - 1), int);
  }

  #unary(scope: Scope, depth: number): Expression {
    const { random } = this.writer;
    const e = this.value(scope, depth - 1);
    const op = random.pick(['-', '~', '!', '+']);
    const type = op === '!' ? int : promoted(e.type);
    const operand = op === '-' && type.signed && e.type.rank >= 3 ? this.#cast(random.pick(narrow), e) : e;
    const result = op === '!' ? int : promoted(operand.type);
    return make(result, 14, `${op} `, this.#operand(operand, 14));
  }

  #division(scope: Scope, depth: number): Expression {
    const { random } = this.writer;
    const op = random.pick(['/', '%']);
    const l = this.value(scope, depth - 1);
    const r = this.value(scope, depth - 1);
    const type = common(l.type, r.type);
    const dividend = type.signed && l.type.rank >= 3 ? this.#cast(random.pick(narrow), l) : l;
    const divisor = random.chance(0.5)
      ? make(promoted(r.type), 6, this.#operand(r, 7), ' | 1')
      : make(int, 16, String(random.pick([1, 2, 3, 5, 7, 16, 100])));
    return this.#binary(op, dividend, divisor, common(dividend.type, divisor.type));
  }

  #shift(scope: Scope, depth: number): Expression {
    const { random } = this.writer;
    const value = this.value(scope, depth - 1);
    const type = promoted(value.type);
    const left = random.chance(0.5);
    const base = !left || !type.signed ? value : this.#cast(unsignedOf(type), value);
    const by = this.value(scope, depth - 2);
    const count = random.chance(0.5)
      ? make(int, 16, String(random.int(0, type.bits - 1)))
      : make(common(by.type, int), 8, this.#operand(by, 9), ` & ${random.pick([7, type.bits - 1])}`);
    return this.#binary(left ? '<<' : '>>', base, count, promoted(base.type));
  }

  #conditional(scope: Scope, depth: number): Expression {
    const [c, a, b] = [0, 1, 2].map(() => this.value(scope, depth - 1));
    const type = common(a.type, b.type);
    return make(type, 3, this.#operand(c, 4), ' ? ', this.#operand(a, 1), ' : ', this.#operand(b, 3));
  }

  #comma(scope: Scope, depth: number): Expression {
    const [a, b] = [this.value(scope, depth - 2), this.value(scope, depth - 1)];
    return make(b.type, 16, '((void)', this.#operand(a, 14), ', ', this.#operand(b, 2), ')');
  }

  #logical(scope: Scope, depth: number): Expression {
    const op = this.writer.random.pick(['&&', '||']);
    return this.#binary(op, this.value(scope, depth - 1), this.value(scope, depth - 1), int);
  }

  #call(scope: Scope, depth: number): Expression {
    const f = this.writer.random.pick(scope.functions);
    const args = f.parameters.flatMap((_, i) => [
      i === 0 ? '' : ', ',
      this.#operand(this.value(scope, depth - 1), 2),
    ]);
    return make(f.result, 16, f.name, '(', ...args, ')');
  }

  /** An expression whose value is at most `size` bytes wide, to be added to signed objects. */
  smallValue(scope: Scope, depth: number): Expression {
    const e = this.value(scope, depth);
    return sizeOf(e.type) === 1 ? e : this.#cast(bytes[1], e);
  }
}
