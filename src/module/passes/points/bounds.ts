// Indices that the program has compared with a constant before it uses them, as Rust does before each access to an array.
// The fact holds in the rest of the block and in the blocks that are entered from there alone. It ends where a register of the index is set.

import { sameValue } from '../../fold.js';
import { blockOf, graphOf } from '../../graph.js';
import { type Instruction, resultsOf, valuesOf, valuesOfEnd } from '../../instruction.js';
import type { Body } from '../../module.js';
import { forEachValue, type Value } from '../../value.js';

/** The index is below `count`, compared without sign. */
interface Fact {
  readonly index: Value;
  readonly count: number;
}

/** For the addresses of elements that a body computes: the number of values that the index has at most, from 0 on. */
export function boundsIn(body: Body, bounds: Map<Value, number>): void {
  const { order, predecessors } = graphOf(body);
  const behind = new Map<string, readonly Fact[]>();
  for (const label of order) {
    const [from, ...others] = predecessors(label);
    let facts = others.length > 0 || from === undefined ? [] : (behind.get(from) ?? []);
    if (others.length === 0 && from !== undefined) facts = [...facts, ...factsOfEdge(body, from, label)];
    const { instructions, end } = blockOf(body, label);
    for (const i of instructions) {
      for (const value of valuesOf(i)) note(bounds, facts, value);
      const results = resultsOf(i).map(({ name }) => name);
      if (results.length > 0) facts = facts.filter(({ index }) => !mentions(index, results));
      facts = [...facts, ...factsOf(i)];
    }
    for (const value of valuesOfEnd(end)) note(bounds, facts, value);
    behind.set(label, facts);
  }
}

function factsOfEdge(body: Body, from: string, to: string): readonly Fact[] {
  const { end } = blockOf(body, from);
  if (end.kind !== 'branch' || end.whenTrue === end.whenFalse) return [];
  return end.whenTrue === to ? factsWhere(end.condition) : [];
}

const factsOf = (i: Instruction): readonly Fact[] =>
  i.kind === 'intrinsic' && i.name === 'require' ? factsWhere(i.args[0]) : [];

function factsWhere(condition: Value | undefined): readonly Fact[] {
  if (condition?.kind === 'unary' && condition.op === 'zext') return factsWhere(condition.operand);
  if (condition?.kind !== 'compare' || condition.op !== 'ult' || condition.right.kind !== 'const') return [];
  const count = Number(condition.right.value);
  // A constant below 0 is one above all signed numbers.
  return count > 0 ? [{ index: withoutZext(condition.left), count }] : [];
}

const withoutZext = (value: Value): Value =>
  value.kind === 'unary' && value.op === 'zext' ? withoutZext(value.operand) : value;

function note(bounds: Map<Value, number>, facts: readonly Fact[], value: Value): void {
  forEachValue(value, (node) => {
    if (node.kind !== 'element' || node.index.kind === 'const') return;
    const index = withoutZext(node.index);
    const known = facts.filter((fact) => sameValue(fact.index, index)).map(({ count }) => count);
    const most = Math.min(Number.POSITIVE_INFINITY, ...known);
    // Passes share a value among the instructions that they make of it.
    bounds.set(node, Math.max(most, bounds.get(node) ?? 0));
  });
}

function mentions(value: Value, names: readonly string[]): boolean {
  let found = false;
  forEachValue(value, (node) => {
    found ||= node.kind === 'register' && names.includes(node.name);
  });
  return found;
}
