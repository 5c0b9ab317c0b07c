// Hitting sets of least cost: sets that share an element with each of some clauses. Branch and bound: of the clauses that are
// not hit the one with the fewest elements is hit in every way; clauses that have no element in common need one each.

/** Undefined if some clause has no element. Of several sets of the same cost the first found. */
export function cheapestHittingSet(
  clauses: readonly (readonly number[])[],
  cost: (element: number) => number,
): readonly number[] | undefined {
  let best: readonly number[] | undefined;
  let least = Number.POSITIVE_INFINITY;
  search(clauses, cost, (chosen, total) => {
    if (total < least) {
      best = [...chosen];
      least = total;
    }
    return least - smallestStep;
  });
  return best;
}

/** All hitting sets whose cost is at most `most` and of which no element can be left out. */
export function hittingSetsUpTo(
  clauses: readonly (readonly number[])[],
  cost: (element: number) => number,
  most: number,
): readonly (readonly number[])[] {
  const found: (readonly number[])[] = [];
  search(
    clauses,
    cost,
    (chosen) => {
      if (isIrredundant(chosen, clauses)) found.push([...chosen].sort((a, b) => a - b));
      return most;
    },
    most,
  );
  return found;
}

const smallestStep = 1e-9;

const isIrredundant = (chosen: readonly number[], clauses: readonly (readonly number[])[]): boolean =>
  chosen.every((e) =>
    clauses.some((clause) => clause.includes(e) && clause.every((o) => o === e || !chosen.includes(o))),
  );

/** Calls `found` with each hitting set. Its result bounds the cost of later ones. */
function search(
  clauses: readonly (readonly number[])[],
  cost: (element: number) => number,
  found: (chosen: readonly number[], total: number) => number,
  most = Number.POSITIVE_INFINITY,
): void {
  let bound = most;
  const chosen: number[] = [];
  const excluded = new Set<number>();
  const visit = (open: readonly (readonly number[])[], total: number): void => {
    if (total + lowerBound(open, excluded, cost) > bound) return;
    if (open.length === 0) {
      bound = found(chosen, total);
      return;
    }
    const free = (clause: readonly number[]): number[] => clause.filter((e) => !excluded.has(e));
    const next = open.map(free).reduce((a, b) => (b.length < a.length ? b : a));
    const hits = (e: number): number => open.filter((clause) => clause.includes(e)).length;
    const order = next.toSorted((a, b) => cost(a) / hits(a) - cost(b) / hits(b) || a - b);
    for (const e of order) {
      chosen.push(e);
      visit(
        open.filter((clause) => !clause.includes(e)),
        total + cost(e),
      );
      chosen.pop();
      excluded.add(e);
    }
    for (const e of order) excluded.delete(e);
  };
  visit(clauses, 0);
}

function lowerBound(
  open: readonly (readonly number[])[],
  excluded: ReadonlySet<number>,
  cost: (element: number) => number,
): number {
  const used = new Set<number>();
  let total = 0;
  for (const clause of open.toSorted((a, b) => a.length - b.length)) {
    let least = Number.POSITIVE_INFINITY;
    let apart = true;
    for (const e of clause) {
      if (excluded.has(e)) continue;
      if (used.has(e)) apart = false;
      least = Math.min(least, cost(e));
    }
    if (least === Number.POSITIVE_INFINITY) return least;
    if (!apart) continue;
    total += least;
    for (const e of clause) used.add(e);
  }
  return total;
}
