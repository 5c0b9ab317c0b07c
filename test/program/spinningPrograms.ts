// Random small programs whose threads wait in loops as locks, retries and polls do: read-modify-writes that may change nothing,
// tickets, backoff, loops in loops. Some of the loops only wait, some do more in some rounds.

import { Widening } from '../../src/generate/widen.js';
import { finalCell, finalRegister, program, type ThreadBuilder } from '../../src/program/builder.js';
import { binary, constant, type Expr, register } from '../../src/program/expression.js';
import type { Program } from '../../src/program/program.js';
import { mapOwnExpressions, rewriteStatements } from '../../src/program/rewrite.js';
import type { FetchOp } from '../../src/program/statement.js';
import { validate } from '../../src/program/validate.js';
import { Random } from '../../src/support/prng.js';

const names = ['a', 'b', 'c'];

export interface SpinningOptions {
  /** Statements that may stop a thread: assume and assert. */
  readonly stops?: boolean;
  /** Nondeterministic values. */
  readonly choices?: boolean;
  /** Some accesses are atomic, with an order. */
  readonly orders?: boolean;
  /** Accesses of other widths than 32 bits: all of one, with values that do not fit it, or each of its own. */
  readonly widths?: 'one' | 'mixed';
  /** Each thread has a cell that it alone writes, often with the value that is there, and all threads look at. */
  readonly own?: boolean;
}

export function spinningProgram(seed: number, options: SpinningOptions = {}): Program {
  const random = new Random(seed);
  const p = program(`spinning-${seed}`);
  const [lock, x, y] = ['l', 'x', 'y'].map((name) => p.location(name));
  const threads = random.chance(0.8) ? 2 : 3;
  const own = options.own === true ? Array.from({ length: threads }, (_, i) => p.location(`o${i}`)) : [];
  for (let i = 0; i < threads; i++)
    p.thread((t) => new SpinningThread(random, lock, [x, y], options, own, i).fill(t, threads === 2 ? 3 : 2));
  for (let i = 0; i < threads; i++)
    for (const name of names) if (random.chance(0.3)) p.observe(finalRegister(i, name));
  for (let i = 0; i < own.length; i++) p.observe(finalCell(`o${i}`));
  const built = p.observe(finalCell('l'), finalCell('x'), finalCell('y')).build();
  const sized = options.widths === undefined ? built : withWidths(built, options.widths, new Random(~seed));
  const marked = own.length > 0 && random.chance(0.5) ? withMarks(sized) : sized;
  return options.orders === true ? withOrders(marked, random) : marked;
}

/** Stores to a thread's own cell are marked, also those of computed addresses. */
const withMarks = (built: Program): Program =>
  rewriteStatements(built, (s) => {
    if (s.kind !== 'store') return undefined;
    const base = s.address.kind === 'binary' ? s.address.left : s.address;
    return base.kind === 'address' && base.location.startsWith('o')
      ? [{ ...s, own: base.location }]
      : undefined;
  });

function withWidths(built: Program, widths: 'one' | 'mixed', random: Random): Program {
  if (widths === 'mixed') {
    const widening = new Widening(random, [], false);
    const locations = built.locations.map((location) => widening.location(location));
    return validate({ ...built, locations, threads: built.threads.map((thread) => widening.thread(thread)) });
  }
  const width = random.pick([8, 16] as const);
  /** The same number in this many bits. */
  const beyond = (value: Expr): Expr =>
    value.kind === 'const' && random.chance(0.5)
      ? constant(Number(value.value) + random.pick([-1, 1, 3]) * 2 ** width)
      : value;
  return rewriteStatements(built, (s) => {
    if (s.kind !== 'load' && s.kind !== 'store' && s.kind !== 'rmw') return undefined;
    return [mapOwnExpressions({ ...s, width }, (e, role) => (role === 'value' ? beyond(e) : e))];
  });
}

/** Most accesses atomic, with an order. */
export function withOrders(built: Program, random: Random): Program {
  return rewriteStatements(built, (s) => {
    if (random.chance(0.3)) return undefined;
    switch (s.kind) {
      case 'load':
        return [{ ...s, order: random.pick(['relaxed', 'acquire']) }];
      case 'store':
        return [{ ...s, order: random.pick(['relaxed', 'release']) }];
      case 'rmw':
        return [{ ...s, order: random.pick(['relaxed', 'acq_rel']) }];
      default:
        return undefined;
    }
  });
}

class SpinningThread {
  constructor(
    readonly random: Random,
    readonly lock: Expr,
    readonly locations: readonly Expr[],
    readonly options: SpinningOptions,
    readonly own: readonly Expr[] = [],
    readonly number = 0,
  ) {}

  /** A location to look at. */
  #seen(): Expr {
    return this.own.length > 0 && this.random.chance(0.4) ? this.random.pick(this.own) : this.#any();
  }

  /** Stores into the thread's own cell; the first thread sometimes computes its address. */
  #storeOwn(t: ThreadBuilder): void {
    const cell = this.own[this.number];
    const isComputed = this.number === 0 && this.random.chance(0.1);
    const value = this.random.chance(0.5) ? constant(this.random.int(0, 1)) : this.#value();
    t.store(isComputed ? binary('+', cell, register('zero')) : cell, value);
  }

  #any(): Expr {
    return this.random.pick([this.lock, ...this.locations]);
  }

  #value(): Expr {
    const { random } = this;
    return random.chance(0.7) ? constant(random.int(0, 2)) : register(random.pick(names));
  }

  #condition(): Expr {
    return binary(this.random.pick(['==', '!=']), register(this.random.pick(names)), this.#value());
  }

  fill(t: ThreadBuilder, statements: number): void {
    const { random } = this;
    const loop = random.int(0, statements - 1);
    for (let i = 0; i < statements; i++)
      if (i === loop) this.#wait(t);
      else
        random.weighted<() => unknown>([
          [3, () => t.store(random.pick(this.locations), this.#value())],
          [2, () => t.store(this.lock, constant(random.int(0, 1)))],
          [2, () => t.load(this.#seen(), random.pick(names))],
          [1, () => this.#update(t)],
          [this.own.length > 0 ? 2 : 0, () => this.#storeOwn(t)],
          [0.5, () => t.fence()],
          [0.5, () => t.storeFence()],
          [this.options.stops === true ? 1 : 0, () => t.assert(this.#condition())],
        ])();
  }

  #wait(t: ThreadBuilder): void {
    const { random, lock, locations } = this;
    const [x] = locations;
    const a = register('a');
    const leaveIf = (body: ThreadBuilder, condition: Expr, label: string): unknown =>
      body.if(condition, (leave) => leave.break(label));
    const release = (): unknown => {
      if (random.chance(0.3)) t.storeFence();
      return random.chance(0.8) ? t.store(lock, 0) : undefined;
    };
    random.weighted<() => unknown>([
      // Test-and-set.
      [
        2,
        () => {
          t.while(1, (body, label) => {
            body.xchg(lock, random.chance(0.9) ? 1 : 2, 'a');
            leaveIf(body, binary('==', a, constant(0)), label);
            this.#delay(body);
          });
          t.store(random.pick(locations), this.#value());
          release();
        },
      ],
      // Test and test-and-set.
      [
        1,
        () => {
          t.while(1, (body, label) => {
            body.while(1, (inner, within) => {
              inner.load(lock, 'b');
              leaveIf(inner, binary('==', register('b'), constant(0)), within);
            });
            body.xchg(lock, 1, 'a');
            leaveIf(body, binary('==', a, constant(0)), label);
          });
          t.load(random.pick(locations), 'c');
          release();
        },
      ],
      // Compare-and-swap with what was found.
      [
        1.5,
        () => {
          t.assign('b', 0);
          t.while(1, (body, label) => {
            body.cas(lock, 'b', 1, 'a');
            leaveIf(body, binary('==', a, register('b')), label);
            random.weighted<() => unknown>([
              [2, () => body.assign('b', 0)],
              [1, () => body.assign('b', a)],
              [1, () => {}],
            ])();
          });
          release();
        },
      ],
      // A retry.
      [
        1.5,
        () =>
          t.while(1, (body, label) => {
            body.load(x, 'a');
            body.cas(x, 'a', binary('+', a, constant(random.int(0, 1))), 'b');
            leaveIf(body, binary('==', a, register('b')), label);
            this.#delay(body);
          }),
      ],
      // A ticket.
      [
        1,
        () => {
          t.fetch('+', lock, 1, 'a');
          t.while(1, (body, label) => {
            body.load(x, 'b');
            leaveIf(body, binary('==', register('b'), a), label);
            this.#delay(body);
          });
          t.store(x, binary('+', a, constant(1)));
        },
      ],
      [4, () => t.block((inner, outer) => this.#loop(inner, outer))],
    ])();
  }

  /** Backoff that other threads see, or do not. */
  #delay(t: ThreadBuilder): void {
    const { random } = this;
    if (!random.chance(0.3)) return;
    const counter = random.pick(['i', 'c']);
    t.assign(counter, 0);
    t.while(binary('<', register(counter), constant(2)), (body) =>
      body.assign(counter, binary('+', register(counter), constant(1))),
    );
  }

  #update(t: ThreadBuilder): void {
    const { random } = this;
    const ops: FetchOp[] = ['+', '-', '&', '|', '^'];
    random.weighted<() => unknown>([
      [2, () => t.xchg(this.#any(), this.#value(), random.pick(names))],
      [2, () => t.cas(this.#any(), this.#value(), this.#value(), random.pick(names))],
      [2, () => t.fetch(random.pick(ops), this.#any(), this.#value(), random.pick(names))],
    ])();
  }

  #loop(t: ThreadBuilder, outer: string): void {
    const { random } = this;
    if (random.chance(0.4)) t.load(this.#any(), random.pick(names));
    t.while(random.chance(0.6) ? 1 : this.#condition(), (body, label) => {
      for (const name of names) if (random.chance(0.3)) body.load(this.#seen(), name);
      if (random.chance(0.7)) this.#update(body);
      const statements = random.int(0, 2);
      for (let i = 0; i < statements; i++) this.#inLoop(body, label, outer);
      if (random.chance(0.15))
        body.while(this.#condition(), (inner) => {
          if (random.chance(0.5)) inner.load(this.#any(), random.pick(names));
          else this.#update(inner);
        });
      if (random.chance(0.7)) body.if(this.#condition(), (leave) => leave.break(label));
    });
  }

  #inLoop(t: ThreadBuilder, label: string, outer: string): void {
    const { random, options } = this;
    random.weighted<() => unknown>([
      [3, () => t.load(this.#seen(), random.pick(names))],
      [2, () => this.#update(t)],
      [1, () => t.assign(random.pick(names), this.#value())],
      [0.5, () => t.assign('a', binary('+', register('a'), constant(1)))],
      [1, () => t.if(this.#condition(), (leave) => leave.break(outer))],
      [1, () => t.if(this.#condition(), (leave) => leave.continue(label))],
      [1, () => t.if(this.#condition(), (some) => this.#update(some))],
      [1, () => t.if(this.#condition(), (some) => void some.store(this.#any(), this.#value()))],
      [1, () => this.#delay(t)],
      [this.own.length > 0 ? 5 : 0, () => this.#storeOwn(t)],
      [this.own.length > 0 ? 2 : 0, () => t.if(this.#condition(), (some) => this.#storeOwn(some))],
      [0.5, () => t.fence()],
      [0.5, () => t.storeFence()],
      [0.3, () => t.store(this.#any(), this.#value())],
      [
        0.5,
        () =>
          t.atomic((inside) => {
            inside.load(this.#any(), 'a');
            inside.if(this.#condition(), (some) => void some.store(this.#any(), this.#value()));
            if (random.chance(0.5)) this.#update(inside);
          }),
      ],
      [options.choices === true ? 1 : 0, () => t.nondet(0, 1, random.pick(names))],
      [options.stops === true ? 0.5 : 0, () => t.assume(this.#condition())],
      [options.stops === true ? 0.5 : 0, () => t.assert(this.#condition())],
    ])();
  }
}
