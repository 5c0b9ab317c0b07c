// Other widths for a random program: accesses of 8, 16 and 64 bits and values of 64 bits in between. A program made of 32 bits
// is rewritten with randomness of its own, so that the seeds of programs without widths keep their meaning. Registers keep
// their names and 32 bits; each access of 64 bits gets a register of its own (`w0`, ...), from which the old one is computed.

import {
  type BinaryOp,
  binary,
  conditional,
  constant,
  type Expr,
  register,
  unary,
} from '../program/expression.js';
import { toInteger, type Width } from '../program/integer.js';
import type { InitialValue, Location, Thread } from '../program/program.js';
import { mapBody, mapOwnExpressions } from '../program/rewrite.js';
import { fetchOps, type RmwOp, type Statement, type StatementOf } from '../program/statement.js';
import type { Random } from '../support/prng.js';

/** Values near which 64 bits behave unlike 32. */
const interesting: readonly bigint[] = [
  1n,
  -1n,
  2n ** 31n,
  2n ** 32n - 1n,
  2n ** 32n,
  2n ** 53n,
  2n ** 63n,
  2n ** 63n - 1n,
  0x1_0000_0001n,
  0x1234_5678_9abc_def0n,
];

export class Widening {
  readonly #random: Random;
  readonly #faults: boolean;
  /** Cells that hold addresses, which a narrow access would destroy. */
  readonly #pointers: ReadonlySet<string>;
  #next = 0;

  constructor(random: Random, pointers: readonly Location[], faults: boolean) {
    this.#random = random;
    this.#pointers = new Set(pointers.map(({ name }) => name));
    this.#faults = faults;
  }

  location(location: Location): Location {
    const value = (initial: InitialValue): InitialValue =>
      typeof initial !== 'object' && this.#random.chance(0.3) ? toInteger(this.#interesting()) : initial;
    return { ...location, initial: location.initial.map(value) };
  }

  thread(thread: Thread): Thread {
    this.#next = 0;
    return { ...thread, body: mapBody(thread.body, (s) => this.#statement(s)) };
  }

  #statement(s: Statement): Statement[] {
    const random = this.#random;
    switch (s.kind) {
      case 'load':
      case 'store':
      case 'rmw': {
        const named = { ...s, address: this.#address(s.address) };
        if (s.kind === 'load' && s.until !== undefined) return [named];
        const width = this.#width(s.address);
        if (width === 64) return this.#wide(named, this.#holdsAddress(s.address));
        return width === 32 ? [named] : [{ ...named, width }];
      }
      case 'nondet': {
        if (s.from === undefined || s.to === undefined || random.chance(0.5)) return [s];
        const base = this.#interesting();
        const at = (offset: number | bigint) => toInteger(BigInt.asIntN(62, base) + BigInt(offset));
        const target = this.#fresh();
        const chosen: Statement = { ...s, target, from: at(s.from), to: at(s.to), width: 64 };
        return [chosen, { kind: 'assign', target: s.target, value: this.#narrow(register(target, 64)) }];
      }
      case 'alloc': {
        if (random.chance(0.5)) return [s];
        const target = this.#fresh();
        const value = unary('low32', register(target, 64));
        return [
          { ...s, target, size: unary('zext32', s.size), width: 64 },
          { kind: 'assign', target: s.target, value },
        ];
      }
      case 'join':
        return [random.chance(0.3) ? { ...s, thread: unary('sext32', s.thread) } : s];
      case 'if':
      case 'assume':
      case 'assert':
        return [mapOwnExpressions(s, (expr) => (random.chance(0.3) ? this.#test(expr) : expr))];
      case 'assign':
        return [{ ...s, value: random.chance(0.3) ? this.#narrow(this.#widened(s.value)) : s.value }];
      case 'lock':
      case 'unlock':
      case 'free':
        return [{ ...s, address: this.#address(s.address) }];
      default:
        return [s];
    }
  }

  #fresh(): string {
    return `w${this.#next++}`;
  }

  #interesting(): bigint {
    const value = this.#random.pick(interesting);
    return BigInt.asIntN(64, this.#random.chance(0.3) ? value + BigInt(this.#random.int(-2, 2)) : value);
  }

  #width(address: Expr): Width {
    if (this.#holdsAddress(address)) return this.#random.pick([32, 64]);
    return this.#random.pick([8, 16, 32, 64, 64]);
  }

  /** Whether the cell at that address may hold an address. */
  #holdsAddress(address: Expr): boolean {
    return address.kind === 'address' && this.#pointers.has(address.location);
  }

  #address(address: Expr): Expr {
    if (this.#random.chance(0.7)) return address;
    const wide = unary('zext32', address);
    if (this.#faults && this.#random.chance(0.2)) return binary('+', wide, constant(2n ** 32n, 64));
    const none = constant(this.#interesting(), 64);
    return this.#random.chance(0.5) ? wide : binary('-', binary('+', wide, none), none);
  }

  /** An access of 64 bits; with `exact` it moves the same value as before. */
  #wide(s: StatementOf<'load' | 'store' | 'rmw'>, exact: boolean): Statement[] {
    const widened = (expr: Expr): Expr => (exact ? unary('zext32', expr) : this.#widened(expr));
    if (s.kind === 'store') return [{ ...s, value: widened(s.value), width: 64 }];
    const target = this.#fresh();
    const access: Statement =
      s.kind === 'load'
        ? { ...s, target, width: 64 }
        : { ...s, target, op: this.#op(s.op, widened, exact), width: 64 };
    if (s.target === undefined) return [access];
    const read = register(target, 64);
    const value = exact ? unary('low32', read) : this.#narrow(read);
    return [access, { kind: 'assign', target: s.target, value }];
  }

  #op(op: RmwOp, widened: (expr: Expr) => Expr, exact: boolean): RmwOp {
    switch (op.kind) {
      case 'xchg':
        return { ...op, value: widened(op.value) };
      case 'fetch':
        return { ...op, op: exact ? op.op : this.#random.pick(fetchOps), value: widened(op.value) };
      case 'cas':
        return { ...op, expected: widened(op.expected), desired: widened(op.desired) };
    }
  }

  /** 64 bits computed from 32. */
  #widened(expr: Expr): Expr {
    const random = this.#random;
    const wide = unary(random.pick(['sext32', 'zext32']), expr);
    const other = constant(this.#interesting(), 64);
    const op = random.pick<BinaryOp>(['+', '-', '*', '/', '%', '/u', '%u', '&', '|', '^']);
    return random.weighted<() => Expr>([
      [4, () => wide],
      [2, () => binary(op, wide, other)],
      [1, () => binary(op, other, wide)],
      [1, () => binary(random.pick<BinaryOp>(['<<', '>>', '>>u']), other, wide)],
      [1, () => binary('<<', wide, constant(random.pick([1, 31, 32, 33, 63, 64]), 64))],
      [1, () => unary(random.pick(['-', '~']), wide)],
      [1, () => conditional(this.#test(expr), wide, other)],
    ])();
  }

  /** 32 bits computed from 64. */
  #narrow(wide: Expr): Expr {
    const random = this.#random;
    const other = constant(this.#interesting(), 64);
    const ops: readonly BinaryOp[] = ['==', '!=', '<', '<=', '>', '>=', '<u', '<=u', '>u', '>=u', '&&', '||'];
    return random.weighted<() => Expr>([
      [4, () => unary('low32', wide)],
      [1, () => unary('low32', binary(random.pick(['>>', '>>u']), wide, constant(random.int(1, 63), 64)))],
      [1, () => binary(random.pick(ops), wide, other)],
      [0.5, () => unary('low32', binary(random.pick(['/', '%', '/u', '%u', '*']), wide, other))],
      [0.5, () => unary(random.pick(['sext8', 'sext16', 'zext8', 'zext16']), unary('low32', wide))],
      [0.5, () => unary('!', wide)],
    ])();
  }

  /** Whether the expression is not 0, asked of 64 bits. */
  #test(expr: Expr): Expr {
    return binary('!=', unary(this.#random.pick(['sext32', 'zext32']), expr), constant(0, 64));
  }
}
