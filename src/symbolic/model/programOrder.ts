// Relations within program order, such as a model's preserved program order. Two events that po orders are both
// executed. So the kinds of the two events decide whether they are in such a relation. This is decided once for each
// pair of classes, and only pairs in the relation get a literal.

import type { RelationExpr, SetExpr } from '../../cat/ast.js';
import { type EventKind, isFullFence } from '../../execution/event.js';
import { single } from '../unroll/valueSet.js';
import type { Structure } from './structure.js';

/** Events that nothing in such a relation tells apart. */
interface EventClass {
  readonly id: number;
  readonly kind: EventKind;
  readonly reads: boolean;
  readonly writes: boolean;
  readonly cells: ReadonlySet<number | bigint>;
}

type RelationRef = Extract<RelationExpr, { kind: 'ref' }>;
type SetRef = Extract<SetExpr, { kind: 'ref' }>;

/** The meaning of names in expressions. */
interface Bindings {
  relation(ref: RelationRef): RelationExpr;
  set(ref: SetRef): SetExpr;
}

/** Whether two classes are in a relation, where it is known. */
const [unknown, never, always, undecided] = [0, 1, 2, 3];

export class OrderedPairs {
  readonly #structure: Structure;
  readonly #bindings: Bindings;
  readonly #classes: readonly (EventClass | undefined)[];
  readonly #classCount: number;

  constructor(structure: Structure, bindings: Bindings) {
    this.#structure = structure;
    this.#bindings = bindings;
    const known = new Map<string, EventClass>();
    this.#classes = structure.events.map((event, node) => this.#classify(event, node, known));
    this.#classCount = known.size;
  }

  /** Whether all pairs of the relation are in po. */
  within(expr: RelationExpr): boolean {
    switch (expr.kind) {
      case 'base':
        return expr.name === 'po';
      case 'ref':
        return this.within(this.#bindings.relation(expr));
      case 'union':
        return this.within(expr.left) && this.within(expr.right);
      case 'intersection':
        return this.within(expr.left) || this.within(expr.right);
      case 'difference':
        return this.within(expr.left);
      default:
        return false;
    }
  }

  /**
   * Calls `visit` with the pairs of nodes that may be in a relation within po. It also says whether they are in it
   * whenever po orders them, and whether both are of one thread, so that po orders them whenever both are executed.
   */
  forEach(
    expr: RelationExpr,
    visit: (a: number, b: number, whenOrdered: boolean, sameThread: boolean) => void,
  ): void {
    const { events, memory } = this.#structure;
    const { order } = memory.analysis;
    const decided = new Uint8Array(2 * this.#classCount * this.#classCount);
    const threadOf = events.map((event) => memory.unrolled.events[event].thread);
    // The events of a thread stand together, in order.
    const threads = memory.unrolled.threads.map((_, t) => ({
      from: Math.max(threadOf.indexOf(t), 0),
      to: threadOf.lastIndexOf(t) + 1,
    }));
    const pairs = (a: number, from: number, to: number, same: boolean): void => {
      const first = this.#classes[a];
      for (let b = from; b < to; b++) {
        const second = this.#classes[b];
        if (first === undefined || second === undefined) {
          visit(a, b, false, same);
          continue;
        }
        const key = (first.id * this.#classCount + second.id) * 2 + Number(same);
        if (decided[key] === unknown) {
          const holds = this.#holds(expr, first, second, same);
          decided[key] = holds === undefined ? undecided : holds ? always : never;
        }
        if (decided[key] !== never) visit(a, b, decided[key] === always, same);
      }
    };
    threadOf.forEach((thread, a) => {
      threads.forEach(({ from, to }, t) => {
        if (t === thread) pairs(a, a + 1, to, true);
        else if (order.mayOrder(thread, t)) pairs(a, from, to, false);
      });
    });
  }

  /** For two different events that po orders; undefined if their classes do not decide it. */
  #holds(expr: RelationExpr, a: EventClass, b: EventClass, same: boolean): boolean | undefined {
    const holds = (e: RelationExpr): boolean | undefined => this.#holds(e, a, b, same);
    switch (expr.kind) {
      case 'base':
        if (expr.name === 'po') return true;
        if (expr.name === 'int') return same;
        return expr.name === 'loc' ? [...a.cells].some((cell) => b.cells.has(cell)) : undefined;
      case 'ref':
        return holds(this.#bindings.relation(expr));
      case 'empty':
      case 'identity':
        return false;
      case 'union':
        return both(holds(expr.left), holds(expr.right), (l, r) => l || r);
      case 'intersection':
        return both(holds(expr.left), holds(expr.right), (l, r) => l && r);
      case 'difference':
        return both(holds(expr.left), holds(expr.right), (l, r) => l && !r);
      case 'complement':
        return both(true, holds(expr.operand), (_, r) => !r);
      case 'product':
        return both(this.#member(expr.left, a), this.#member(expr.right, b), (l, r) => l && r);
      default:
        return undefined;
    }
  }

  /** For an event that is executed. */
  #member(set: SetExpr, event: EventClass): boolean | undefined {
    const member = (s: SetExpr): boolean | undefined => this.#member(s, event);
    switch (set.kind) {
      case 'base':
        switch (set.name) {
          case '_':
            return true;
          case 'R':
            return event.reads;
          case 'W':
            return event.writes;
          case 'IW':
            return false;
          case 'F':
            return isFullFence(event.kind);
          case 'S':
            return event.kind === 'S';
        }
        break;
      case 'ref':
        return member(this.#bindings.set(set));
      case 'empty':
        return false;
      case 'union':
        return both(member(set.left), member(set.right), (l, r) => l || r);
      case 'intersection':
        return both(member(set.left), member(set.right), (l, r) => l && r);
      case 'difference':
        return both(member(set.left), member(set.right), (l, r) => l && !r);
      case 'complement':
        return both(true, member(set.operand), (_, r) => !r);
      case 'domain':
      case 'range':
        return undefined;
    }
  }

  /**
   * Undefined for an event that may be executed without one of its accesses, or whose accesses have no known cell.
   */
  #classify(id: number, node: number, known: Map<string, EventClass>): EventClass | undefined {
    const { memory } = this.#structure;
    const { unrolled, values } = memory;
    const event = unrolled.events[id];
    const executed = this.#structure.executed(node);
    const cells = new Set<number | bigint>();
    for (const [list, accesses, guards] of [
      [event.reads, unrolled.reads, memory.readGuard],
      [event.writes, unrolled.writes, memory.writeGuard],
    ] as const)
      for (const access of list) {
        const cell = single(values.setOf(accesses[access].address));
        if (guards[access] !== executed || cell === undefined) return undefined;
        cells.add(cell);
      }
    const [reads, writes] = [event.reads.length > 0, event.writes.length > 0];
    const key = [event.kind, reads, writes, ...[...cells].sort()].join();
    const found = known.get(key) ?? { id: known.size, kind: event.kind, reads, writes, cells };
    known.set(key, found);
    return found;
  }
}

const both = (
  left: boolean | undefined,
  right: boolean | undefined,
  join: (left: boolean, right: boolean) => boolean,
): boolean | undefined => (left === undefined || right === undefined ? undefined : join(left, right));
