// Blocks to structured code by dominators: Ramsey, "Beyond Relooper" (ICFP 2022). A node that several edges reach (a
// merge) is placed behind a labelled block around the code of its immediate dominator, and jumps to it leave that
// block. The header of a loop becomes a loop around its code.
//
// Example: a branches to b and c, and both jump to m. Node a dominates m, so the result is
// `M: { a; if (..) { b; break M; } c; break M; } m`.
//
// Unlike in the paper, some nodes dominated by the loop stand behind it: those from which control cannot come back.
// So a round of a waiting loop contains its own work and nothing else.

import { type Flow, flowOf, type Graph } from './flow.js';

export type Piece =
  /** The instructions of a node. */
  | { readonly kind: 'code'; readonly node: number }
  /** The alternatives of the node's terminator. */
  | { readonly kind: 'choice'; readonly node: number; readonly arms: readonly Arm[] }
  /** `leave` names it, and goes on behind it. */
  | { readonly kind: 'block'; readonly label: string; readonly body: readonly Piece[] }
  /** Without end: `leave` goes on behind it, `again` begins the next round, and so does its end. */
  | { readonly kind: 'loop'; readonly label: string; readonly node: number; readonly body: readonly Piece[] }
  | { readonly kind: 'leave'; readonly label: string }
  | { readonly kind: 'again'; readonly label: string }
  /** The thread ends. */
  | { readonly kind: 'end' };

export interface Arm {
  /** Which of the node's edges lead here. */
  readonly edges: readonly number[];
  readonly body: readonly Piece[];
}

/** The code of a reducible graph. Every path through it ends in `leave`, `again` or `end`. */
export function piecesOf(graph: Graph): Piece[] {
  return new Structuring(graph, flowOf(graph)).tree(graph.entry);
}

class Structuring {
  readonly #graph: Graph;
  readonly #flow: Flow;
  /** The merges that stand behind a node's own code, and those behind its loop; in reverse postorder. */
  readonly #behindCode = new Map<number, number[]>();
  readonly #behindLoop = new Map<number, number[]>();
  readonly #merges = new Set<number>();

  constructor(graph: Graph, flow: Flow) {
    this.#graph = graph;
    this.#flow = flow;
    const around = this.#loopsAround();
    for (const node of flow.order) {
      if (node === graph.entry) continue;
      const above = flow.dominator[node];
      const left = around.get(above)?.find((header) => flow.loops.get(header)?.has(node) !== true);
      const forward = flow.predecessors[node].filter((p) => flow.place[p] < flow.place[node]);
      if (left === undefined && forward.length < 2) continue;
      this.#merges.add(node);
      const places = left === undefined ? this.#behindCode : this.#behindLoop;
      const behind = places.get(left ?? above);
      if (behind === undefined) places.set(left ?? above, [node]);
      else behind.push(node);
    }
  }

  /** The headers of the loops around each node, the outermost first. */
  #loopsAround(): ReadonlyMap<number, readonly number[]> {
    const around = new Map<number, number[]>();
    // An outer loop's header comes first in reverse postorder.
    for (const header of this.#flow.order)
      for (const node of this.#flow.loops.get(header) ?? []) {
        const headers = around.get(node);
        if (headers === undefined) around.set(node, [header]);
        else headers.push(header);
      }
    return around;
  }

  /** The code of a node and of all that it dominates. */
  tree(first: number): Piece[] {
    const out: Piece[] = [];
    // The last merge behind a node is what the list goes on with: long functions make long lists and no deep recursion.
    for (let node: number | undefined = first; node !== undefined; ) {
      const isLoop = this.#flow.loops.has(node);
      let body = this.#own(node);
      const inside = this.#behindCode.get(node) ?? [];
      if (isLoop) {
        body = this.#followed(body, inside);
        body = [{ kind: 'loop', label: `L${node}`, node, body }];
      }
      const behind: readonly number[] = isLoop ? (this.#behindLoop.get(node) ?? []) : inside;
      const last = behind.at(-1);
      body = this.#followed(body, behind.slice(0, -1));
      if (last === undefined) out.push(...body);
      else out.push({ kind: 'block', label: `B${last}`, body });
      node = last;
    }
    return out;
  }

  /** The body, and behind it each merge in a block of its own. */
  #followed(body: Piece[], merges: readonly number[]): Piece[] {
    let pieces = body;
    for (const merge of merges)
      pieces = [{ kind: 'block', label: `B${merge}`, body: pieces }, ...this.tree(merge)];
    return pieces;
  }

  #own(node: number): Piece[] {
    const targets = this.#graph.successors[node];
    const code: Piece = { kind: 'code', node };
    const [first] = targets;
    if (first === undefined) return [code, { kind: 'end' }];
    if (targets.every((target) => target === first)) return [code, ...this.#jump(node, first)];
    const edges = new Map<number, number[]>();
    targets.forEach((target, edge) => {
      const known = edges.get(target);
      if (known === undefined) edges.set(target, [edge]);
      else known.push(edge);
    });
    const arms = [...edges].map(([target, own]) => ({ edges: own, body: this.#jump(node, target) }));
    return [code, { kind: 'choice', node, arms }];
  }

  #jump(from: number, to: number): Piece[] {
    const { place } = this.#flow;
    if (place[to] <= place[from]) return [{ kind: 'again', label: `L${to}` }];
    return this.#merges.has(to) ? [{ kind: 'leave', label: `B${to}` }] : this.tree(to);
  }
}
