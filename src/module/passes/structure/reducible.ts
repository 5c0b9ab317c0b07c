// Makes every cycle of a body one with a single entry. A strongly connected region that can be entered at several blocks gets
// a block that dispatches. Every jump to one of its entries becomes a block that notes which one, and a jump to the dispatcher.
//
//   a -> b, a -> c, b -> c, c -> b        a -> {to b}, {to c}; b -> {to c}; c -> {to b}; all of these -> dispatch -> b, c
//
// Nothing is copied, so the graph grows by at most two blocks for each entry and one for each region.

import { bug } from '../../../support/diagnostic.js';
import { type Graph, graphOf } from '../../graph.js';
import { mapSuccessors } from '../../instruction.js';
import type { Block, Body } from '../../module.js';
import { constant, register, type Value } from '../../value.js';

export function reducible(body: Body): Body {
  let found = body;
  for (let region = 0; graphOf(found).irreducible; region++) found = withDispatcher(found, region);
  return found;
}

function withDispatcher(body: Body, number: number): Body {
  const graph = graphOf(body);
  const region = regionOf(graph);
  const entries = [...region].filter((label) => graph.predecessors(label).some((from) => !region.has(from)));
  const dispatcher = `dispatch ${number}`;
  const next = register(`$next${number}`, 'i32');
  const numberOf = (k: number): Value => constant(k, 'i32');
  const noteOf = (entry: string, isInside: boolean): string =>
    `${entry} from ${isInside ? 'inside' : 'outside'} ${number}`;
  const blocks = new Map<string, Block>();
  for (const [label, block] of body.blocks) {
    // Notes of jumps from outside are no part of the region: they would be entries of it.
    const isInside = region.has(label);
    const to = (target: string): string => (entries.includes(target) ? noteOf(target, isInside) : target);
    blocks.set(label, { ...block, end: mapSuccessors(block.end, to) });
  }
  for (const [k, entry] of entries.entries())
    for (const isInside of [true, false])
      blocks.set(noteOf(entry, isInside), {
        instructions: [{ kind: 'set', result: next, value: numberOf(k) }],
        end: { kind: 'jump', to: dispatcher },
      });
  const [otherwise, ...others] = entries.toReversed();
  const cases = others.toReversed().map((to, k) => ({ value: numberOf(k), to }));
  blocks.set(dispatcher, { instructions: [], end: { kind: 'switch', value: next, cases, otherwise } });
  return { ...body, blocks };
}

/** The blocks of a cycle that can be entered at several of them: those around a jump back to a block that does not dominate its source. */
function regionOf(graph: Graph): ReadonlySet<string> {
  const { order, position, successors, predecessors, idom, dominates } = graph;
  for (const [at, source] of order.entries())
    for (const target of successors(source)) {
      if ((position.get(target) ?? 0) > at || dominates(target, source)) continue;
      let above = idom(target);
      while (above !== undefined && !dominates(above, source)) above = idom(above);
      const isBelow = (label: string): boolean =>
        label !== above && (above === undefined || dominates(above, label));
      const before = reached(target, (label) => predecessors(label).filter(isBelow));
      const after = reached(target, (label) => successors(label).filter(isBelow));
      return new Set(order.filter((label) => before.has(label) && after.has(label)));
    }
  return bug('each cycle has one entry');
}

function reached(from: string, next: (label: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set([from]);
  for (const label of found) for (const other of next(label)) found.add(other);
  return found;
}
