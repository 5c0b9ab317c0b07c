// Runs a compiled model on one execution: every slot gets its bits.

import { bug } from '../support/diagnostic.js';
import type { Compiled, Step } from './compile.js';
import type { EventGraph } from './eventGraph.js';
import * as operations from './operations.js';

/** The bits of each slot. Valid until the same model is evaluated again on an execution of the same size. */
export type Slots = readonly Uint32Array[];

const pools = new WeakMap<Compiled, Map<number, Uint32Array[]>>();

export function evaluate(compiled: Compiled, graph: EventGraph): Slots {
  const slots = slotsFor(compiled, graph);
  for (const step of compiled.steps) run(step, slots, graph);
  return slots;
}

function slotsFor(compiled: Compiled, { size, words }: EventGraph): Uint32Array[] {
  const pool = pools.get(compiled) ?? new Map<number, Uint32Array[]>();
  pools.set(compiled, pool);
  let slots = pool.get(size);
  if (slots === undefined) {
    slots = compiled.slots.map((type) => new Uint32Array(type === 'set' ? words : size * words));
    pool.set(size, slots);
  }
  return slots;
}

function run(step: Step, slots: Uint32Array[], graph: EventGraph): void {
  switch (step.kind) {
    case 'base-set':
      slots[step.out] = graph.set(step.name);
      break;
    case 'base-relation':
      slots[step.out] = graph.relation(step.name);
      break;
    case 'clear':
      slots[step.out].fill(0);
      break;
    case 'apply':
      apply(step, slots, graph);
      break;
    case 'fixpoint':
      for (let grown = true; grown; ) {
        for (const inner of step.body) run(inner, slots, graph);
        grown = false;
        for (const { out, value } of step.bindings) if (copy(slots[out], slots[value])) grown = true;
      }
      break;
  }
}

function apply(
  step: Extract<Step, { kind: 'apply' }>,
  slots: readonly Uint32Array[],
  graph: EventGraph,
): void {
  const out = slots[step.out];
  const a = slots[step.a];
  const b = step.b === -1 ? a : slots[step.b];
  switch (step.operator) {
    case 'union':
      operations.union(out, a, b);
      break;
    case 'intersection':
      operations.intersection(out, a, b);
      break;
    case 'difference':
      operations.difference(out, a, b);
      break;
    case 'sequence':
      operations.sequence(out, a, b, graph);
      break;
    case 'product':
      operations.product(out, a, b, graph);
      break;
    case 'complement':
      operations.complement(out, a, graph);
      break;
    case 'inverse':
      operations.inverse(out, a, graph);
      break;
    case 'plus':
      operations.plus(out, a, graph);
      break;
    case 'star':
      operations.plus(out, a, graph);
      operations.addIdentity(out, graph);
      break;
    case 'optional':
      out.set(a);
      operations.addIdentity(out, graph);
      break;
    case 'identity':
      operations.identity(out, a, graph);
      break;
    case 'domain':
      operations.domain(out, a, graph);
      break;
    case 'range':
      operations.range(out, a, graph);
      break;
  }
}

/** Says whether `to` changed. Values only grow, as recursion is monotone. */
function copy(to: Uint32Array, from: Uint32Array): boolean {
  let changed = false;
  for (let k = 0; k < to.length; k++) {
    if (to[k] === from[k]) continue;
    if ((to[k] & ~from[k]) !== 0) bug('a recursive relation of a cat file shrank');
    to[k] = from[k];
    changed = true;
  }
  return changed;
}
