// Binary relations on 0..size-1 as bit matrices: row i holds the successors of i, `words` 32-bit words per row.

export const wordsFor = (size: number): number => (size + 31) >>> 5;

export const emptyRelation = (size: number): Uint32Array => new Uint32Array(size * wordsFor(size));

export function hasPair(relation: Uint32Array, words: number, from: number, to: number): boolean {
  return ((relation[from * words + (to >>> 5)] >>> (to & 31)) & 1) !== 0;
}

export function addPair(relation: Uint32Array, words: number, from: number, to: number): void {
  relation[from * words + (to >>> 5)] |= 1 << (to & 31);
}

/** Row `target` of `relation` becomes its union with row `source` of `other`; says whether it grew. */
export function addRow(
  relation: Uint32Array,
  target: number,
  other: Uint32Array,
  source: number,
  words: number,
): boolean {
  const t = target * words;
  const s = source * words;
  let added = 0;
  for (let k = 0; k < words; k++) {
    added |= other[s + k] & ~relation[t + k];
    relation[t + k] |= other[s + k];
  }
  return added !== 0;
}

/** Calls `visit` on the successors of `from`, lowest first. */
function forEachSuccessor(
  relation: Uint32Array,
  words: number,
  from: number,
  visit: (to: number) => void,
): void {
  for (let k = 0; k < words; k++) {
    let bits = relation[from * words + k];
    while (bits !== 0) {
      const lowest = bits & -bits;
      bits ^= lowest;
      visit((k << 5) + 31 - Math.clz32(lowest));
    }
  }
}

/** Makes the relation transitive (Warshall). */
export function closeTransitively(relation: Uint32Array, size: number, words: number): void {
  for (let via = 0; via < size; via++)
    for (let from = 0; from < size; from++)
      if (hasPair(relation, words, from, via)) addRow(relation, from, relation, via, words);
}

export function isAcyclic(relation: Uint32Array, size: number, words: number): boolean {
  // Depth-first over bit rows. A node is looked at again for successors that have stayed unvisited since.
  const unvisited = new Uint32Array(words).fill(0xffffffff);
  const onPath = new Uint32Array(words);
  const path: number[] = [];
  for (let root = 0; root < size; root++) {
    if (((unvisited[root >>> 5] >>> (root & 31)) & 1) === 0) continue;
    path.push(root);
    unvisited[root >>> 5] &= ~(1 << (root & 31));
    onPath[root >>> 5] |= 1 << (root & 31);
    while (path.length > 0) {
      const node = path[path.length - 1];
      const next = nextUnvisited(relation, node, words, unvisited, onPath);
      if (next === cycleFound) return false;
      if (next === none) {
        path.pop();
        onPath[node >>> 5] &= ~(1 << (node & 31));
      } else {
        path.push(next);
        unvisited[next >>> 5] &= ~(1 << (next & 31));
        onPath[next >>> 5] |= 1 << (next & 31);
      }
    }
  }
  return true;
}

const none = -1;
const cycleFound = -2;

function nextUnvisited(
  relation: Uint32Array,
  node: number,
  words: number,
  unvisited: Uint32Array,
  onPath: Uint32Array,
): number {
  let next = none;
  for (let k = 0; k < words; k++) {
    const row = relation[node * words + k];
    if ((row & onPath[k]) !== 0) return cycleFound;
    const bits = row & unvisited[k];
    if (next === none && bits !== 0) next = (k << 5) + 31 - Math.clz32(bits & -bits);
  }
  return next;
}

/** A cycle with as few nodes as possible, in order, or undefined. Among equally short ones the first found from low nodes. */
export function shortestCycle(relation: Uint32Array, size: number, words: number): number[] | undefined {
  let best: number[] | undefined;
  const parent = new Int32Array(size);
  for (let start = 0; start < size; start++) {
    const limit = best === undefined ? size + 1 : best.length;
    const cycle = shortestThrough(relation, words, start, limit, parent);
    if (cycle !== undefined) best = cycle;
    if (best !== undefined && best.length === 1) return best;
  }
  return best;
}

/** The shortest cycle through `start` with fewer than `limit` nodes. */
function shortestThrough(
  relation: Uint32Array,
  words: number,
  start: number,
  limit: number,
  parent: Int32Array,
): number[] | undefined {
  parent.fill(-1);
  let frontier = [start];
  for (let length = 1; frontier.length > 0 && length < limit; length++) {
    const next: number[] = [];
    for (const node of frontier) {
      if (hasPair(relation, words, node, start)) return pathTo(node, start, parent);
      forEachSuccessor(relation, words, node, (to) => {
        if (parent[to] !== -1 || to === start) return;
        parent[to] = node;
        next.push(to);
      });
    }
    frontier = next;
  }
  return undefined;
}

function pathTo(node: number, start: number, parent: Int32Array): number[] {
  const path = [node];
  for (let at = node; at !== start; ) {
    at = parent[at];
    path.push(at);
  }
  return path.reverse();
}
