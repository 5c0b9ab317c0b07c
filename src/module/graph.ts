// The control-flow graph of a body: order, dominators and loops, by block labels. Dominators as Cooper, Harvey and Kennedy, "A
// Simple, Fast Dominance Algorithm".

import { bug } from '../support/diagnostic.js';
import { successorsOf } from './instruction.js';
import type { Block, Body } from './module.js';

export interface Graph {
  readonly entry: string;
  /** The blocks that are reached, in reverse postorder. */
  readonly order: readonly string[];
  /** Position in `order`. */
  readonly position: ReadonlyMap<string, number>;
  readonly successors: (label: string) => readonly string[];
  /** Each once. */
  readonly predecessors: (label: string) => readonly string[];
  /** The immediate dominator; the entry has none. */
  readonly idom: (label: string) => string | undefined;
  readonly dominates: (a: string, b: string) => boolean;
  /** Natural loops by header: the blocks of each, header included. */
  readonly loops: ReadonlyMap<string, ReadonlySet<string>>;
  /** Some loop is entered at two places. */
  readonly irreducible: boolean;
}

export const entryOf = (body: Body): string =>
  body.blocks.keys().next().value ?? bug('a body without blocks has no entry');

export const blockOf = (body: Body, label: string): Block =>
  body.blocks.get(label) ?? bug(`no block is called ${label}`);

/** Each successor once. */
function nextOf(body: Body, label: string): readonly string[] {
  const next = successorsOf(blockOf(body, label).end);
  return next.length < 2 ? next : [...new Set(next)];
}

function reversePostorder(entry: string, next: (label: string) => readonly string[]): string[] {
  const order: string[] = [];
  const seen = new Set([entry]);
  const stack = [{ label: entry, todo: [...next(entry)] }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    // The first successor is visited last, so that it comes first in the order.
    const to = top.todo.pop();
    if (to === undefined) {
      order.push(top.label);
      stack.pop();
    } else if (!seen.has(to)) {
      seen.add(to);
      stack.push({ label: to, todo: [...next(to)] });
    }
  }
  return order.reverse();
}

/** Kept while the body is: passes ask for the graph of the same body again and again. */
const known = new WeakMap<Body, Graph>();

export function graphOf(body: Body): Graph {
  const graph = known.get(body) ?? new BodyGraph(body);
  known.set(body, graph);
  return graph;
}

/** The body `to` has the graph of `from`: its blocks differ in instructions alone. */
export function keepGraph(from: Body, to: Body): Body {
  if (from !== to) known.set(to, graphOf(from));
  return to;
}

/** Dominators and loops are found when they are asked for: most callers want the order alone. */
class BodyGraph implements Graph {
  readonly entry: string;
  readonly order: readonly string[];
  readonly position: ReadonlyMap<string, number>;
  readonly #successors: ReadonlyMap<string, readonly string[]>;
  #predecessors: ReadonlyMap<string, readonly string[]> | undefined;
  #idoms: ReadonlyMap<string, string> | undefined;
  #cycles: Cycles | undefined;

  constructor(body: Body) {
    this.entry = entryOf(body);
    const next = new Map<string, readonly string[]>();
    this.order = reversePostorder(this.entry, (label) => {
      const found = nextOf(body, label);
      next.set(label, found);
      return found;
    });
    this.position = new Map(this.order.map((label, i) => [label, i]));
    this.#successors = next;
  }

  readonly successors = (label: string): readonly string[] => this.#successors.get(label) ?? [];

  readonly predecessors = (label: string): readonly string[] => {
    this.#predecessors ??= predecessorsOf(this);
    return this.#predecessors.get(label) ?? [];
  };

  readonly idom = (label: string): string | undefined => {
    this.#idoms ??= immediateDominators(this.order, this.position, this.predecessors);
    return label === this.entry ? undefined : this.#idoms.get(label);
  };

  readonly dominates = (a: string, b: string): boolean => {
    let x: string | undefined = b;
    while (x !== undefined && this.#at(x) > this.#at(a)) x = this.idom(x);
    return x === a;
  };

  get loops(): Cycles['loops'] {
    return this.#cyclesOf().loops;
  }

  get irreducible(): boolean {
    return this.#cyclesOf().irreducible;
  }

  #at(label: string): number {
    return this.position.get(label) ?? bug(`${label} is not reached`);
  }

  #cyclesOf(): Cycles {
    this.#cycles ??= cyclesOf(this);
    return this.#cycles;
  }
}

function predecessorsOf({ order, successors }: Graph): ReadonlyMap<string, readonly string[]> {
  const before = new Map<string, string[]>(order.map((label) => [label, []]));
  for (const label of order) for (const to of successors(label)) before.get(to)?.push(label);
  return before;
}

type Cycles = Pick<Graph, 'loops' | 'irreducible'>;

function cyclesOf({ order, position, successors, predecessors, dominates }: Graph): Cycles {
  const loops = new Map<string, Set<string>>();
  let irreducible = false;
  for (const [at, label] of order.entries())
    for (const to of successors(label)) {
      if ((position.get(to) ?? 0) > at) continue;
      if (!dominates(to, label)) {
        irreducible = true;
        continue;
      }
      const loop = loops.get(to) ?? new Set([to]);
      loops.set(to, loop);
      const work = [label];
      for (let x = work.pop(); x !== undefined; x = work.pop())
        if (!loop.has(x)) {
          loop.add(x);
          work.push(...predecessors(x));
        }
    }
  return { loops, irreducible };
}

function immediateDominators(
  order: readonly string[],
  position: ReadonlyMap<string, number>,
  predecessors: (label: string) => readonly string[],
): ReadonlyMap<string, string> {
  const [entry] = order;
  const numbers = order.map((label) => predecessors(label).map((p) => position.get(p) ?? -1));
  const idoms: number[] = order.map((_, i) => (i === 0 ? 0 : -1));
  const meet = (a: number, b: number): number => {
    let [x, y] = [a, b];
    while (x !== y) {
      while (x > y) x = idoms[x] ?? 0;
      while (y > x) y = idoms[y] ?? 0;
    }
    return x;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = 1; i < order.length; i++) {
      let d = -1;
      for (const p of numbers[i] ?? []) if (idoms[p] !== -1) d = d === -1 ? p : meet(d, p);
      if (idoms[i] !== d) {
        idoms[i] = d;
        changed = true;
      }
    }
  }
  return new Map(order.map((label, i) => [label, order[idoms[i] ?? 0] ?? entry ?? label]));
}
