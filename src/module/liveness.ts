// Which registers may be read later, per block.

import { blockOf, type Graph, graphOf } from './graph.js';
import { resultsOf, valuesOf, valuesOfEnd } from './instruction.js';
import type { Block, Body } from './module.js';
import { forEachValue, type Value } from './value.js';

export type LiveIn = (label: string) => ReadonlySet<string>;

export function forEachRegister(value: Value, visit: (name: string) => void): void {
  forEachValue(value, (v) => {
    if (v.kind === 'register') visit(v.name);
  });
}

/** Goes through a block from its end; `live` are the registers that are read later, and is changed. */
function liveBefore({ instructions, end }: Block, live: Set<string>): void {
  const read = (name: string): void => {
    live.add(name);
  };
  for (const value of valuesOfEnd(end)) forEachRegister(value, read);
  for (let k = instructions.length - 1; k >= 0; k--) {
    const i = instructions[k];
    if (i === undefined) continue;
    for (const { name } of resultsOf(i)) live.delete(name);
    for (const value of valuesOf(i)) forEachRegister(value, read);
  }
}

interface Transfer {
  /** Read before they are set. */
  readonly uses: ReadonlySet<string>;
  readonly sets: ReadonlySet<string>;
}

/** Kept while the block is: most blocks stay as they are from one pass to the next. */
const transfers = new WeakMap<Block, Transfer>();

function transferOf(block: Block): Transfer {
  const known = transfers.get(block);
  if (known !== undefined) return known;
  const uses = new Set<string>();
  liveBefore(block, uses);
  const sets = new Set<string>();
  for (const i of block.instructions) for (const { name } of resultsOf(i)) sets.add(name);
  const transfer = { uses, sets };
  transfers.set(block, transfer);
  return transfer;
}

/** Kept while the body is. */
const known = new WeakMap<Body, LiveIn>();

export function liveness(body: Body): LiveIn {
  const live = known.get(body) ?? liveIn(body, graphOf(body));
  known.set(body, live);
  return live;
}

function liveIn(body: Body, graph: Graph): LiveIn {
  const transfers = new Map(graph.order.map((label) => [label, transferOf(blockOf(body, label))]));
  const live = new Map<string, Set<string>>();
  for (const [label, { uses }] of transfers) live.set(label, new Set(uses));
  const work = new Set([...graph.order].reverse());
  for (const label of work) {
    work.delete(label);
    const [into, transfer] = [live.get(label), transfers.get(label)];
    if (into === undefined || transfer === undefined) continue;
    const before = into.size;
    for (const next of graph.successors(label))
      for (const name of live.get(next) ?? []) if (!transfer.sets.has(name)) into.add(name);
    if (into.size > before) for (const p of graph.predecessors(label)) work.add(p);
  }
  const none = new Set<string>();
  return (label) => live.get(label) ?? none;
}
