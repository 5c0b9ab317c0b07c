// The belief that `settle` begins with: which bytes change, and how many threads there are.

import { instructionsIn } from '../../body.js';
import { graphOf } from '../../graph.js';
import type { InstructionOf } from '../../instruction.js';
import { intrinsicPrefix, spawning } from '../../intrinsics.js';
import { isDefined } from '../../lazyFunction.js';
import type { Func, Global, Module } from '../../module.js';
import { Changed, changeBy, whole } from './changed.js';

/** Whether it is the name that the library's C has for an intrinsic that starts a thread. */
const isSpawn = (name: string): boolean =>
  name.startsWith(intrinsicPrefix) && spawning.has(name.slice(intrinsicPrefix.length));

/** How many calls of the program's own functions start a thread; undefined if one of them stands in a loop. */
function spawnSites({ functions }: Module): number | undefined {
  const known = new Map<string, boolean>();
  const spawns = (f: Func | undefined): boolean => {
    if (f?.model !== true || !isDefined(f)) return false;
    const answer = known.get(f.name);
    if (answer !== undefined) return answer;
    known.set(f.name, false);
    const found =
      f.mentions === undefined
        ? f.body !== undefined &&
          instructionsIn(f.body).some(
            (i) =>
              (i.kind === 'intrinsic' && spawning.has(i.name)) || (i.kind === 'call' && spawns(calledBy(i))),
          )
        : f.mentions.calls.some((name) => isSpawn(name) || spawns(functions.get(name)));
    known.set(f.name, found);
    return found;
  };
  const calledBy = ({ target }: InstructionOf<'call'>): Func | undefined =>
    target.kind === 'symbol' ? functions.get(target.name) : undefined;
  let count = 0;
  for (const f of functions.values()) {
    const body = f.model === true ? undefined : f.body;
    if (body === undefined) continue;
    for (const [label, { instructions }] of body.blocks) {
      const sites = instructions.filter((i) => i.kind === 'call' && spawns(calledBy(i))).length;
      if (sites > 0 && [...graphOf(body).loops.values()].some((loop) => loop.has(label))) return undefined;
      count += sites;
    }
  }
  return count;
}

/** The first belief: only objects that the program's own functions store to by name change. */
export function firstBelief(module: Module): Changed {
  const changed = new Changed();
  const sites = spawnSites(module);
  if (sites !== undefined) changed.threads = 1 + sites;
  const globalOf = (name: string): Global | undefined => module.globals.get(name);
  for (const g of module.globals.values()) if (g.bytes === undefined) changed.add(g.name, whole);
  for (const f of module.functions.values()) {
    const body = f.model === true ? undefined : f.body;
    for (const i of body === undefined ? [] : instructionsIn(body)) {
      const change = changeBy(i, globalOf);
      if (change !== undefined) changed.add(change.object, change.range);
    }
  }
  return changed;
}
