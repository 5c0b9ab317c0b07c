// The body of one random thread, written until its budget of memory events is spent.

import { addressOf, binary, constant, type Expr, register } from '../program/expression.js';
import type { Statement } from '../program/statement.js';
import type { Random } from '../support/prng.js';
import { RandomAccess } from './randomAccess.js';
import { RandomExpr } from './randomExpr.js';
import type { Feature } from './randomOptions.js';
import { type RandomPlan, RandomRegisters } from './randomScope.js';
import { RandomWait } from './randomWait.js';

/** Where a statement stands. */
interface Place {
  /** How often it may run. This counts against the budget. */
  readonly rounds: number;
  readonly depth: number;
  readonly atomic: boolean;
  readonly held: readonly number[];
  /** The blocks that `break` and `continue` may name. */
  readonly blocks: readonly string[];
  readonly loops: readonly string[];
}

const outermost: Place = { rounds: 1, depth: 0, atomic: false, held: [], blocks: [], loops: [] };

export class RandomThread {
  readonly registers = new RandomRegisters();
  readonly #random: Random;
  readonly #plan: RandomPlan;
  readonly #expr: RandomExpr;
  readonly #access: RandomAccess;
  readonly #waits: RandomWait;
  #budget = 0;

  constructor(random: Random, plan: RandomPlan, parameters: readonly string[]) {
    this.#random = random;
    this.#plan = plan;
    this.registers.integers.push(...parameters);
    this.#expr = new RandomExpr(random, plan, this.registers);
    this.#access = new RandomAccess(random, plan, this.registers, this.#expr);
    this.#waits = new RandomWait(random, plan, this.registers, this.#expr);
  }

  /** Statements with about `budget` memory events. */
  body(budget: number): Statement[] {
    this.#budget = budget;
    return this.#statements(outermost, budget);
  }

  /** A condition over what the thread read so far. */
  condition(): Expr {
    return this.#expr.condition();
  }

  /** Spends up to `budget` of the remaining budget. */
  #statements(place: Place, budget: number): Statement[] {
    const { freed, kept } = this.registers;
    const scope = [freed.length, kept.length];
    const stop = Math.max(0, this.#budget - budget);
    const body: Statement[] = [];
    while (this.#budget > stop) body.push(...this.#some(place, this.#budget - stop));
    freed.length = scope[0];
    kept.length = scope[1];
    return body;
  }

  #nested(place: Place, budget: number, inner: Partial<Place>): Statement[] {
    return this.#statements({ ...place, ...inner, depth: place.depth + 1 }, budget);
  }

  #some(place: Place, left: number): Statement[] {
    const { rounds, depth, atomic } = place;
    const when = (feature: Feature, weight: number, possible = true): number =>
      this.#plan.features.has(feature) && possible ? weight : 0;
    const room = depth < 3 && left >= rounds;
    const outside = !atomic;
    const stopping = outside || this.#plan.features.has('stop-in-atomic');
    const often = atomic ? 4 : 1;
    const known = this.registers.integers.length > 0;
    return this.#random.weighted<() => Statement[]>([
      [this.#access.stored ? 7 : 3, () => this.#paid(place, this.#access.load())],
      [this.#access.stored ? 2 : 5, () => this.#paid(place, this.#access.store())],
      [when('rmw', 2), () => this.#paid(place, this.#access.rmw())],
      [when('pointer', 3), () => this.#paid(place, this.#access.pointer())],
      [when('fence', 1.2, outside), () => this.#fence('full')],
      [when('store-fence', 1, outside), () => this.#fence('store-store')],
      [when('if', 1.5, room && known), () => this.#if(place, left)],
      [when('if', 0.5, room && outside && known), () => this.#block(place, left)],
      [when('if', 1.5, place.blocks.length > 0 && known), () => this.#jump(place)],
      [when('loop', 1, room && stopping), () => this.#loop(place, left)],
      [when('atomic', 1.5, room && outside), () => this.#atomic(place, left)],
      [when('lock', 1.5, room && outside && left >= 2 * rounds), () => this.#lock(place, left)],
      [when('alloc', 1, room && outside), () => this.#alloc(place, left)],
      [when('wait', 3, outside), () => this.#paid(place, this.#waits.some())],
      [
        when('assume', 0.5 * often, stopping && known),
        () => [{ kind: 'assume', condition: this.#expr.condition() }],
      ],
      [
        when('assert', 0.7 * often, stopping && known),
        () => [{ kind: 'assert', condition: this.#expr.condition() }],
      ],
      [when('nondet', 0.4, outside), () => this.#nondet()],
      [when('dependency', 0.4, known), () => this.#assign()],
    ])();
  }

  /** Accesses of memory, paid for. */
  #paid(place: Place, accesses: Statement[]): Statement[] {
    this.#budget -= place.rounds * accesses.length;
    return accesses;
  }

  #fence(fence: 'full' | 'store-store'): Statement[] {
    return [{ kind: 'fence', fence }];
  }

  #if(place: Place, left: number): Statement[] {
    const condition = this.#expr.condition();
    const share = this.#random.int(place.rounds, Math.max(place.rounds, Math.ceil(left / 2)));
    const whenTrue = this.#nested(place, share, {});
    const whenFalse = this.#random.chance(0.4) ? this.#nested(place, place.rounds, {}) : [];
    return [{ kind: 'if', condition, whenTrue, whenFalse }];
  }

  #block(place: Place, left: number): Statement[] {
    const label = this.registers.fresh('B');
    const leave: Statement = {
      kind: 'if',
      condition: this.#expr.condition(),
      whenTrue: [{ kind: 'break', label }],
      whenFalse: [],
    };
    const body = this.#nested(place, Math.ceil(left / 2), { blocks: [...place.blocks, label] });
    const at = this.#random.int(0, body.length - 1);
    return [{ kind: 'block', label, body: [...body.slice(0, at), leave, ...body.slice(at)] }];
  }

  /** A conditional jump to an enclosing block or loop. */
  #jump(place: Place): Statement[] {
    const { blocks, loops } = place;
    const jump: Statement =
      loops.length > 0 && this.#random.chance(0.5)
        ? { kind: 'continue', label: this.#random.pick(loops) }
        : { kind: 'break', label: this.#random.pick(blocks) };
    return [{ kind: 'if', condition: this.#expr.condition(), whenTrue: [jump], whenFalse: [] }];
  }

  #loop(place: Place, left: number): Statement[] {
    const label = this.registers.fresh('L');
    const rounds = left >= 2 * place.rounds ? this.#random.int(1, 2) : 1;
    return this.#random.weighted<() => Statement[]>([
      [1, () => this.#await(place, label, rounds)],
      [1.5, () => this.#counted(place, label, rounds)],
      [1, () => this.#until(place, label, rounds)],
    ])();
  }

  /** Reads until a value appears. */
  #await(place: Place, label: string, bound: number): Statement[] {
    this.#budget -= place.rounds * bound;
    const address = this.#expr.address();
    const target = this.registers.integer(this.#random);
    const load: Statement = { kind: 'load', target, address };
    const condition = binary(
      this.#random.pick(['==', '!=']),
      register(target),
      constant(this.#expr.plausible()),
    );
    if (this.#random.chance(0.5)) {
      const leave: Statement = { kind: 'if', condition, whenTrue: [{ kind: 'break', label }], whenFalse: [] };
      return [{ kind: 'while', label, condition: constant(1), body: [load, leave], bound }];
    }
    return [load, { kind: 'while', label, condition, body: [load], bound }];
  }

  /** Counts its rounds; sometimes it would run once more than its bound lets it. */
  #counted(place: Place, label: string, rounds: number): Statement[] {
    const counter = this.registers.fresh('i');
    const count = register(counter);
    const increment: Statement = { kind: 'assign', target: counter, value: binary('+', count, constant(1)) };
    const inner = { rounds: place.rounds * rounds, blocks: [...place.blocks, label] };
    const body = this.#nested(place, inner.rounds * this.#random.int(1, 2), inner);
    return [
      { kind: 'assign', target: counter, value: constant(0) },
      {
        kind: 'while',
        label,
        condition: binary('<', count, constant(this.#random.chance(0.2) ? rounds + 1 : rounds)),
        body: [...body, increment],
        bound: rounds,
      },
    ];
  }

  /** Repeats its body until something it read says stop. */
  #until(place: Place, label: string, bound: number): Statement[] {
    const inner = {
      rounds: place.rounds * bound,
      blocks: [...place.blocks, label],
      loops: [...place.loops, label],
    };
    const body = this.#nested(place, inner.rounds * this.#random.int(1, 2), inner);
    const when = (jump: Statement): Statement => ({
      kind: 'if',
      condition: this.#expr.condition(),
      whenTrue: [jump],
      whenFalse: [],
    });
    if (this.#random.chance(0.4))
      body.splice(this.#random.int(1, body.length), 0, when({ kind: 'continue', label }));
    const leave = when({ kind: 'break', label });
    return [{ kind: 'while', label, condition: constant(1), body: [...body, leave], bound }];
  }

  #atomic(place: Place, left: number): Statement[] {
    const share = Math.min(left, this.#random.int(1, 3) * place.rounds);
    return [{ kind: 'atomic', body: this.#nested(place, share, { atomic: true, blocks: [], loops: [] }) }];
  }

  /** Lock, some statements, unlock. Locks nest in one order, unless faults are wanted. */
  #lock(place: Place, left: number): Statement[] {
    const highest = Math.max(-1, ...place.held);
    const allowed = this.#plan.locks.map((_, i) => i).filter((i) => this.#fault(0.5) || i > highest);
    if (allowed.length === 0) return this.#paid(place, this.#access.load());
    const lock = this.#random.pick(allowed);
    const address = addressOf(this.#plan.locks[lock].name);
    this.#budget -= place.rounds;
    const share = Math.min(left, this.#random.int(1, 2) * place.rounds);
    const held = [...place.held, lock];
    const body = this.#nested(place, share, { held, blocks: [], loops: [] });
    const acquire: Statement[] = this.#fault(0.1) ? [] : [{ kind: 'lock', address }];
    const release: Statement[] = this.#fault(0.1) ? [] : [{ kind: 'unlock', address }];
    return [...acquire, ...body, ...release];
  }

  /** A block that is used and then freed, or one that stays and may be published. */
  #alloc(place: Place, left: number): Statement[] {
    const { freed, kept } = this.registers;
    const target = this.registers.fresh('h');
    const alloc: Statement = { kind: 'alloc', target, size: constant(2), zeroed: !this.#fault(0.3) };
    if (this.#random.chance(0.5)) {
      kept.push(target);
      return [alloc];
    }
    freed.push(target);
    const body = this.#nested(place, Math.ceil(left / 2), { blocks: [], loops: [] });
    const free: Statement = { kind: 'free', address: register(target) };
    if (this.#fault(0.5)) return [alloc, ...body, free, ...this.#badFree(free)];
    freed.pop();
    return [alloc, ...body, free];
  }

  /** Freed again, or something else freed, or nothing. */
  #badFree(again: Statement): Statement[] {
    return this.#random.weighted<Statement[]>([
      [2, []],
      [1, [again]],
      [1, [{ kind: 'free', address: this.#expr.address() }]],
    ]);
  }

  #fault(probability: number): boolean {
    return this.#plan.features.has('fault') && this.#random.chance(probability);
  }

  #nondet(): Statement[] {
    const from = this.#random.int(-1, 1);
    const to = from + this.#random.int(0, 1);
    return [{ kind: 'nondet', target: this.registers.integer(this.#random), from, to }];
  }

  #assign(): Statement[] {
    const value = this.#expr.value();
    return [{ kind: 'assign', target: this.registers.integer(this.#random), value }];
  }
}
