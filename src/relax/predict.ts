// Phase I (RELAXER, Algorithm 1): potential happens-before cycles of one SC trace, as cycles of labels. A chain grows by a pair
// of accesses of a thread that it does not have yet; it is reported where it closes. Departures:
// - a pair accesses two cells, or is one access; with one cell and two accesses coherence orders what the cycle would reverse
//   (in a cycle of two threads one access is of that kind, too);
// - minimal means that no shorter cycle lies in any rotation, so that it does not depend on where the search began;
// - sites in place of single accesses (sites.ts).

import { canonicalStart, type LabelCycle, rotated } from './cycle.js';
import { inProgramOrder, mayRace, type Site } from './sites.js';

interface Pair {
  readonly first: Site;
  readonly second: Site;
}

/**
 * Calls `report` on each potential cycle of exactly `length` labels, rotated to begin at its smallest, with the threads that
 * would execute its pairs; on each of these once.
 */
export function predictCycles(
  sites: readonly (readonly Site[])[],
  length: number,
  report: (cycle: LabelCycle, assignment: readonly number[]) => void,
): void {
  const seen = new Set<string>();
  const races = new Races(sites);
  const single = length > 4;
  const chain: Pair[] = [];
  const close = (): void => {
    const labels = chain.flatMap(({ first, second }) => [first.label, second.label]);
    const threads = chain.map(({ first }) => first.thread);
    const key = `${labels} ${threads}`;
    if (seen.has(key)) return;
    seen.add(key);
    const start = canonicalStart(labels);
    report(rotated(labels, start), rotated(threads, start / 2));
  };
  /** Goes on with a pair whose first access is `first`. */
  const extend = (first: Site): void => {
    const last = chain.length * 2 === length - 2;
    const start = chain.at(0)?.first;
    const seconds = last && start !== undefined ? races.of(start) : sites[first.thread];
    for (const second of seconds) {
      if (second.thread !== first.thread) continue;
      if (second.address === first.address ? !(single && second === first) : !inProgramOrder(first, second))
        continue;
      const pair = { first, second };
      if (!isMinimal(chain, pair, last)) continue;
      chain.push(pair);
      if (last) close();
      // Each cycle is found once, from its lowest thread.
      else
        for (const next of races.of(second))
          if (next.thread > chain[0].first.thread && !chain.some((p) => p.first.thread === next.thread))
            extend(next);
      chain.pop();
    }
  };
  for (const ofThread of sites) for (const first of ofThread) extend(first);
}

/** Whether the chain with the pair has no cycle but the one it is to become. */
function isMinimal(chain: readonly Pair[], pair: Pair, last: boolean): boolean {
  return chain.every(
    (earlier, i) =>
      (i === 0 && last ? mayRace(pair.second, earlier.first) : !mayRace(pair.second, earlier.first)) &&
      (i === chain.length - 1 || !mayRace(earlier.second, pair.first)),
  );
}

/** The sites that may race with a site. */
class Races {
  readonly #known = new Map<Site, readonly Site[]>();
  readonly #byAddress = new Map<number, Site[]>();

  constructor(sites: readonly (readonly Site[])[]) {
    for (const site of sites.flat()) {
      const list = this.#byAddress.get(site.address);
      if (list === undefined) this.#byAddress.set(site.address, [site]);
      else list.push(site);
    }
  }

  of(site: Site): readonly Site[] {
    const known = this.#known.get(site);
    if (known !== undefined) return known;
    const found = (this.#byAddress.get(site.address) ?? []).filter((other) => mayRace(site, other));
    this.#known.set(site, found);
    return found;
  }
}
