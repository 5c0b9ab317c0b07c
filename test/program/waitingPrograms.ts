// Random small programs whose threads wait in loops of many shapes: some only wait, some do more.

import { finalCell, finalRegister, program, type ThreadBuilder } from '../../src/program/builder.js';
import { binary, constant, type Expr, register } from '../../src/program/expression.js';
import type { Program } from '../../src/program/program.js';
import { Random } from '../../src/support/prng.js';

const names = ['a', 'b', 'c'];

export interface WaitingOptions {
  /** Statements that may stop a thread: assume and assert. */
  readonly stops: boolean;
}

export function waitingProgram(seed: number, options: WaitingOptions): Program {
  const random = new Random(seed);
  const p = program(`waiting-${seed}`);
  const locations = ['x', 'y'].map((name) => p.location(name));
  const threads = random.int(2, 3);
  for (let i = 0; i < threads; i++)
    p.thread((t) => new WaitingThread(random, locations, options).fill(t, threads === 2 ? 3 : 2));
  for (let i = 0; i < threads; i++)
    for (const name of names) if (random.chance(0.4)) p.observe(finalRegister(i, name));
  return p.observe(finalCell('x'), finalCell('y')).build();
}

class WaitingThread {
  constructor(
    readonly random: Random,
    readonly locations: readonly Expr[],
    readonly options: WaitingOptions,
  ) {}

  #value(): Expr {
    const { random } = this;
    return random.chance(0.6) ? constant(random.int(0, 2)) : register(random.pick(names));
  }

  #condition(): Expr {
    return binary(this.random.pick(['==', '!=']), register(this.random.pick(names)), this.#value());
  }

  fill(t: ThreadBuilder, statements: number): void {
    const { random } = this;
    const loop = random.int(0, statements - 1);
    for (let i = 0; i < statements; i++)
      if (i === loop) t.block((inner, outer) => this.#loop(inner, outer));
      else
        random.weighted<() => unknown>([
          [4, () => t.store(random.pick(this.locations), this.#value())],
          [2, () => t.load(random.pick(this.locations), random.pick(names))],
          [1, () => t.fetch('+', random.pick(this.locations), 1, random.pick(names))],
          [1, () => t.fence()],
          [this.options.stops ? 1 : 0, () => t.assert(this.#condition())],
        ])();
  }

  #loop(t: ThreadBuilder, outer: string): void {
    const { random } = this;
    const first = random.pick(names);
    if (random.chance(0.4)) t.load(random.pick(this.locations), first);
    const nested = random.chance(0.1);
    t.while(random.chance(0.5) ? 1 : this.#condition(), (body, label) => {
      // A round that begins with loads is more likely to depend on nothing else.
      for (const name of names) if (random.chance(0.6)) body.load(random.pick(this.locations), name);
      const statements = random.int(0, 2);
      for (let i = 0; i < statements; i++) this.#inLoop(body, label, outer);
      if (nested)
        body.while(this.#condition(), (inner) => void inner.load(random.pick(this.locations), first));
      if (random.chance(0.5)) body.if(this.#condition(), (leave) => leave.break(label));
    });
  }

  #inLoop(t: ThreadBuilder, label: string, outer: string): void {
    const { random } = this;
    random.weighted<() => unknown>([
      [6, () => t.load(random.pick(this.locations), random.pick(names))],
      [1, () => t.assign(random.pick(names), this.#value())],
      [1, () => t.assign('a', binary('+', register('a'), constant(1)))],
      [1, () => t.if(this.#condition(), (leave) => leave.break(outer))],
      [1, () => t.if(this.#condition(), (leave) => leave.continue(label))],
      [1, () => t.if(this.#condition(), (some) => void some.load(random.pick(this.locations), 'b'))],
      [
        1,
        () =>
          t.block(
            (some, block) =>
              void some.if(this.#condition(), (leave) => leave.break(block)).load(this.locations[0], 'c'),
          ),
      ],
      [0.5, () => t.fence()],
      [0.5, () => t.storeFence()],
      [0.5, () => t.store(random.pick(this.locations), this.#value())],
      [this.options.stops ? 0.5 : 0, () => t.assume(this.#condition())],
      [this.options.stops ? 0.5 : 0, () => t.assert(this.#condition())],
    ])();
  }
}
