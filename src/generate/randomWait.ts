// Random statements that wait: loads until a cell has a value, semaphores, locks for readers and writers, locks with an owner.

import { addressOf, constant, type Expr } from '../program/expression.js';
import type { Statement } from '../program/statement.js';
import type { Random } from '../support/prng.js';
import type { RandomExpr } from './randomExpr.js';
import type { RandomPlan, RandomRegisters } from './randomScope.js';

export class RandomWait {
  readonly #random: Random;
  readonly #plan: RandomPlan;
  readonly #registers: RandomRegisters;
  readonly #expr: RandomExpr;
  /** The value this thread leaves in a lock it owns. */
  readonly #owner: number;

  constructor(random: Random, plan: RandomPlan, registers: RandomRegisters, expr: RandomExpr) {
    this.#random = random;
    this.#plan = plan;
    this.#registers = registers;
    this.#expr = expr;
    this.#owner = plan.features.has('wait') ? random.int(1, 3) : 1;
  }

  some(): Statement[] {
    const random = this.#random;
    const address = addressOf(random.pick(this.#plan.counters).name);
    const add = (value: number): Statement => ({
      kind: 'rmw',
      address,
      op: { kind: 'fetch', op: '+', value: constant(value) },
    });
    const take = (test: '==' | '>=', least: number, op: '=' | '+', value: number): Statement => ({
      kind: 'lock',
      address,
      until: { test, value: constant(least) },
      leaves: { op, value: constant(value) },
    });
    return random.weighted<() => Statement[]>([
      [3, () => [take('>=', 1, '+', -1)]],
      [4, () => [add(1)]],
      [1, () => [take('>=', 0, '+', 1), add(-1)]],
      [1, () => [take('==', 0, '=', -1), { kind: 'unlock', address }]],
      [
        1,
        () => {
          const holder = constant(this.#owner);
          const release: Statement = { kind: 'unlock', address, holder };
          return random.chance(0.7) ? [take('==', 0, '=', this.#owner), release] : [release];
        },
      ],
      [3, () => [this.#await(address)]],
      [2, () => [this.#await(this.#expr.address())]],
    ])();
  }

  #await(address: Expr): Statement {
    const random = this.#random;
    const value = random.chance(0.2) ? this.#expr.value() : constant(random.int(0, 2));
    const until = { test: random.chance(0.5) ? '==' : '>=', value } as const;
    return { kind: 'load', target: this.#registers.integer(random), address, until };
  }
}
