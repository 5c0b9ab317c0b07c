// Orders, dominators and loops of a control-flow graph. Nodes are numbers; an edge may occur several times (two cases of a
// switch). Dominators are computed as in Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm".

export interface Graph {
  readonly entry: number;
  /** Of each node, in the order of its terminator's targets. */
  readonly successors: readonly (readonly number[])[];
}

export interface Flow {
  /** The nodes that the entry reaches, in reverse postorder. */
  readonly order: readonly number[];
  /** The place of each node in `order`; -1 if the entry does not reach it. */
  readonly place: readonly number[];
  /** Each predecessor once. */
  readonly predecessors: readonly (readonly number[])[];
  /** The immediate dominator of each node; the entry has itself. */
  readonly dominator: readonly number[];
  /** The nodes of each natural loop, by its header. Loops with the same header are one. */
  readonly loops: ReadonlyMap<number, ReadonlySet<number>>;
  /** Some cycle can be entered at several nodes. */
  readonly irreducible: boolean;
}

export function flowOf(graph: Graph): Flow {
  const order = reversePostorder(graph);
  const place = graph.successors.map(() => -1);
  for (const [i, node] of order.entries()) place[node] = i;
  const predecessors: number[][] = graph.successors.map(() => []);
  for (const node of order) for (const next of new Set(graph.successors[node])) predecessors[next].push(node);
  const dominator = dominators(graph, order, place, predecessors);
  return { order, place, predecessors, dominator, ...loopsOf(graph, order, place, predecessors, dominator) };
}

function reversePostorder({ entry, successors }: Graph): number[] {
  const order: number[] = [];
  const seen = new Set([entry]);
  const open: { readonly node: number; next: number }[] = [{ node: entry, next: 0 }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const following = successors[top.node];
    if (top.next === following.length) {
      order.push(top.node);
      open.pop();
      continue;
    }
    // The last successor is visited first: then the first one comes first in reverse postorder.
    const node = following[following.length - 1 - top.next++];
    if (seen.has(node)) continue;
    seen.add(node);
    open.push({ node, next: 0 });
  }
  return order.reverse();
}

function dominators(
  { entry }: Graph,
  order: readonly number[],
  place: readonly number[],
  predecessors: readonly (readonly number[])[],
): number[] {
  const dominator = place.map(() => -1);
  dominator[entry] = entry;
  const meet = (a: number, b: number): number => {
    let [x, y] = [a, b];
    while (x !== y) {
      while (place[x] > place[y]) x = dominator[x];
      while (place[y] > place[x]) y = dominator[y];
    }
    return x;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of order) {
      if (node === entry) continue;
      let found = -1;
      for (const before of predecessors[node])
        if (dominator[before] >= 0) found = found < 0 ? before : meet(found, before);
      if (found === dominator[node]) continue;
      dominator[node] = found;
      changed = true;
    }
  }
  return dominator;
}

/** Whether every path from the entry to `node` passes `by`. */
function dominates(
  { dominator, place }: Pick<Flow, 'dominator' | 'place'>,
  by: number,
  node: number,
): boolean {
  let at = node;
  while (place[at] > place[by]) at = dominator[at];
  return at === by;
}

function loopsOf(
  { successors }: Graph,
  order: readonly number[],
  place: readonly number[],
  predecessors: readonly (readonly number[])[],
  dominator: readonly number[],
): Pick<Flow, 'loops' | 'irreducible'> {
  const loops = new Map<number, Set<number>>();
  let irreducible = false;
  for (const node of order)
    for (const header of new Set(successors[node])) {
      if (place[header] > place[node]) continue;
      if (!dominates({ dominator, place }, header, node)) {
        irreducible = true;
        continue;
      }
      const loop = loops.get(header) ?? new Set([header]);
      loops.set(header, loop);
      const open = [node];
      for (let member = open.pop(); member !== undefined; member = open.pop()) {
        if (loop.has(member)) continue;
        loop.add(member);
        open.push(...predecessors[member]);
      }
    }
  return { loops, irreducible };
}
