// Makes every cycle of a graph one with a single entry. A strongly connected region that can be entered at several nodes gets
// a node that dispatches: every jump to one of its entries becomes a node that notes which one, and a jump to the dispatcher.
//
//   a -> b, a -> c, b -> c, c -> b        a -> {to b}, {to c}; b -> {to c}; c -> {to b}; all of these -> dispatch -> b, c
//
// Nothing is copied, so the graph grows by at most two nodes for each entry and one for each region.

import type { Graph } from './flow.js';

/** A node that was added. `region` numbers the dispatchers; `entry` counts the successors of the dispatcher. */
export type Added =
  | { readonly kind: 'note'; readonly region: number; readonly entry: number }
  | { readonly kind: 'dispatch'; readonly region: number };

interface Reducible {
  readonly graph: Graph;
  /** By node: those beyond the nodes of the given graph. */
  readonly added: ReadonlyMap<number, Added>;
}

export function makeReducible(graph: Graph): Reducible {
  const reached = reachable(graph);
  const successors = graph.successors.map((following, node) => (reached.has(node) ? [...following] : []));
  const added = new Map<number, Added>();
  let regions = 0;
  const addNode = (what: Added, following: number[]): number => {
    added.set(successors.length, what);
    return successors.push(following) - 1;
  };

  /** `nodes` are looked at without the edges that lead to `header`, where there is one. */
  const divide = (nodes: ReadonlySet<number>, header: number | undefined): void => {
    for (const region of components(successors, nodes, header)) {
      const entries = entriesOf(region);
      if (entries.length > 1) dispatch(region, entries);
      else divide(region, entries[0]);
    }
  };
  const entriesOf = (region: ReadonlySet<number>): number[] => {
    const entries = new Set<number>();
    for (const [node, following] of successors.entries())
      if (!region.has(node)) for (const next of following) if (region.has(next)) entries.add(next);
    return [...entries];
  };
  const dispatch = (region: ReadonlySet<number>, entries: readonly number[]): void => {
    const number = regions++;
    const jumps = [...successors.entries()];
    const dispatcher = addNode({ kind: 'dispatch', region: number }, [...entries]);
    const inner = new Set(region).add(dispatcher);
    // Notes of jumps from outside are no part of the region: they would be entries of it.
    const notes = new Map<string, number>();
    const noteFor = (entry: number, isInside: boolean): number => {
      const key = `${entry} ${isInside}`;
      const note = notes.get(key) ?? addNode({ kind: 'note', region: number, entry }, [dispatcher]);
      notes.set(key, note);
      if (isInside) inner.add(note);
      return note;
    };
    for (const [node, following] of jumps)
      following.forEach((next, i) => {
        const entry = entries.indexOf(next);
        if (entry >= 0) following[i] = noteFor(entry, region.has(node));
      });
    divide(inner, dispatcher);
  };

  // An entry in front of the entry: a cycle through the entry may be entered elsewhere too.
  const start = successors.push([graph.entry]) - 1;
  divide(reached, undefined);
  const [entry] = successors[start];
  successors[start] = [];
  return { graph: { entry, successors }, added };
}

function reachable({ entry, successors }: Graph): Set<number> {
  const seen = new Set([entry]);
  for (const node of seen) for (const next of successors[node]) seen.add(next);
  return seen;
}

/** The strongly connected components that have a cycle (Tarjan, with a stack of its own). */
function components(
  successors: readonly (readonly number[])[],
  nodes: ReadonlySet<number>,
  header: number | undefined,
): Set<number>[] {
  const within = (node: number): readonly number[] =>
    successors[node].filter((next) => nodes.has(next) && next !== header);
  const index = new Map<number, number>();
  const low = new Map<number, number>();
  const stack: number[] = [];
  const onStack = new Set<number>();
  const found: Set<number>[] = [];
  const visit = (root: number): void => {
    const open: { readonly node: number; readonly following: readonly number[]; next: number }[] = [];
    const enter = (node: number): void => {
      index.set(node, index.size);
      low.set(node, index.size - 1);
      stack.push(node);
      onStack.add(node);
      open.push({ node, following: within(node), next: 0 });
    };
    const lower = (node: number, to: number | undefined): void => {
      low.set(node, Math.min(low.get(node) ?? 0, to ?? 0));
    };
    enter(root);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if (top.next < top.following.length) {
        const next = top.following[top.next++];
        if (!index.has(next)) enter(next);
        else if (onStack.has(next)) lower(top.node, index.get(next));
        continue;
      }
      open.pop();
      const parent = open.at(-1);
      if (parent !== undefined) lower(parent.node, low.get(top.node));
      if (low.get(top.node) !== index.get(top.node)) continue;
      const component = new Set(stack.splice(stack.indexOf(top.node)));
      for (const member of component) onStack.delete(member);
      if (component.size > 1 || top.following.includes(top.node)) found.push(component);
    }
  };
  for (const node of nodes) if (!index.has(node)) visit(node);
  return found;
}
