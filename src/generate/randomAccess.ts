// Random accesses of memory: loads, stores, read-modify-writes, and those of cells that hold addresses.

import { constant, type Expr, register } from '../program/expression.js';
import type { FetchOp, RmwOp, Statement } from '../program/statement.js';
import type { Random } from '../support/prng.js';
import type { RandomExpr } from './randomExpr.js';
import type { RandomPlan, RandomRegisters } from './randomScope.js';

const commonOps: readonly FetchOp[] = ['+', '-', '&', '|', '^', '*'];

export class RandomAccess {
  /** Whether the last access was a store: a load of another cell after it is what store buffers reorder. */
  stored = false;
  readonly #random: Random;
  readonly #plan: RandomPlan;
  readonly #registers: RandomRegisters;
  readonly #expr: RandomExpr;

  constructor(random: Random, plan: RandomPlan, registers: RandomRegisters, expr: RandomExpr) {
    this.#random = random;
    this.#plan = plan;
    this.#registers = registers;
    this.#expr = expr;
  }

  load(): Statement[] {
    this.stored = false;
    const address = this.#expr.address();
    return [{ kind: 'load', target: this.#registers.integer(this.#random), address }];
  }

  store(): Statement[] {
    this.stored = true;
    return [{ kind: 'store', address: this.#expr.address(), value: this.#expr.value() }];
  }

  rmw(): Statement[] {
    const address = this.#expr.address();
    const op = this.#random.weighted<() => RmwOp>([
      [2, () => ({ kind: 'xchg', value: this.#expr.value() })],
      [2, () => ({ kind: 'fetch', op: this.#random.pick(commonOps), value: this.#expr.value() })],
      [2, () => ({ kind: 'cas', expected: constant(this.#expr.plausible()), desired: this.#expr.value() })],
    ])();
    if (this.#random.chance(0.15)) return [{ kind: 'rmw', address, op }];
    return [{ kind: 'rmw', target: this.#registers.integer(this.#random), address, op }];
  }

  /** Reads or writes a cell that holds an address. */
  pointer(): Statement[] {
    const address = this.#expr.pointer();
    const atomic = this.#plan.features.has('rmw') ? 1 : 0;
    return this.#random.weighted<() => Statement[]>([
      [4, () => this.#chase(address)],
      [3, () => [{ kind: 'store', address, value: this.#expr.target() }]],
      [
        atomic,
        () => {
          const op: RmwOp = { kind: 'xchg', value: this.#expr.target() };
          return [{ kind: 'rmw', target: this.#registers.address(), address, op }];
        },
      ],
      [
        atomic,
        () => {
          const op: RmwOp = { kind: 'cas', expected: this.#expr.target(), desired: this.#expr.target() };
          return [{ kind: 'rmw', target: this.#registers.address(), address, op }];
        },
      ],
    ])();
  }

  /** Loads an address and mostly uses it at once. */
  #chase(address: Expr): Statement[] {
    const target = this.#registers.address();
    const load: Statement = { kind: 'load', target, address };
    if (this.#random.chance(0.3)) return [load];
    if (this.#random.chance(0.4))
      return [load, { kind: 'store', address: register(target), value: this.#expr.value() }];
    return [load, { kind: 'load', target: this.#registers.integer(this.#random), address: register(target) }];
  }
}
