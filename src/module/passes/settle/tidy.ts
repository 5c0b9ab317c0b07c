// Cleans up after propagation: assignments without reads, unreachable blocks and chains of blocks go. Branches to a
// failing assertion or assumption become assertions and assumptions.

import { mapBlocks, withBlocks, withParts } from '../../body.js';
import { folded, substitute } from '../../fold.js';
import { blockOf, entryOf, type Graph, graphOf, keepGraph } from '../../graph.js';
import {
  type Instruction,
  type InstructionOf,
  mapEndValues,
  mapSuccessors,
  mapValues,
  resultsOf,
  successorsOf,
  type Terminator,
  valuesOf,
  valuesOfEnd,
} from '../../instruction.js';
import { asking } from '../../intrinsics.js';
import { forEachRegister, type LiveIn, liveness } from '../../liveness.js';
import { jump } from '../../make.js';
import type { Block, Body } from '../../module.js';
import { not, unary, type Value } from '../../value.js';
import { fails } from './ends.js';

/** Bodies in which there was nothing to tidy. */
const tidied = new WeakSet<Body>();

export function tidy(body: Body): Body {
  for (let now = body; ; ) {
    if (tidied.has(now)) return now;
    const made = dead(nest(merged(asserted(shortened(reached(now))))));
    if (made === now) tidied.add(now);
    now = made;
  }
}

/** Only the blocks that are reached. */
function reached(body: Body): Body {
  const { order } = graphOf(body);
  if (order.length === body.blocks.size) return body;
  return { ...body, blocks: new Map(order.map((label) => [label, blockOf(body, label)])) };
}

/** Edges lead past blocks that only jump on. */
function shortened(body: Body): Body {
  const entry = entryOf(body);
  const onward = (label: string): string => {
    const seen = new Set([label]);
    for (let at = label; ; ) {
      const { instructions, end } = blockOf(body, at);
      if (at === entry || instructions.length > 0 || end.kind !== 'jump' || seen.has(end.to)) return at;
      at = end.to;
      seen.add(at);
    }
  };
  const shorter = mapBlocks(body, (block) =>
    withParts(block, block.instructions, sameTarget(mapSuccessors(block.end, onward))),
  );
  return shorter === body ? body : reached(shorter);
}

/** A branch both of whose ways lead to one block is a jump. */
function sameTarget(end: Terminator): Terminator {
  const targets = new Set(successorsOf(end));
  const [to] = targets;
  if (targets.size !== 1 || end.kind === 'jump' || to === undefined) return end;
  return jump(to, end);
}

/** The failing assertion or assumption at the beginning of a block. */
function failure(block: Block): InstructionOf<'intrinsic'> | undefined {
  const [first] = block.instructions;
  return first?.kind === 'intrinsic' && fails(first) ? first : undefined;
}

/** `if (!c) fail()` becomes `require(c)`: a thread that always fails there is known to stop. */
function asserted(body: Body): Body {
  const checked = mapBlocks(body, (block) => {
    const { end } = block;
    if (end.kind !== 'branch' || end.whenTrue === end.whenFalse) return block;
    const onTrue = failure(blockOf(body, end.whenTrue));
    const onFalse = failure(blockOf(body, end.whenFalse));
    const failed = onFalse ?? onTrue;
    if (failed === undefined) return block;
    const holds = onFalse === undefined ? folded(not(end.condition)) : end.condition;
    const check: Instruction = { ...failed, args: [unary('zext', 'i32', holds), ...failed.args.slice(1)] };
    const to = onFalse === undefined ? end.whenFalse : end.whenTrue;
    return { instructions: [...block.instructions, check], end: jump(to) };
  });
  return checked === body ? body : reached(checked);
}

/** A block that only one jump leads to becomes part of the block that jumps. */
function merged(body: Body): Body {
  const graph = graphOf(body);
  const blocks = new Map<string, Block>();
  const gone = new Set<string>();
  for (const label of graph.order) {
    if (gone.has(label)) continue;
    const block = blockOf(body, label);
    let { instructions, end } = block;
    const all = [...instructions];
    while (end.kind === 'jump' && end.to !== label && end.to !== graph.entry) {
      if (graph.predecessors(end.to).length !== 1) break;
      gone.add(end.to);
      ({ instructions, end } = blockOf(body, end.to));
      all.push(...instructions);
    }
    blocks.set(label, end === block.end ? block : { instructions: all, end });
  }
  return gone.size === 0 ? body : { ...body, blocks };
}

/** A temporary that is read once, in its own block, is put where it is read. */
function nest(body: Body): Body {
  const graph = graphOf(body);
  const live = liveness(body);
  const nestedBody = mapBlocks(body, (block, label) => {
    const once = mayNest(block) ? readOnce(block, readAfter(label, graph, live)) : noInstructions;
    return once.size === 0 ? block : nested(block, once);
  });
  return keepGraph(body, nestedBody);
}

const noInstructions: ReadonlySet<Instruction> = new Set();

/** Blocks in which no assignment is read once, whatever other blocks read. */
const withoutNesting = new WeakSet<Block>();

function mayNest(block: Block): boolean {
  if (withoutNesting.has(block)) return false;
  const may = block.instructions.some((i) => i.kind === 'set') && readOnce(block, new Set()).size > 0;
  if (!may) withoutNesting.add(block);
  return may;
}

/** The registers that blocks after this one read. */
function readAfter(label: string, graph: Graph, live: LiveIn): Set<string> {
  const later = new Set<string>();
  for (const to of graph.successors(label)) for (const name of live(to)) later.add(name);
  return later;
}

/** The assignments whose value is read once before the register is set again; `later` are the registers that other blocks read. */
function readOnce({ instructions, end }: Block, later: ReadonlySet<string>): ReadonlySet<Instruction> {
  const reads = new Map<string, number>();
  const found = new Set<Instruction>();
  for (const name of later) reads.set(name, 2);
  const read = (name: string): void => {
    reads.set(name, (reads.get(name) ?? 0) + 1);
  };
  for (const value of valuesOfEnd(end)) forEachRegister(value, read);
  for (let k = instructions.length - 1; k >= 0; k--) {
    const i = instructions[k];
    if (i === undefined) continue;
    if (i.kind === 'set' && reads.get(i.result.name) === 1) found.add(i);
    for (const { name } of resultsOf(i)) reads.set(name, 0);
    for (const value of valuesOf(i)) forEachRegister(value, read);
  }
  return found;
}

function mentions(tree: Value, name: string): boolean {
  let found = false;
  forEachRegister(tree, (used) => {
    found ||= used === name;
  });
  return found;
}

function nested(block: Block, once: ReadonlySet<Instruction>): Block {
  const { instructions, end } = block;
  /** Trees that are still to be put somewhere, by the register that has them. */
  const waiting = new Map<string, Value>();
  const put = (value: Value): Value =>
    waiting.size === 0
      ? value
      : substitute(value, (leaf) => (leaf.kind === 'register' ? (waiting.get(leaf.name) ?? leaf) : leaf));
  const out: Instruction[] = [];
  /** A tree moves no further than to where one of its registers changes. */
  const stop = (name: string): void => {
    waiting.delete(name);
    for (const [target, tree] of waiting) if (mentions(tree, name)) waiting.delete(target);
  };
  for (const i of instructions) {
    const next = mapValues(i, put);
    for (const { name } of resultsOf(next)) stop(name);
    out.push(next);
    if (
      next.kind === 'set' &&
      once.has(i) &&
      next.value.kind !== 'undef' &&
      !mentions(next.value, next.result.name)
    )
      waiting.set(next.result.name, next.value);
  }
  return withParts(block, out, mapEndValues(end, put));
}

/** Assignments and results that nothing reads go; so do loads of the model that nothing looks at. */
function dead(body: Body): Body {
  /** How many registers are read after each block. They only become fewer: where they are as many, the block stays as it is. */
  const reads = new Map<string, number>();
  for (let now = body; ; ) {
    const graph = graphOf(now);
    const live = liveness(now);
    const blocks = graph.order.map((label): [string, Block] => {
      const block = blockOf(now, label);
      if (!block.instructions.some(hasNoEffect)) return [label, block];
      const later = readAfter(label, graph, live);
      const isDone = reads.get(label) === later.size;
      reads.set(label, later.size);
      return [label, isDone ? block : withParts(block, living(block, later), block.end)];
    });
    const without = withBlocks(now, new Map(blocks));
    if (without === now) return now;
    now = keepGraph(now, without);
  }
}

function living({ instructions, end }: Block, live: Set<string>): Instruction[] {
  const read = (name: string): void => {
    live.add(name);
  };
  for (const value of valuesOfEnd(end)) forEachRegister(value, read);
  const kept: Instruction[] = [];
  for (let k = instructions.length - 1; k >= 0; k--) {
    const i = instructions[k];
    if (i === undefined) continue;
    const results = resultsOf(i);
    const unread = results.length > 0 && results.every((r) => !live.has(r.name));
    if (unread && hasNoEffect(i)) continue;
    for (const { name } of results) live.delete(name);
    for (const value of valuesOf(i)) forEachRegister(value, read);
    kept.push(i);
  }
  return kept.reverse();
}

const pure: ReadonlySet<string> = new Set([...asking, 'block_size', 'choose', 'comes']);

function hasNoEffect(i: Instruction): boolean {
  switch (i.kind) {
    case 'set':
      return true;
    case 'load':
      return i.model === true && (i.order === undefined || i.order === 'relaxed');
    case 'intrinsic':
      return pure.has(i.name);
    default:
      return false;
  }
}
