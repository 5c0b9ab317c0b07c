// Blocks to structured code by dominators: Ramsey, "Beyond Relooper" (ICFP 2022). A block that several edges reach (a
// merge) is placed behind a labelled piece around the code of its immediate dominator, and jumps to it leave that
// piece. The header of a loop becomes a loop around its code.
//
// Example: a branches to b and c, and both jump to m. Block a dominates m, so the result is
// `M: { a; if (..) { b; break M; } c; break M; } m`.
//
// Unlike in the paper, some blocks dominated by the loop stand behind it: those from which control cannot come back.
// So a round of a waiting loop contains its own work and nothing else.

import { pushed } from '../../../support/pushed.js';
import { blockOf, type Graph, graphOf } from '../../graph.js';
import { successorsOf } from '../../instruction.js';
import type { Body } from '../../module.js';

export type Piece =
  /** The instructions of a block. */
  | { readonly kind: 'code'; readonly node: string }
  /** The alternatives of the block's end. */
  | { readonly kind: 'choice'; readonly node: string; readonly arms: readonly Arm[] }
  /** `leave` names it, and goes on behind it. */
  | { readonly kind: 'block'; readonly label: string; readonly body: readonly Piece[] }
  /** Without end: `leave` goes on behind it, `again` begins the next round, and so does its end. */
  | { readonly kind: 'loop'; readonly label: string; readonly node: string; readonly body: readonly Piece[] }
  | { readonly kind: 'leave'; readonly label: string }
  | { readonly kind: 'again'; readonly label: string }
  /** The thread ends. */
  | { readonly kind: 'end' };

export interface Arm {
  /** Which of the block's successors lead here. */
  readonly edges: readonly number[];
  readonly body: readonly Piece[];
}

/** The code of a reducible graph. Every path through it ends in `leave`, `again` or `end`. */
export const piecesOf = (body: Body): Piece[] => new Structuring(body).tree(graphOf(body).entry);

class Structuring {
  readonly #body: Body;
  readonly #graph: Graph;
  /** The merges that stand behind a block's own code, and those behind its loop; in reverse postorder. */
  readonly #behindCode = new Map<string, string[]>();
  readonly #behindLoop = new Map<string, string[]>();
  readonly #merges = new Set<string>();

  constructor(body: Body) {
    this.#body = body;
    this.#graph = graphOf(body);
    const { order, loops, idom, predecessors } = this.#graph;
    const around = this.#loopsAround();
    for (const node of order) {
      const above = idom(node);
      if (above === undefined) continue;
      const left = around.get(above)?.find((header) => loops.get(header)?.has(node) !== true);
      const forward = predecessors(node).filter((from) => !this.#isBack(from, node));
      if (left === undefined && forward.length < 2) continue;
      this.#merges.add(node);
      pushed(left === undefined ? this.#behindCode : this.#behindLoop, left ?? above, node);
    }
  }

  #isBack(from: string, to: string): boolean {
    const { position } = this.#graph;
    return (position.get(to) ?? 0) <= (position.get(from) ?? 0);
  }

  /** The headers of the loops around each block, the outermost first. */
  #loopsAround(): ReadonlyMap<string, readonly string[]> {
    const { order, loops } = this.#graph;
    const around = new Map<string, string[]>();
    // An outer loop's header comes first in reverse postorder.
    for (const header of order) for (const node of loops.get(header) ?? []) pushed(around, node, header);
    return around;
  }

  /** The code of a block and of all that it dominates. */
  tree(first: string): Piece[] {
    const out: Piece[] = [];
    // The last merge behind a block is what the list goes on with: long functions make long lists and no deep recursion.
    for (let node: string | undefined = first; node !== undefined; ) {
      const isLoop = this.#graph.loops.has(node);
      let body = this.#own(node);
      const inside = this.#behindCode.get(node) ?? [];
      if (isLoop) {
        body = this.#followed(body, inside);
        body = [{ kind: 'loop', label: `L${node}`, node, body }];
      }
      const behind: readonly string[] = isLoop ? (this.#behindLoop.get(node) ?? []) : inside;
      const last = behind.at(-1);
      body = this.#followed(body, behind.slice(0, -1));
      if (last === undefined) out.push(...body);
      else out.push({ kind: 'block', label: `B${last}`, body });
      node = last;
    }
    return out;
  }

  /** The body, and behind it each merge in a block of its own. */
  #followed(body: Piece[], merges: readonly string[]): Piece[] {
    let pieces = body;
    for (const merge of merges)
      pieces = [{ kind: 'block', label: `B${merge}`, body: pieces }, ...this.tree(merge)];
    return pieces;
  }

  #own(node: string): Piece[] {
    const code: Piece = { kind: 'code', node };
    const edges = new Map<string, number[]>();
    for (const [edge, to] of successorsOf(blockOf(this.#body, node).end).entries()) pushed(edges, to, edge);
    const arms = [...edges].map(([to, own]): Arm => ({ edges: own, body: this.#jump(node, to) }));
    const [only, other] = arms;
    if (only === undefined) return [code, { kind: 'end' }];
    return other === undefined ? [code, ...only.body] : [code, { kind: 'choice', node, arms }];
  }

  #jump(from: string, to: string): Piece[] {
    if (this.#isBack(from, to)) return [{ kind: 'again', label: `L${to}` }];
    return this.#merges.has(to) ? [{ kind: 'leave', label: `B${to}` }] : this.tree(to);
  }
}
