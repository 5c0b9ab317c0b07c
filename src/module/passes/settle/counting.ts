// Loops that may be written out: an exit is decided by registers that get their values from constants alone.

import { blockOf, type Graph, graphOf } from '../../graph.js';
import { type Instruction, resultsOf, successorsOf, valuesOf, valuesOfEnd } from '../../instruction.js';
import { asking } from '../../intrinsics.js';
import { forEachRegister } from '../../liveness.js';
import type { Body, Func } from '../../module.js';
import { bytesOf } from '../../type.js';
import { placeOf, type Value } from '../../value.js';
import type { Settling } from './context.js';
import { targetOf } from './names.js';
import { preparedBody } from './prepared.js';

/** Whether the results of an instruction are known when its operands are. */
function computes(settling: Settling, i: Instruction): boolean {
  if (i.kind === 'set') return true;
  if (i.kind === 'intrinsic') return asking.has(i.name);
  if (i.kind === 'call') {
    const f = targetOf(settling, i);
    return f !== undefined && isComputed(settling, f);
  }
  return i.kind === 'load' && mayBeFixed(settling, i.address, bytesOf(i.result.type));
}

const computed = new WeakMap<Func, boolean>();

/** Whether a function's results are known when its arguments are, by its own code. */
function isComputed(settling: Settling, f: Func): boolean {
  const known = computed.get(f);
  if (known !== undefined) return known;
  // A recursion is not followed.
  computed.set(f, false);
  const body = preparedBody(settling, f);
  const isDynamic = dynamicIn(settling, body, new Set());
  const answer = [...body.blocks.values()].every(
    ({ end }) => end.kind !== 'return' || !end.values.some((value) => registersIn(value).some(isDynamic)),
  );
  computed.set(f, answer);
  return answer;
}

function registersIn(value: Value): string[] {
  const names: string[] = [];
  forEachRegister(value, (name) => names.push(name));
  return names;
}

/** A load from a local that is followed, or from a table of constants at an index that a loop may count. */
function mayBeFixed(settling: Settling, address: Value, size: number): boolean {
  const place = placeOf(address);
  if (place !== undefined) {
    const isLocal = settling.objects.get(place.object)?.storage.kind === 'local';
    return isLocal || settling.mayBeKnown(place.object, place.offset, place.offset + size);
  }
  let base = address;
  while (base.kind === 'offset' || base.kind === 'element') base = base.base;
  if (base.kind === 'register' || base.kind === 'local') return true;
  return base.kind === 'symbol' && settling.global(base.name) !== undefined;
}

/** Kept while the body is: the instructions that set each register. */
const setters = new WeakMap<Body, ReadonlyMap<string, readonly Instruction[]>>();

function settersIn(body: Body): ReadonlyMap<string, readonly Instruction[]> {
  const known = setters.get(body);
  if (known !== undefined) return known;
  const found = new Map<string, Instruction[]>();
  for (const label of graphOf(body).order)
    for (const i of blockOf(body, label).instructions)
      for (const { name } of resultsOf(i)) {
        const others = found.get(name);
        if (others === undefined) found.set(name, [i]);
        else others.push(i);
      }
  setters.set(body, found);
  return found;
}

/** Whether a register may get a value that is not computed from constants; `unknown` are the parameters without a known value. */
function dynamicIn(
  settling: Settling,
  body: Body,
  unknown: ReadonlySet<string>,
): (register: string) => boolean {
  const sets = settersIn(body);
  /** Registers that are computed from constants. */
  const fixed = new Set<string>();
  return (register) => {
    const seen = new Set([register]);
    for (const name of seen) {
      if (fixed.has(name)) continue;
      if (unknown.has(name)) return true;
      for (const i of sets.get(name) ?? []) {
        if (!computes(settling, i)) return true;
        for (const value of valuesOf(i)) forEachRegister(value, (used) => seen.add(used));
      }
    }
    for (const name of seen) fixed.add(name);
    return false;
  };
}

/** The loops, by header, that may have a known end; `unknown` are the parameters without a known value. */
export function countingLoops(
  settling: Settling,
  body: Body,
  graph: Graph,
  unknown: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  if (graph.loops.size === 0) return graph.loops;
  const isDynamic = dynamicIn(settling, body, unknown);
  const counting = new Map<string, ReadonlySet<string>>();
  for (const [header, loop] of graph.loops) {
    const sets = new Set<string>();
    for (const label of loop)
      for (const i of blockOf(body, label).instructions) for (const r of resultsOf(i)) sets.add(r.name);
    const decided = [...loop].some((label) => {
      const { end } = blockOf(body, label);
      if (successorsOf(end).every((to) => loop.has(to))) return false;
      const tested = valuesOfEnd(end).flatMap(registersIn);
      return tested.some((name) => sets.has(name)) && !tested.some(isDynamic);
    });
    if (decided) counting.set(header, loop);
  }
  return counting;
}
