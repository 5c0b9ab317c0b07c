// Random small programs around one lock of a textbook: test-and-set, with a test before, compare-and-swap, trylock, ticket, MCS,
// CLH, readers and writers, a sequence lock. Some are as the book has them, in some a step is missing or another value is compared;
// rounds of their loops may delay, count what is seen or not, or look at something else.

import { finalCell, finalRegister, program, type ThreadBuilder } from '../../src/program/builder.js';
import { binary, constant, type Expr, register } from '../../src/program/expression.js';
import type { Program } from '../../src/program/program.js';
import { Random } from '../../src/support/prng.js';
import { withOrders } from './spinningPrograms.js';

const kinds = ['tas', 'ttas', 'cas', 'trylock', 'ticket', 'mcs', 'clh', 'readers', 'sequence'] as const;
type LockKind = (typeof kinds)[number];

interface LockOptions {
  /** Also locks that threads wait for without a loop, and assertions: with them a thread may stop otherwise than in a loop. */
  readonly stops?: boolean;
}

export function lockProgram(seed: number, options: LockOptions = {}): Program {
  const random = new Random(seed);
  const kind = kinds[Math.abs(seed) % kinds.length];
  const p = program(`${kind}-${seed}`);
  const threads = random.chance(0.9) ? 2 : 3;
  const nodes = p.array('n', Array(2 * (threads + 1)).fill(0));
  const free = { location: 'n', index: 2 * threads };
  const shared: Shared = {
    lock: p.location('l', kind === 'clh' ? free : 0),
    serving: p.location('s'),
    data: [p.location('x'), p.location('y')],
    nodes,
  };
  for (let i = 0; i < threads; i++)
    p.thread((t) => new LockingThread(random, kind, shared, i, options).fill(t));
  for (let i = 0; i < threads; i++)
    for (const name of ['c', 'i']) if (random.chance(0.3)) p.observe(finalRegister(i, name));
  return withOrders(p.observe(finalCell('s'), finalCell('x'), finalCell('y')).build(), random);
}

interface Shared {
  readonly lock: Expr;
  /** The ticket that is served, or what the lock itself is not. */
  readonly serving: Expr;
  readonly data: readonly Expr[];
  /** Two cells for each thread, and two more. */
  readonly nodes: Expr;
}

const plus = (value: Expr, by: number): Expr => binary('+', value, constant(by));
const is = (name: string, value: Expr | number): Expr =>
  binary('==', register(name), typeof value === 'number' ? constant(value) : value);

class LockingThread {
  readonly #node: Expr;

  constructor(
    readonly random: Random,
    readonly kind: LockKind,
    readonly shared: Shared,
    index: number,
    readonly options: LockOptions,
  ) {
    this.#node = plus(shared.nodes, 2 * index);
  }

  fill(t: ThreadBuilder): unknown {
    const { random, shared } = this;
    if (random.chance(0.3)) t.store(random.pick(shared.data), random.int(1, 2));
    switch (this.kind) {
      case 'mcs':
        return this.#mcs(t);
      case 'clh':
        return this.#clh(t);
      case 'readers':
        return random.chance(0.5) ? this.#reader(t) : this.#writer(t);
      case 'sequence':
        return random.chance(0.5) ? this.#sequenceReader(t) : this.#sequenceWriter(t);
      case 'ticket':
        return this.#ticket(t);
      default:
        this.#acquire(t);
        this.#section(t);
        return this.#release(t);
    }
  }

  /** Mostly so; sometimes not at all, or with another value. */
  #mostly(act: () => unknown): void {
    if (this.random.chance(0.92)) act();
  }

  #section(t: ThreadBuilder): void {
    const { random, shared } = this;
    const [x, y] = shared.data;
    random.weighted<() => unknown>([
      [2, () => t.load(x, 'c')],
      [2, () => t.store(random.pick([x, y]), random.int(1, 2))],
      [
        2,
        () => {
          t.load(x, 'c');
          t.store(x, plus(register('c'), 1));
        },
      ],
      [this.options.stops === true ? 1 : 0, () => t.load(y, 'c') && t.assert(is('c', 0))],
    ])();
  }

  /** Rounds until the register has the value; the statements of `look` come first. */
  #until(t: ThreadBuilder, condition: Expr, look: (body: ThreadBuilder, label: string) => unknown): void {
    const { random, shared } = this;
    if (random.chance(0.2)) t.assign('i', 0);
    t.while(1, (body, label) => {
      look(body, label);
      body.if(condition, (leave) => leave.break(label));
      random.weighted<() => unknown>([
        [5, () => {}],
        // Seen where `i` is observed.
        [1, () => body.assign('i', plus(register('i'), 1))],
        [1, () => body.load(random.pick(shared.data), random.pick(['c', 'd']))],
        [0.5, () => body.fence()],
        [
          1,
          () => {
            body.assign('d', 0);
            body.while(binary('<', register('d'), constant(2)), (delay) =>
              delay.assign('d', plus(register('d'), 1)),
            );
          },
        ],
      ])();
    });
  }

  #acquire(t: ThreadBuilder): unknown {
    const { random, kind } = this;
    const { lock } = this.shared;
    switch (kind) {
      case 'tas':
        return this.#until(t, is('a', 0), (body) => body.xchg(lock, 1, 'a'));
      case 'ttas':
        return this.#until(t, is('a', 0), (body, label) => {
          if (random.chance(0.5)) this.#until(body, is('b', 0), (inner) => inner.load(lock, 'b'));
          else {
            body.load(lock, 'b');
            body.if(register('b'), (again) => again.continue(label));
          }
          body.xchg(lock, 1, 'a');
        });
      case 'cas':
        return this.#until(t, is('a', 0), (body) => body.cas(lock, 0, random.chance(0.9) ? 1 : 0, 'a'));
      default:
        if (this.options.stops === true && random.chance(0.3)) return t.lock(lock);
        return this.#until(t, is('a', 0), (body) => body.fence().cas(lock, 0, 1, 'a'));
    }
  }

  #release(t: ThreadBuilder): void {
    const { lock } = this.shared;
    if (this.random.chance(0.3)) t.storeFence();
    if (this.kind === 'trylock' && this.options.stops === true) t.unlock(lock);
    else this.#mostly(() => t.store(lock, 0));
  }

  #ticket(t: ThreadBuilder): void {
    const { lock, serving } = this.shared;
    t.fetch('+', lock, 1, 'a');
    this.#until(t, is('b', register('a')), (body) => body.load(serving, 'b'));
    this.#section(t);
    if (this.random.chance(0.3)) t.storeFence();
    this.#mostly(() => t.store(serving, plus(register(this.random.pick(['a', 'b'])), 1)));
  }

  #mcs(t: ThreadBuilder): void {
    const { lock } = this.shared;
    const node = this.#node;
    const held = plus(node, 1);
    const next = (register: string) => (body: ThreadBuilder) => body.load(node, register);
    this.#mostly(() => t.store(held, 1));
    if (this.random.chance(0.3)) t.storeFence();
    t.xchg(lock, node, 'p');
    t.if('p', (behind) => {
      this.#mostly(() => behind.store('p', node));
      this.#until(behind, is('b', 0), (body) => body.load(held, 'b'));
    });
    this.#section(t);
    next('q')(t);
    t.if(is('q', 0), (last) => {
      last.cas(lock, node, 0, 'a');
      last.if(binary('!=', register('a'), node), (followed) =>
        this.#until(followed, register('q'), next('q')),
      );
    });
    t.if('q', (handing) => {
      if (this.random.chance(0.3)) handing.storeFence();
      handing.store(plus(register('q'), 1), 0);
    });
  }

  #clh(t: ThreadBuilder): void {
    this.#mostly(() => t.store(this.#node, 1));
    if (this.random.chance(0.3)) t.storeFence();
    t.xchg(this.shared.lock, this.#node, 'p');
    this.#until(t, is('b', 0), (body) => body.load('p', 'b'));
    this.#section(t);
    if (this.random.chance(0.3)) t.storeFence();
    this.#mostly(() => t.store(this.#node, 0));
  }

  /** The lock holds how many read, or -1. */
  #reader(t: ThreadBuilder): void {
    const { lock, data } = this.shared;
    this.#until(t, is('a', register('b')), (body, label) => {
      body.load(lock, 'b');
      this.#mostly(() => body.if(binary('<', register('b'), constant(0)), (again) => again.continue(label)));
      body.cas(lock, 'b', plus(register('b'), 1), 'a');
    });
    t.load(this.random.pick(data), 'c');
    this.#mostly(() => t.fetch('-', lock, 1));
  }

  #writer(t: ThreadBuilder): void {
    const { lock } = this.shared;
    this.#until(t, is('a', 0), (body) => body.cas(lock, 0, -1, 'a'));
    this.#section(t);
    this.#mostly(() => t.store(lock, 0));
  }

  #sequenceReader(t: ThreadBuilder): void {
    const { serving, data } = this.shared;
    this.#until(t, is('b', register('a')), (body, label) => {
      body.load(serving, 'a');
      const odd = binary('&', register('a'), constant(1));
      this.#mostly(() => body.if(odd, (again) => again.continue(label)));
      for (const [i, address] of data.entries()) body.load(address, ['c', 'd'][i]);
      body.load(serving, 'b');
    });
  }

  #sequenceWriter(t: ThreadBuilder): void {
    const { lock, serving, data } = this.shared;
    this.#until(t, is('a', 0), (body) => body.xchg(lock, 1, 'a'));
    this.#mostly(() => t.fetch('+', serving, 1, 'a'));
    for (const address of data) t.store(address, 1);
    if (this.random.chance(0.3)) t.storeFence();
    t.load(serving, 'a');
    t.store(serving, plus(register('a'), 1));
    t.store(lock, 0);
  }
}
