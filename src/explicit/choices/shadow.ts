// The relation of a value to a choice while an execution is replayed: modulo 2^width the value is a multiple of the
// choice plus a constant, or it does not depend on choices. An operation whose result would not follow the choice in
// that way records the values of the choice for which it behaves the same.

import { applyBinary, applyUnary, type BinaryOp, type Expr, type UnaryOp } from '../../program/expression.js';
import { type Integer, unsignedOf } from '../../program/integer.js';
import type { Bound } from './zone.js';

export interface Shadow {
  /** The choice. */
  readonly key: string;
  /** By how much the value moves when the choice moves by one: not 0. */
  readonly factor: bigint;
}

export interface Shadowed {
  readonly value: Integer;
  readonly shadow?: Shadow | undefined;
}

type Width = 32 | 64;

export class Conditions {
  readonly bounds: Bound[] = [];

  /** `chosen` says what each choice is in the execution. */
  constructor(private readonly chosen: (key: string) => bigint) {}

  /** The choice moves the value by at least `least` and at most `most` from what it is. */
  #within({ key, factor }: Shadow, least: bigint | undefined, most: bigint | undefined): void {
    const p = this.chosen(key);
    const [low, high] = steps(factor, least, most);
    if (high !== undefined) this.bounds.push({ x: key, y: undefined, c: p + high });
    if (low !== undefined) this.bounds.push({ x: undefined, y: key, c: -(p + low) });
  }

  /** The number, `value` now, stays one of that many bits. */
  stays(shadow: Shadow, value: bigint, width: number): void {
    const half = 1n << BigInt(width - 1);
    this.#within(shadow, -half - value, half - 1n - value);
  }

  /** The choice is what it is. */
  pin({ shadow }: Shadowed): void {
    if (shadow !== undefined) this.#within(shadow, 0n, 0n);
  }

  /** The value as a whole number, which from now on goes along with the choice without a jump. */
  #signed({ value, shadow }: Shadowed, width: Width): bigint {
    const v = BigInt(value);
    const half = 1n << BigInt(width - 1);
    if (shadow !== undefined) this.#within(shadow, -half - v, half - 1n - v);
    return v;
  }

  #unsigned({ value, shadow }: Shadowed, width: Width): bigint {
    const v = BigInt(unsignedOf(value, width));
    if (shadow !== undefined) this.#within(shadow, -v, (1n << BigInt(width)) - 1n - v);
    return v;
  }

  evaluate(e: Expr, register: (name: string) => Shadowed, address: (location: string) => Integer): Shadowed {
    switch (e.kind) {
      case 'const':
        return { value: e.value };
      case 'address':
        return { value: address(e.location) };
      case 'register':
        return register(e.name);
      case 'unary':
        return this.#unary(e.op, this.evaluate(e.operand, register, address), e.width ?? 32);
      case 'binary': {
        const left = this.evaluate(e.left, register, address);
        return this.binary(e.op, left, this.evaluate(e.right, register, address), e.width ?? 32);
      }
      case 'conditional':
        return this.evaluate(
          this.truth(this.evaluate(e.condition, register, address)) ? e.whenTrue : e.whenFalse,
          register,
          address,
        );
    }
  }

  /** Whether it is not 0, which stays so. */
  truth(condition: Shadowed): boolean {
    const { value, shadow } = condition;
    // of a multiple of 32 bits 0 may come again
    if (
      shadow !== undefined &&
      shadow.factor ** 2n > 1n &&
      BigInt.asIntN(32, BigInt(value)) === BigInt(value)
    )
      this.stays(shadow, BigInt(value), 32);
    return this.#compare('!=', condition, { value: 0 }, 64);
  }

  #unary(op: UnaryOp, a: Shadowed, width: Width): Shadowed {
    const value = applyUnary(op, a.value, width);
    const { shadow } = a;
    if (shadow === undefined) return { value };
    const result = BigInt(value);
    const narrowed = (least: bigint, most: bigint): Shadowed => {
      this.#within(shadow, least - result, most - result);
      return { value, shadow };
    };
    switch (op) {
      case '-':
      case '~':
        return { value, shadow: times(shadow, -1n) };
      case '!':
        return { value: this.truth(a) ? 0 : 1 };
      case 'sext8':
        return narrowed(-0x80n, 0x7fn);
      case 'sext16':
        return narrowed(-0x8000n, 0x7fffn);
      case 'sext32':
        return narrowed(-0x8000_0000n, 0x7fff_ffffn);
      case 'zext8':
        return narrowed(0n, 0xffn);
      case 'zext16':
        return narrowed(0n, 0xffffn);
      case 'zext32':
        return narrowed(0n, 0xffff_ffffn);
      case 'low32':
        return { value, shadow };
    }
  }

  binary(op: BinaryOp, a: Shadowed, b: Shadowed, width: Width): Shadowed {
    const value = applyBinary(op, a.value, b.value, width);
    if (a.shadow === undefined && b.shadow === undefined) return { value };
    switch (op) {
      case '+':
      case '-':
        return { value, shadow: this.#sum(a, b, op) };
      case '*': {
        const [one, other] = a.shadow === undefined ? [b, a] : [a, b];
        if (one.shadow !== undefined && other.shadow === undefined)
          return { value, shadow: times(one.shadow, BigInt(other.value)) };
        break;
      }
      case '<<':
        if (a.shadow !== undefined && b.shadow === undefined && b.value >= 0 && b.value < width)
          return { value, shadow: times(a.shadow, 1n << BigInt(b.value)) };
        break;
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
      case '<u':
      case '<=u':
      case '>u':
      case '>=u':
        return { value: this.#compare(op, a, b, width) ? 1 : 0 };
      case '&&':
      case '||': {
        const decided = (side: Shadowed): boolean =>
          side.shadow === undefined && (side.value !== 0) === (op === '||');
        if (!decided(a) && !decided(b)) for (const side of [a, b]) this.truth(side);
        return { value };
      }
    }
    this.pin(a);
    this.pin(b);
    return { value };
  }

  #sum(a: Shadowed, b: Shadowed, op: '+' | '-'): Shadow | undefined {
    const right = op === '+' ? b.shadow : times(b.shadow, -1n);
    if (a.shadow === undefined || right === undefined) return a.shadow ?? right;
    // The choice may cancel out, or the sum does not go along with one choice alone.
    if (a.shadow.key === right.key) return moving(right.key, a.shadow.factor + right.factor);
    this.pin(a);
    this.pin(b);
    return undefined;
  }

  /** The outcome of a comparison, which stays as it is. */
  #compare(op: BinaryOp, a: Shadowed, b: Shadowed, width: Width): boolean {
    const isUnsigned = op.endsWith('u');
    const read = (side: Shadowed): bigint =>
      isUnsigned ? this.#unsigned(side, width) : this.#signed(side, width);
    const [l, r] = [read(a), read(b)];
    const d = l - r;
    // a - b at least, at most.
    let [least, most]: [bigint | undefined, bigint | undefined] = [undefined, undefined];
    if (d === 0n && ['==', '!='].includes(op)) [least, most] = [0n, 0n];
    else if (['==', '!='].includes(op)) [least, most] = d < 0n ? [undefined, -1n] : [1n, undefined];
    else if (['<', '>=', '<u', '>=u'].includes(op))
      [least, most] = d < 0n ? [undefined, -1n] : [0n, undefined];
    else [least, most] = d <= 0n ? [undefined, 0n] : [1n, undefined];
    this.#difference(a, b, d, least, most);
    switch (op) {
      case '==':
        return d === 0n;
      case '!=':
        return d !== 0n;
      case '<':
      case '<u':
        return d < 0n;
      case '<=':
      case '<=u':
        return d <= 0n;
      case '>':
      case '>u':
        return d > 0n;
      default:
        return d >= 0n;
    }
  }

  /** The difference of two values, now d, is to stay between two limits. */
  #difference(
    a: Shadowed,
    b: Shadowed,
    d: bigint,
    least: bigint | undefined,
    most: bigint | undefined,
  ): void {
    const [first, second] = [a.shadow, times(b.shadow, -1n)];
    if (first === undefined || second === undefined || first.key === second.key) {
      const [one, other] = first === undefined ? [second, first] : [first, second];
      const alone = one === undefined ? undefined : moving(one.key, one.factor + (other?.factor ?? 0n));
      if (alone !== undefined) this.#within(alone, less(least, d), less(most, d));
      return;
    }
    if (first.factor !== -second.factor) {
      this.pin(a);
      this.pin(b);
      return;
    }
    const [up, down] = first.factor > 0n ? [first, second] : [second, first];
    // d is a multiple of up - down plus something constant.
    const now = this.chosen(up.key) - this.chosen(down.key);
    const [low, high] = steps(up.factor, less(least, d), less(most, d));
    if (high !== undefined) this.bounds.push({ x: up.key, y: down.key, c: now + high });
    if (low !== undefined) this.bounds.push({ x: down.key, y: up.key, c: -(now + low) });
  }
}

const less = (limit: bigint | undefined, d: bigint): bigint | undefined =>
  limit === undefined ? undefined : limit - d;

const moving = (key: string, factor: bigint): Shadow | undefined =>
  factor === 0n ? undefined : { key, factor };

const times = (shadow: Shadow | undefined, factor: bigint): Shadow | undefined =>
  shadow === undefined ? undefined : moving(shadow.key, shadow.factor * factor);

/** The least and the greatest number n with least <= factor * n <= most. */
function steps(
  factor: bigint,
  least: bigint | undefined,
  most: bigint | undefined,
): [bigint | undefined, bigint | undefined] {
  if (factor < 0n) {
    const [low, high] = steps(-factor, least, most);
    return [negative(high), negative(low)];
  }
  return [negative(quotient(negative(least), factor)), quotient(most, factor)];
}

const negative = (n: bigint | undefined): bigint | undefined => (n === undefined ? undefined : -n);

/** Rounded down. */
function quotient(n: bigint | undefined, by: bigint): bigint | undefined {
  if (n === undefined) return undefined;
  return n < 0n ? -((by - 1n - n) / by) : n / by;
}
