// Loops that may be written out: an exit is decided by registers that get their values from constants alone.

import { blockOf, type Graph, graphOf } from '../../graph.js';
import { type Instruction, resultsOf, successorsOf, valuesOf, valuesOfEnd } from '../../instruction.js';
import { asking } from '../../intrinsics.js';
import { forEachRegister } from '../../liveness.js';
import type { Body, Func } from '../../module.js';
import { bytesOf } from '../../type.js';
import { knownAddress, type Value } from '../../value.js';
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
  const dynamic = dynamicRegisters(settling, body, graphOf(body), []);
  const answer = [...body.blocks.values()].every(
    ({ end }) => end.kind !== 'return' || !end.values.some((value) => mentions(value, dynamic)),
  );
  computed.set(f, answer);
  return answer;
}

function mentions(value: Value, registers: ReadonlySet<string>): boolean {
  let found = false;
  forEachRegister(value, (name) => {
    found ||= registers.has(name);
  });
  return found;
}

/** A load from a local that is followed, or from a table of constants at an index that a loop may count. */
function mayBeFixed(settling: Settling, address: Value, size: number): boolean {
  const place = knownAddress(address);
  if (place?.object.kind === 'symbol') {
    const { name } = place.object;
    const isLocal = settling.objects.get(name)?.storage.kind === 'local';
    return isLocal || settling.mayBeFixed(name, place.offset, place.offset + size);
  }
  let base = address;
  while (base.kind === 'offset' || base.kind === 'element') base = base.base;
  if (base.kind === 'register' || base.kind === 'local') return true;
  return base.kind === 'symbol' && settling.global(base.name) !== undefined;
}

/** Registers that some instruction gives a value which is not computed from constants. */
function dynamicRegisters(
  settling: Settling,
  body: Body,
  graph: Graph,
  unknown: Iterable<string>,
): ReadonlySet<string> {
  const dynamic = new Set(unknown);
  const users = new Map<string, Set<string>>();
  for (const label of graph.order)
    for (const i of blockOf(body, label).instructions)
      for (const { name } of resultsOf(i)) {
        if (!computes(settling, i)) dynamic.add(name);
        for (const value of valuesOf(i))
          forEachRegister(value, (used) => {
            const set = users.get(used) ?? new Set();
            users.set(used, set.add(name));
          });
      }
  const work = [...dynamic];
  for (let name = work.pop(); name !== undefined; name = work.pop())
    for (const user of users.get(name) ?? [])
      if (!dynamic.has(user)) {
        dynamic.add(user);
        work.push(user);
      }
  return dynamic;
}

/** The loops, by header, that may have a known end; `unknown` are the parameters without a known value. */
export function countingLoops(
  settling: Settling,
  body: Body,
  graph: Graph,
  unknown: Iterable<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  if (graph.loops.size === 0) return graph.loops;
  const dynamic = dynamicRegisters(settling, body, graph, unknown);
  const counting = new Map<string, ReadonlySet<string>>();
  for (const [header, loop] of graph.loops) {
    const sets = new Set<string>();
    for (const label of loop)
      for (const i of blockOf(body, label).instructions) for (const r of resultsOf(i)) sets.add(r.name);
    const decided = [...loop].some((label) => {
      const { end } = blockOf(body, label);
      if (successorsOf(end).every((to) => loop.has(to))) return false;
      let [constant, changes] = [true, false];
      for (const value of valuesOfEnd(end))
        forEachRegister(value, (name) => {
          if (dynamic.has(name)) constant = false;
          if (sets.has(name)) changes = true;
        });
      return constant && changes;
    });
    if (decided) counting.set(header, loop);
  }
  return counting;
}
