// Random programs that synchronise, for data races: few plain cells that threads share, and between the accesses everything
// that C has to order them, in strong and weak forms: flags of every memory order, read-modify-writes, fences,
// locks, atomic sections, creation and joining.

import { addressOf, binary, constant, type Expr, register } from '../program/expression.js';
import { type MemoryOrder, memoryOrders } from '../program/memoryOrder.js';
import type { Program, Thread } from '../program/program.js';
import type { RmwOp, Statement } from '../program/statement.js';
import { validate } from '../program/validate.js';
import { Random } from '../support/prng.js';
import { everything } from './observe.js';

const loadOrders: readonly MemoryOrder[] = ['relaxed', 'acquire', 'acquire', 'consume', 'seq_cst'];
const storeOrders: readonly MemoryOrder[] = ['relaxed', 'release', 'release', 'seq_cst'];

interface SyncOptions {
  /** Most moves of a thread. Default 3. */
  readonly moves?: number;
  /** Heap blocks too: published, used, freed. */
  readonly heap?: boolean;
  /** All atomics are seq_cst, with the fences that the front ends give them. */
  readonly seqCst?: boolean;
}

/** The same seed and options give the same program. */
export function randomSyncProgram(seed: number, options: SyncOptions = {}): Program {
  const random = new Random(seed);
  const spawns = random.chance(0.3);
  const count = random.chance(0.5) ? 3 : 2;
  const threads = Array.from({ length: count }, (_, t) => {
    const writer = new SyncThread(random.fork(), options);
    const moves = random.int(1, options.moves ?? 3);
    const body = Array.from({ length: moves }, () => writer.move(0)).flat();
    return spawns && t === 0
      ? [...starting(random, count, writer), ...body, ...joining(random, count, writer)]
      : body;
  });
  const named = threads.map(
    (body, t): Thread => ({
      name: `P${t}`,
      start: spawns && t > 0 ? 'spawned' : 'initial',
      parameters: [],
      registers: new Map(),
      body,
    }),
  );
  const locations = ['x', 'y', 'f', 'g', 'm', 'p'].map((name) => ({ name, initial: [0] }));
  return validate({ name: `sync${seed}`, locations, threads: named, observed: everything(locations, named) });
}

const starting = (random: Random, count: number, writer: SyncThread): Statement[] =>
  Array.from({ length: count - 1 }, (_, t): Statement[] => [
    ...(random.chance(0.4) ? writer.data() : []),
    { kind: 'spawn', thread: t + 1, args: [] },
  ]).flat();

const joining = (random: Random, count: number, writer: SyncThread): Statement[] =>
  Array.from({ length: count - 1 }, (_, t): Statement[] =>
    random.chance(0.6) ? [{ kind: 'join', thread: constant(t + 1) }, ...writer.data()] : [],
  ).flat();

class SyncThread {
  #registers = 0;

  constructor(
    readonly random: Random,
    readonly options: SyncOptions,
  ) {}

  move(depth: number): Statement[] {
    const { random } = this;
    const nested = depth < 2 ? 1 : 0;
    return random.weighted<() => Statement[]>([
      [3, () => this.data()],
      [3, () => this.#store()],
      [2.5, () => this.#wait(depth)],
      [2 * nested, () => this.#update(depth)],
      [1.2, () => this.#fence()],
      [1.2 * nested, () => this.#locked(depth)],
      [0.6, () => [{ kind: 'atomic', body: this.data() }]],
      [this.options.heap === true ? 1.5 : 0, () => this.#heap()],
    ])();
  }

  /** A plain access, now and then an atomic or volatile one. */
  data(): Statement[] {
    const { random } = this;
    const address = addressOf(random.pick(['x', 'x', 'y']));
    const odd =
      this.options.seqCst !== true && random.chance(0.1)
        ? { order: random.pick(['volatile', 'relaxed'] as const) }
        : {};
    return random.chance(0.5)
      ? [{ kind: 'store', address, value: constant(random.int(1, 2)), ...odd }]
      : [{ kind: 'load', target: this.#register(), address, ...odd }];
  }

  #flag(): Expr {
    return addressOf(this.random.pick(['f', 'f', 'g']));
  }

  #register(): string {
    return `r${this.#registers++}`;
  }

  #order(order: MemoryOrder): MemoryOrder {
    return this.options.seqCst === true ? 'seq_cst' : order;
  }

  /** An access of a seq_cst program between the fences of the machine. */
  #fenced(before: boolean, access: Statement): Statement[] {
    if (this.options.seqCst !== true) return [access];
    const fence: Statement = { kind: 'fence', fence: 'full', order: 'relaxed' };
    const first: Statement = before ? fence : { kind: 'fence', fence: 'store-store', order: 'relaxed' };
    return [first, access, fence];
  }

  #store(): Statement[] {
    const { random } = this;
    const order = this.#order(random.pick(storeOrders));
    const value = constant(random.int(1, 2));
    return this.#fenced(false, { kind: 'store', address: this.#flag(), value, order });
  }

  /** Loads a flag and goes on only if it is set, mostly. */
  #wait(depth: number): Statement[] {
    const { random } = this;
    const target = this.#register();
    const order = this.#order(random.pick(loadOrders));
    const load: Statement = { kind: 'load', target, address: this.#flag(), order };
    const fence = random.chance(0.25) ? this.#fence() : [];
    const then = [...fence, ...(depth < 2 ? this.move(depth + 1) : this.data())];
    if (random.chance(0.15)) return [load, ...then];
    if (random.chance(0.2)) return [load, { kind: 'assume', condition: register(target) }, ...then];
    const condition = random.chance(0.3) ? binary('==', register(target), constant(2)) : register(target);
    return [load, { kind: 'if', condition, whenTrue: then, whenFalse: [] }];
  }

  #update(depth: number): Statement[] {
    const { random } = this;
    const target = this.#register();
    const op = random.weighted<() => RmwOp>([
      [1, () => ({ kind: 'xchg', value: constant(random.int(1, 2)) })],
      [2, () => ({ kind: 'fetch', op: '+', value: constant(1) })],
      [3, () => ({ kind: 'cas', expected: constant(random.int(0, 1)), desired: constant(random.int(1, 2)) })],
    ])();
    const order = this.#order(random.pick(memoryOrders));
    const failure =
      op.kind === 'cas' && random.chance(0.7) ? { failure: this.#order(random.pick(loadOrders)) } : {};
    const update: Statement = { kind: 'rmw', target, address: this.#flag(), op, order, ...failure };
    const whenTrue = this.move(depth + 1);
    if (random.chance(0.4)) return this.#fenced(true, update);
    return [
      ...this.#fenced(true, update),
      {
        kind: 'if',
        condition: binary('==', register(target), constant(random.int(0, 1))),
        whenTrue,
        whenFalse: [],
      },
    ];
  }

  #fence(): Statement[] {
    if (this.options.seqCst === true) return [{ kind: 'fence', fence: 'full' }];
    return this.random.weighted<Statement[]>([
      [2, [{ kind: 'fence', fence: 'store-store' }]],
      [2, [{ kind: 'fence', fence: 'load-load' }]],
      [1, [{ kind: 'fence', fence: 'full' }]],
      [0.5, [{ kind: 'fence', fence: 'full', order: 'relaxed' }]],
      [0.5, [{ kind: 'fence', fence: 'full', order: 'acquire' }]],
      [0.5, [{ kind: 'fence', fence: 'store-store', order: 'acq_rel' }]],
    ]);
  }

  #locked(depth: number): Statement[] {
    const address = addressOf('m');
    const inside = this.random.chance(0.7) ? this.data() : this.move(Math.max(depth + 1, 2));
    if (inside.some((s) => s.kind === 'lock')) return inside;
    return [{ kind: 'lock', address }, ...inside, { kind: 'unlock', address }];
  }

  /** A block that others find through p. */
  #heap(): Statement[] {
    const { random } = this;
    const [block, found, value] = [this.#register(), this.#register(), this.#register()];
    const address = addressOf('p');
    if (random.chance(0.45))
      return [
        { kind: 'alloc', target: block, size: constant(1), zeroed: random.chance(0.5) },
        ...(random.chance(0.7)
          ? [{ kind: 'store', address: register(block), value: constant(3) } as const]
          : []),
        ...this.#fenced(false, {
          kind: 'store',
          address,
          value: register(block),
          order: this.#order(random.pick(storeOrders)),
        }),
      ];
    const use: Statement = random.chance(0.5)
      ? { kind: 'load', target: value, address: register(found) }
      : random.chance(0.5)
        ? { kind: 'store', address: register(found), value: constant(4) }
        : { kind: 'free', address: register(found) };
    return [
      { kind: 'load', target: found, address, order: this.#order(random.pick(loadOrders)) },
      { kind: 'if', condition: register(found), whenTrue: [use], whenFalse: [] },
    ];
  }
}
