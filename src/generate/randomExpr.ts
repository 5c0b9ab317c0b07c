// Random expressions: values to store, addresses to access, conditions to branch on.

import { cell } from '../program/builder.js';
import {
  addressOf,
  binary,
  conditional,
  constant,
  type Expr,
  register,
  unary,
} from '../program/expression.js';
import type { Random } from '../support/prng.js';
import type { RandomPlan, RandomRegisters } from './randomScope.js';

export class RandomExpr {
  readonly #random: Random;
  readonly #plan: RandomPlan;
  readonly #registers: RandomRegisters;
  #last = '';

  constructor(random: Random, plan: RandomPlan, registers: RandomRegisters) {
    this.#random = random;
    this.#plan = plan;
    this.#registers = registers;
  }

  #depends(): boolean {
    return this.#plan.features.has('dependency') && this.#registers.integers.length > 0;
  }

  integer(): Expr {
    return register(this.#random.pick(this.#registers.integers));
  }

  /** A constant: mostly one that no other store of the program has. */
  fresh(): number {
    const { values } = this.#plan;
    if (this.#random.chance(0.15)) return this.#random.pick([0, 1, ...values]);
    values.push(values.length + 1);
    return values.length;
  }

  /** A constant that some register may well equal. */
  plausible(): number {
    return this.#random.chance(0.4) ? 0 : this.#random.int(0, this.#plan.values.length + 1);
  }

  /** The value of a store. */
  value(): Expr {
    const random = this.#random;
    if (!this.#depends() || random.chance(0.5)) return constant(this.fresh());
    return random.weighted<() => Expr>([
      [3, () => this.integer()],
      [2, () => binary(random.pick(['+', '^', '|', '-', '*']), this.integer(), constant(this.fresh()))],
      [2, () => binary('+', constant(this.fresh()), this.#zero())],
      [1, () => binary(random.pick(['+', '&', '<', '=='] as const), this.integer(), this.integer())],
      [1, () => conditional(this.integer(), constant(this.fresh()), constant(this.fresh()))],
      [0.5, () => unary(random.pick(['-', '~', '!'] as const), this.integer())],
      [
        0.5,
        () => binary(random.pick(['/', '%', '<<', '>>', '>>u', '/u', '%u']), this.integer(), this.integer()),
      ],
    ])();
  }

  /** Depends on a register, and is 0 all the same. */
  #zero(): Expr {
    const r = this.integer();
    return this.#random.chance(0.5) ? binary('^', r, r) : binary('&', r, constant(0));
  }

  /** The address of a cell that holds an integer. */
  address(): Expr {
    const random = this.#random;
    const { arrays, features, locks } = this.#plan;
    const { addresses, freed, integers, kept } = this.#registers;
    const blocks = [...freed, ...kept];
    const depends = this.#depends();
    return random.weighted<() => Expr>([
      [6, () => this.#plain()],
      [depends ? 1.5 : 0, () => binary('+', this.#plain(), this.#zero())],
      [depends ? 1 : 0, () => conditional(this.condition(), this.#plain(), this.#plain())],
      [arrays.length > 0 ? 3 : 0, () => this.#element()],
      [addresses.length > 0 ? 6 : 0, () => register(random.pick(addresses))],
      [blocks.length > 0 ? 5 : 0, () => cell(register(random.pick(blocks)), random.int(0, 1))],
      [locks.length > 0 && features.has('fault') ? 0.2 : 0, () => addressOf(random.pick(locks).name)],
      [features.has('fault') && integers.length > 0 ? 0.4 : 0, () => this.integer()],
      [features.has('fault') ? 0.2 : 0, () => constant(random.int(0, 2))],
    ])();
  }

  /** Mostly another location than the last: that is where reorderings show. */
  #plain(): Expr {
    const { plain } = this.#plan;
    const others = plain.filter((location) => location.name !== this.#last);
    const { name } = this.#random.pick(others.length > 0 && this.#random.chance(0.8) ? others : plain);
    this.#last = name;
    return addressOf(name);
  }

  #element(): Expr {
    const array = this.#random.pick(this.#plan.arrays);
    const size = array.initial.length;
    if (this.#plan.features.has('fault') && this.#random.chance(0.1))
      return cell(addressOf(array.name), size);
    if (!this.#depends() || this.#random.chance(0.5))
      return cell(addressOf(array.name), this.#random.int(0, size - 1));
    return binary('+', addressOf(array.name), binary('%u', this.integer(), constant(size)));
  }

  /** The address of a cell that holds an address. */
  pointer(): Expr {
    return addressOf(this.#random.pick(this.#plan.pointers).name);
  }

  /** An address to store in such a cell. */
  target(): Expr {
    const { addresses, freed, kept } = this.#registers;
    const { arrays, features } = this.#plan;
    const blocks = features.has('fault') ? [...freed, ...kept] : kept;
    const random = this.#random;
    return random.weighted<() => Expr>([
      [4, () => addressOf(random.pick(this.#plan.plain).name)],
      [arrays.length > 0 ? 2 : 0, () => cell(addressOf(random.pick(arrays).name), random.int(0, 1))],
      [addresses.length > 0 ? 2 : 0, () => register(random.pick(addresses))],
      [blocks.length > 0 ? 3 : 0, () => register(random.pick(blocks))],
      [features.has('fault') ? 0.5 : 0, () => constant(0)],
    ])();
  }

  /** Something to branch on, assume or assert; a constant only if the thread has read nothing yet. */
  condition(): Expr {
    const random = this.#random;
    const { addresses, integers } = this.#registers;
    const compare = (): Expr =>
      binary(
        random.pick(['==', '!=', '==', '!=', '<', '>=', '>u']),
        this.integer(),
        constant(this.plausible()),
      );
    const many = integers.length > 1;
    return random.weighted<() => Expr>([
      [integers.length > 0 ? 5 : 0, compare],
      [many ? 1 : 0, () => binary(random.pick(['==', '!=', '<=']), this.integer(), this.integer())],
      [many ? 1 : 0, () => binary(random.pick(['&&', '||']), compare(), compare())],
      [integers.length > 0 ? 1 : 0, () => this.integer()],
      [addresses.length > 0 ? 2 : 0, () => binary('==', register(random.pick(addresses)), this.#plain())],
      [0.01, () => constant(random.int(0, 1))],
    ])();
  }
}
