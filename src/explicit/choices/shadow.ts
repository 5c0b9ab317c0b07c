// What a value has to do with a choice, while an execution is gone through again: modulo 2^width it is the choice plus or
// minus something constant, or it does not depend on choices at all. Every operation whose result would not go along with
// the choice in that way says for which values of the choice it does the same as it did.

import { applyBinary, applyUnary, type BinaryOp, type Expr, type UnaryOp } from '../../program/expression.js';
import { type Integer, unsignedOf } from '../../program/integer.js';
import type { Bound } from './zone.js';

export interface Shadow {
  /** The choice. */
  readonly key: string;
  readonly sign: 1 | -1;
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
  #within({ key, sign }: Shadow, least: bigint, most: bigint): void {
    const p = this.chosen(key);
    const [low, high] = sign === 1 ? [least, most] : [-most, -least];
    this.bounds.push({ x: key, y: undefined, c: p + high }, { x: undefined, y: key, c: -(p + low) });
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
        return { value, shadow: { ...shadow, sign: shadow.sign === 1 ? -1 : 1 } };
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
      default:
        this.pin(a);
        this.pin(b);
        return { value };
    }
  }

  #sum(a: Shadowed, b: Shadowed, op: '+' | '-'): Shadow | undefined {
    const right: Shadow | undefined =
      b.shadow === undefined || op === '+' ? b.shadow : { ...b.shadow, sign: b.shadow.sign === 1 ? -1 : 1 };
    if (a.shadow === undefined || right === undefined) return a.shadow ?? right;
    // The choice cancels out, or the sum does not go along with one choice alone.
    if (a.shadow.key === right.key && a.shadow.sign !== right.sign) return undefined;
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
    const plus = [a.shadow, b.shadow === undefined ? undefined : flipped(b.shadow)].filter(
      (s) => s !== undefined,
    );
    if (plus.length === 0) return;
    const [first, second] = plus;
    if (second !== undefined) {
      if (first.key === second.key && first.sign !== second.sign) return;
      if (first.key === second.key || first.sign === second.sign) {
        this.pin(a);
        this.pin(b);
        return;
      }
    }
    const up = plus.find((s) => s.sign === 1)?.key;
    const down = plus.find((s) => s.sign === -1)?.key;
    // d is up - down plus something constant.
    const now = (up === undefined ? 0n : this.chosen(up)) - (down === undefined ? 0n : this.chosen(down));
    if (most !== undefined) this.bounds.push({ x: up, y: down, c: now + (most - d) });
    if (least !== undefined) this.bounds.push({ x: down, y: up, c: -(now + (least - d)) });
  }
}

const flipped = (shadow: Shadow): Shadow => ({ ...shadow, sign: shadow.sign === 1 ? -1 : 1 });
