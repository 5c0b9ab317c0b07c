// One register in place of several that are copies of each other. Code that may come between two steps works on copies of the thread's
// registers, one for each point. Where it is decided whether a signal is still to come (program/fewerInterruptions.ts), one register
// has to say so.

import { mapInstructions, mapLeaves } from '../../body.js';
import { blockOf, graphOf } from '../../graph.js';
import { type Instruction, mapResults, resultsOf, valuesOf, valuesOfEnd } from '../../instruction.js';
import { forEachRegister, liveness } from '../../liveness.js';
import type { Body } from '../../module.js';
import { type Register, register } from '../../value.js';

/** The body in which copies that never differ are one register; itself if there are none. */
export function coalesced(body: Body): Body {
  for (let now = body; ; ) {
    const names = alikeIn(now);
    if (names.size === 0) return now;
    now = renamed(now, names);
  }
}

interface Pair {
  readonly kept: string;
  readonly gone: string;
}

const copyOf = (i: Instruction): Register | undefined =>
  i.kind === 'set' && i.value.kind === 'register' && i.value.type === i.result.type ? i.value : undefined;

/** Pairs of registers of which neither is set, but to the other, while the other is still needed. Each register is in one pair. */
function alikeIn(body: Body): ReadonlyMap<string, string> {
  const copies = copiesIn(body);
  if (copies.length === 0) return new Map();
  const differing = differingIn(body, copies);
  const fixed = new Set(body.parameters.map((p) => p.name));
  const names = new Map<string, string>();
  const paired = new Set<string>();
  for (const { kept, gone } of copies) {
    const differ = differing.get(kept)?.has(gone) === true || differing.get(gone)?.has(kept) === true;
    if (differ || fixed.has(gone) || paired.has(kept) || paired.has(gone)) continue;
    names.set(gone, kept);
    paired.add(kept).add(gone);
  }
  return names;
}

/** The copies of registers, the last of each block first. */
const copiesIn = (body: Body): readonly Pair[] =>
  graphOf(body).order.flatMap((label) => blockOf(body, label).instructions.toReversed().flatMap(pairOf));

function pairOf(i: Instruction): readonly Pair[] {
  const kept = copyOf(i)?.name;
  if (i.kind !== 'set' || kept === undefined || kept === i.result.name) return [];
  return [{ kept, gone: i.result.name }];
}

/** For each register of a pair the partners that are still needed where it is set, but to them. Of other registers nothing is asked. */
function differingIn(body: Body, pairs: readonly Pair[]): ReadonlyMap<string, ReadonlySet<string>> {
  const partners = new Map<string, Set<string>>();
  for (const { kept, gone } of pairs)
    for (const [one, other] of [
      [kept, gone],
      [gone, kept],
    ] as const)
      partners.set(one, (partners.get(one) ?? new Set()).add(other));
  const differing = new Map<string, Set<string>>();
  const live = liveness(body);
  const graph = graphOf(body);
  for (const label of graph.order) {
    const { instructions, end } = blockOf(body, label);
    const needed = new Set<string>();
    for (const to of graph.successors(label)) for (const name of live(to)) needed.add(name);
    for (const value of valuesOfEnd(end)) forEachRegister(value, (name) => needed.add(name));
    for (const i of instructions.toReversed()) {
      const copied = copyOf(i)?.name;
      for (const { name } of resultsOf(i)) {
        needed.delete(name);
        for (const other of partners.get(name) ?? [])
          if (needed.has(other) && other !== copied)
            differing.set(name, (differing.get(name) ?? new Set()).add(other));
      }
      for (const value of valuesOf(i)) forEachRegister(value, (name) => needed.add(name));
    }
  }
  return differing;
}

function renamed(body: Body, names: ReadonlyMap<string, string>): Body {
  const rename = (r: Register): Register => {
    const name = names.get(r.name);
    return name === undefined ? r : register(name, r.type);
  };
  const read = mapLeaves(body, (leaf) => (leaf.kind === 'register' ? rename(leaf) : leaf));
  return mapInstructions(read, (i) => {
    const now = mapResults(i, rename);
    return now.kind === 'set' && copyOf(now)?.name === now.result.name ? [] : now;
  });
}
