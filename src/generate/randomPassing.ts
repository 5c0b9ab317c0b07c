// Random programs in which one thread passes data to another, perhaps through a third. A plain cell is touched only
// by the first and the last thread. Flags of every strength lie between them, so the two accesses may or may not be
// ordered.

import { addressOf, binary, constant, type Expr, register } from '../program/expression.js';
import { type MemoryOrder, memoryOrders } from '../program/memoryOrder.js';
import type { Program, Thread } from '../program/program.js';
import type { Statement } from '../program/statement.js';
import { validate } from '../program/validate.js';
import { Random } from '../support/prng.js';
import { everything } from './observe.js';

const loads: readonly MemoryOrder[] = ['relaxed', 'acquire', 'acquire', 'seq_cst'];
const stores: readonly MemoryOrder[] = ['relaxed', 'release', 'release', 'seq_cst'];

/** The same seed gives the same program. */
export function randomPassingProgram(seed: number): Program {
  const random = new Random(seed);
  const writer = new Passing(random.fork());
  const relay = new Passing(random.fork());
  const reader = new Passing(random.fork());
  const through = random.chance(0.5);
  const end = through && random.chance(0.5) ? 'g' : 'f';
  const bodies = [
    [...writer.data(), ...writer.publish('f')],
    ...(through ? [relay.relay(end)] : []),
    reader.receive(end),
  ];
  // Sometimes the first thread starts or joins the last one, instead of using flags.
  const last = bodies.length - 1;
  const joins = random.chance(0.15);
  if (joins)
    bodies[0] = [
      { kind: 'spawn', thread: last, args: [] },
      { kind: 'join', thread: constant(last) },
      ...bodies[0],
    ];
  const starts = !joins && random.chance(0.1);
  if (starts) bodies[0] = [...bodies[0], { kind: 'spawn', thread: last, args: [] }];
  const threads = bodies.map(
    (body, t): Thread => ({
      name: `P${t}`,
      start: (joins || starts) && t === last ? 'spawned' : 'initial',
      parameters: [],
      registers: new Map(),
      body,
    }),
  );
  const locations = ['x', 'f', 'g', 'm'].map((name) => ({ name, initial: [0] }));
  return validate({ name: `passing${seed}`, locations, threads, observed: everything(locations, threads) });
}

class Passing {
  #registers = 0;

  constructor(readonly random: Random) {}

  #register(): string {
    return `r${this.#registers++}`;
  }

  data(): Statement[] {
    const address = addressOf('x');
    const plain: Statement = this.random.chance(0.5)
      ? { kind: 'store', address, value: constant(1) }
      : { kind: 'load', target: this.#register(), address };
    return this.random.chance(0.12) ? [{ kind: 'atomic', body: [plain] }] : [plain];
  }

  /** Sets the flag, after a fence or not, perhaps again afterwards. */
  publish(flag: string): Statement[] {
    const { random } = this;
    const address = addressOf(flag);
    const again: Statement[] = random.chance(0.25) ? [this.#set(address, 2)] : [];
    return random.weighted<() => Statement[]>([
      [4, () => [...this.#fence(), this.#set(address, 1), ...again]],
      [2, () => [...this.#fence(), this.#update(address), ...again]],
      [1, () => this.#locked({ kind: 'store', address, value: constant(1) })],
      [1, () => [{ kind: 'atomic', body: [{ kind: 'store', address, value: constant(1) }] }]],
    ])();
  }

  /** Sees one flag and sets another, or the same again. */
  relay(flag: string): Statement[] {
    const { random } = this;
    if (flag === 'f' && random.chance(0.6)) return [this.#update(addressOf('f'))];
    const [look, found] = this.#look('f');
    const whenTrue = [...this.#fence(), this.#set(addressOf(flag), 2)];
    return [...look, { kind: 'if', condition: found, whenTrue, whenFalse: [] }];
  }

  receive(flag: string): Statement[] {
    const { random } = this;
    const [look, found] = this.#look(flag);
    const [fence, data] = [this.#fence(), this.data()];
    const condition = random.chance(0.4) ? binary('==', found, constant(2)) : found;
    return [...look, { kind: 'if', condition, whenTrue: [...fence, ...data], whenFalse: [] }];
  }

  #look(flag: string): [Statement[], Expr] {
    const { random } = this;
    const target = this.#register();
    const address = addressOf(flag);
    const plain: Statement = { kind: 'load', target, address };
    const look = random.weighted<() => Statement[]>([
      [4, () => [{ ...plain, order: random.pick(loads) }]],
      [2, () => [{ ...this.#update(address), target }]],
      [1, () => this.#locked(plain)],
      [1, () => [{ kind: 'atomic', body: [plain] }]],
    ])();
    return [look, register(target)];
  }

  #locked(s: Statement): Statement[] {
    const address = addressOf('m');
    return [{ kind: 'lock', address }, s, { kind: 'unlock', address }];
  }

  #set(address: Expr, value: number): Statement {
    return { kind: 'store', address, value: constant(value), order: this.random.pick(stores) };
  }

  #update(address: Expr): Statement & { kind: 'rmw' } {
    const { random } = this;
    const order = random.pick(memoryOrders);
    const target = this.#register();
    if (random.chance(0.5))
      return { kind: 'rmw', target, address, op: { kind: 'fetch', op: '+', value: constant(1) }, order };
    const [expected, desired] = [constant(random.int(0, 1)), constant(random.int(1, 2))];
    const failure = random.pick(loads);
    return { kind: 'rmw', target, address, op: { kind: 'cas', expected, desired }, order, failure };
  }

  #fence(): Statement[] {
    return this.random.weighted<Statement[]>([
      [5, []],
      [1, [{ kind: 'fence', fence: 'store-store' }]],
      [1, [{ kind: 'fence', fence: 'load-load' }]],
      [1, [{ kind: 'fence', fence: 'full' }]],
      [0.5, [{ kind: 'fence', fence: 'full', order: 'relaxed' }]],
    ]);
  }
}
