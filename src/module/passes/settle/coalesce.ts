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
  const together = new Set<string>();
  const copies: Pair[] = [];
  const live = liveness(body);
  const graph = graphOf(body);
  const fixed = new Set(body.parameters.map((p) => p.name));
  for (const label of graph.order) {
    const { instructions, end } = blockOf(body, label);
    const needed = new Set<string>();
    for (const to of graph.successors(label)) for (const name of live(to)) needed.add(name);
    for (const value of valuesOfEnd(end)) forEachRegister(value, (name) => needed.add(name));
    for (const i of [...instructions].reverse()) {
      const copied = copyOf(i)?.name;
      for (const { name } of resultsOf(i)) {
        needed.delete(name);
        for (const other of needed) if (other !== copied) together.add(`${name} ${other}`);
        if (copied !== undefined && copied !== name) copies.push({ kept: copied, gone: name });
      }
      for (const value of valuesOf(i)) forEachRegister(value, (name) => needed.add(name));
    }
  }
  const names = new Map<string, string>();
  const paired = new Set<string>();
  for (const { kept, gone } of copies) {
    const differ = together.has(`${kept} ${gone}`) || together.has(`${gone} ${kept}`);
    if (differ || fixed.has(gone) || paired.has(kept) || paired.has(gone)) continue;
    names.set(gone, kept);
    paired.add(kept).add(gone);
  }
  return names;
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
