// The meaning of a resolved model's expressions, by sets of pairs and without any care for speed.

import type { CatModel, RelationExpr, SetExpr } from '../../src/cat/ast.js';
import { type Event, isFullFence } from '../../src/execution/event.js';
import { type Execution, initialWrite } from '../../src/execution/execution.js';

type Node = { readonly event: Event } | { readonly cell: number };
type Pairs = ReadonlySet<string>;

export class Naive {
  readonly #model: CatModel;
  readonly #execution: Execution;
  readonly #nodes: readonly Node[];

  constructor(model: CatModel, execution: Execution) {
    this.#model = model;
    this.#execution = execution;
    const events = execution.events.filter((e) => e.kind !== 'choice');
    const cells = new Set(events.flatMap((e) => [...e.reads, ...e.writes].map((a) => a.address)));
    this.#nodes = [...events.map((event) => ({ event })), ...[...cells].map((cell) => ({ cell }))];
  }

  /** Event ids of a set, and pairs of them of a relation, sorted; initial writes are `initialWrite`. */
  setOf(expr: SetExpr): number[] {
    return [...this.#set(expr)].map((n) => this.#id(n)).sort((a, b) => a - b);
  }

  pairsOf(expr: RelationExpr): string[] {
    return [...this.#relation(expr)]
      .map((pair) =>
        ends(pair)
          .map((n) => this.#id(n))
          .join(' '),
      )
      .sort();
  }

  #id(node: number): number {
    const n = this.#nodes[node];
    return 'event' in n ? n.event.id : initialWrite;
  }

  #all(): number[] {
    return this.#nodes.map((_, i) => i);
  }

  #pairs(test: (a: number, b: number) => boolean): Pairs {
    return new Set(
      this.#all().flatMap((a) =>
        this.#all()
          .filter((b) => test(a, b))
          .map((b) => `${a} ${b}`),
      ),
    );
  }

  #set(expr: SetExpr): ReadonlySet<number> {
    switch (expr.kind) {
      case 'base':
        return new Set(this.#all().filter((i) => isIn(expr.name, this.#nodes[i])));
      case 'ref': {
        const binding = this.#model.bindings[expr.binding];
        if (binding.type !== 'set') throw new Error('a set');
        return this.#set(binding.value);
      }
      case 'empty':
        return new Set();
      case 'union':
        return new Set([...this.#set(expr.left), ...this.#set(expr.right)]);
      case 'intersection': {
        const right = this.#set(expr.right);
        return new Set([...this.#set(expr.left)].filter((n) => right.has(n)));
      }
      case 'difference': {
        const right = this.#set(expr.right);
        return new Set([...this.#set(expr.left)].filter((n) => !right.has(n)));
      }
      case 'complement': {
        const operand = this.#set(expr.operand);
        return new Set(this.#all().filter((n) => !operand.has(n)));
      }
      case 'domain':
        return new Set([...this.#relation(expr.operand)].map((pair) => ends(pair)[0]));
      case 'range':
        return new Set([...this.#relation(expr.operand)].map((pair) => ends(pair)[1]));
    }
  }

  #relation(expr: RelationExpr): Pairs {
    switch (expr.kind) {
      case 'base':
        return this.#base(expr.name);
      case 'ref': {
        const binding = this.#model.bindings[expr.binding];
        if (binding.type !== 'relation') throw new Error('a relation');
        return this.#relation(binding.value);
      }
      case 'empty':
        return new Set();
      case 'union':
        return new Set([...this.#relation(expr.left), ...this.#relation(expr.right)]);
      case 'intersection': {
        const right = this.#relation(expr.right);
        return new Set([...this.#relation(expr.left)].filter((pair) => right.has(pair)));
      }
      case 'difference': {
        const right = this.#relation(expr.right);
        return new Set([...this.#relation(expr.left)].filter((pair) => !right.has(pair)));
      }
      case 'sequence':
        return compose(this.#relation(expr.left), this.#relation(expr.right));
      case 'complement': {
        const operand = this.#relation(expr.operand);
        return this.#pairs((a, b) => !operand.has(`${a} ${b}`));
      }
      case 'inverse':
        return new Set([...this.#relation(expr.operand)].map((pair) => ends(pair).reverse().join(' ')));
      case 'plus':
        return closure(this.#relation(expr.operand));
      case 'star':
        return new Set([...closure(this.#relation(expr.operand)), ...this.#pairs((a, b) => a === b)]);
      case 'optional':
        return new Set([...this.#relation(expr.operand), ...this.#pairs((a, b) => a === b)]);
      case 'product': {
        const [left, right] = [this.#set(expr.left), this.#set(expr.right)];
        return this.#pairs((a, b) => left.has(a) && right.has(b));
      }
      case 'identity': {
        const set = this.#set(expr.set);
        return this.#pairs((a, b) => a === b && set.has(a));
      }
    }
  }

  #base(name: Extract<RelationExpr, { kind: 'base' }>['name']): Pairs {
    const { events, rf, co } = this.#execution;
    const node = (i: number) => this.#nodes[i];
    /** Cells and where each of the two nodes is in their coherence orders; the initial write is at -1. */
    const cellsOf = (n: Node): number[] =>
      'cell' in n ? [n.cell] : [...n.event.reads, ...n.event.writes].map((a) => a.address);
    const place = (n: Node, cell: number): number | undefined => {
      if ('cell' in n) return n.cell === cell ? -1 : undefined;
      const at = (co.get(cell) ?? []).indexOf(n.event.id);
      return at === -1 ? undefined : at;
    };
    const sources = (n: Node): { cell: number; from: number }[] =>
      'cell' in n ? [] : n.event.reads.map(({ address }, k) => ({ cell: address, from: rf[n.event.id][k] }));
    const isAt = (n: Node, cell: number, id: number): boolean =>
      'cell' in n ? id === initialWrite && n.cell === cell : n.event.id === id;
    switch (name) {
      case 'po': {
        const direct = this.#pairs((a, b) => {
          const [from, to] = [node(a), node(b)];
          if (!('event' in from) || !('event' in to)) return false;
          const [e, f] = [from.event, to.event];
          return (
            (e.thread === f.thread && e.index < f.index) ||
            (e.kind === 'spawn' && e.other === f.thread) ||
            (f.kind === 'join' && f.other === e.thread) ||
            (e.kind === 'spawn' &&
              f.kind === 'join' &&
              e.other === f.other &&
              !events.some((g) => g.thread === e.other))
          );
        });
        return closure(direct);
      }
      case 'rf':
        return this.#pairs((a, b) => sources(node(b)).some(({ cell, from }) => isAt(node(a), cell, from)));
      case 'co':
        return this.#pairs((a, b) =>
          cellsOf(node(b)).some((cell) => {
            const [from, to] = [place(node(a), cell), place(node(b), cell)];
            return from !== undefined && to !== undefined && from < to;
          }),
        );
      case 'fr':
        return this.#pairs(
          (a, b) =>
            a !== b &&
            sources(node(a)).some(({ cell, from }) => {
              const source = from === initialWrite ? -1 : (co.get(cell) ?? []).indexOf(from);
              const to = place(node(b), cell);
              return to !== undefined && source < to;
            }),
        );
      case 'loc':
        return this.#pairs((a, b) => cellsOf(node(a)).some((cell) => cellsOf(node(b)).includes(cell)));
      case 'int': {
        const thread = (n: Node): number => ('event' in n ? n.event.thread : -1);
        return this.#pairs((a, b) => thread(node(a)) === thread(node(b)));
      }
    }
  }
}

function isIn(name: Extract<SetExpr, { kind: 'base' }>['name'], node: Node): boolean {
  if ('cell' in node) return ['_', 'W', 'IW'].includes(name);
  const { kind, reads, writes } = node.event;
  switch (name) {
    case '_':
      return true;
    case 'R':
      return reads.length > 0;
    case 'W':
      return writes.length > 0;
    case 'IW':
      return false;
    case 'F':
      return isFullFence(kind);
    case 'S':
      return kind === 'S';
  }
}

const ends = (pair: string): number[] => pair.split(' ').map(Number);

function compose(left: Pairs, right: Pairs): Pairs {
  const from = new Map<number, number[]>();
  for (const pair of right) {
    const [a, b] = ends(pair);
    from.set(a, [...(from.get(a) ?? []), b]);
  }
  return new Set(
    [...left].flatMap((pair) => {
      const [a, b] = ends(pair);
      return (from.get(b) ?? []).map((c) => `${a} ${c}`);
    }),
  );
}

function closure(pairs: Pairs): Pairs {
  for (let all = pairs; ; ) {
    const next = new Set([...all, ...compose(all, pairs)]);
    if (next.size === all.size) return all;
    all = next;
  }
}
