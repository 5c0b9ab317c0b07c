// The belief that `settle` begins with: which bytes change, and how many threads there are.

import { instructionsIn } from '../../body.js';
import { graphOf } from '../../graph.js';
import { type Instruction, type InstructionOf, valuesOf, valuesOfEnd } from '../../instruction.js';
import { intrinsicPrefix, spawning } from '../../intrinsics.js';
import { isDefined } from '../../lazyFunction.js';
import type { Body, Func, Global, Module } from '../../module.js';
import { forEachValue, type Value } from '../../value.js';
import { placeOf } from './areas.js';
import { type Change, Changed, changeBy, whole } from './changed.js';
import { writes } from './writers.js';

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

/** The program's functions that are called and nothing else, from main on. Other threads and handlers begin in other functions. */
function functionsOfMain({ functions, globals }: Module): ReadonlySet<string> {
  const others = new Set<string>();
  const calls = new Map<string, string[]>();
  const see = (value: Value): void =>
    forEachValue(value, (v) => {
      if (v.kind === 'symbol' && functions.get(v.name)?.model !== true) others.add(v.name);
    });
  for (const { name, model, body } of functions.values()) {
    const called: string[] = [];
    calls.set(name, called);
    for (const { instructions, end } of model === true ? [] : (body?.blocks.values() ?? [])) {
      for (const i of instructions)
        if (i.kind === 'call' && i.target.kind === 'symbol') {
          called.push(i.target.name);
          i.args.forEach(see);
        } else valuesOf(i).forEach(see);
      valuesOfEnd(end).forEach(see);
    }
  }
  for (const { relocations } of globals.values()) for (const { target } of relocations) others.add(target);
  for (const name of others) for (const called of calls.get(name) ?? []) others.add(called);
  return new Set([...functions.keys()].filter((name) => !others.has(name)));
}

/** The words of an object in which the library keeps its state come first. */
const stateBytes = 16;

/** The values of registers that are addresses in objects. */
function addressesIn(body: Body): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  for (const i of instructionsIn(body))
    if (i.kind === 'set' && (i.value.kind === 'offset' || i.value.kind === 'element'))
      found.set(i.result.name, i.value);
  return found;
}

function baseOf(address: Value, addresses: ReadonlyMap<string, Value>): Value {
  const seen = new Set<Value>();
  for (let base = address; ; ) {
    const next =
      base.kind === 'offset' || base.kind === 'element'
        ? base.base
        : base.kind === 'register'
          ? addresses.get(base.name)
          : undefined;
    if (next === undefined || seen.has(next)) return base;
    seen.add(next);
    base = next;
  }
}

/** The bytes that an instruction of the program probably changes. */
function changesBy(
  i: Instruction,
  globalOf: (name: string) => Global | undefined,
  addresses: ReadonlyMap<string, Value>,
): readonly Change[] {
  const change = changeBy(i, globalOf);
  if (change !== undefined) return [change];
  if (i.kind === 'call')
    return i.args.flatMap((arg) => {
      const place = placeOf(arg);
      if (place === undefined || globalOf(place.object) === undefined) return [];
      return [{ object: place.object, range: { from: place.offset, to: place.offset + stateBytes } }];
    });
  if (i.kind !== 'store' && i.kind !== 'rmw' && i.kind !== 'cmpxchg') return [];
  const base = baseOf(i.address, addresses);
  return base.kind === 'symbol' && globalOf(base.name) !== undefined
    ? [{ object: base.name, range: whole }]
    : [];
}

/** The first belief: only objects that the program's own functions store to by name change. */
export function firstBelief(module: Module): Changed {
  const changed = new Changed();
  const sites = spawnSites(module);
  if (sites !== undefined) changed.threads = 1 + sites;
  const globalOf = (name: string): Global | undefined => module.globals.get(name);
  for (const g of module.globals.values()) if (g.bytes === undefined) changed.add(g.name, whole);
  const ofMain = functionsOfMain(module);
  for (const f of module.functions.values()) {
    const body = f.model === true ? undefined : f.body;
    if (body === undefined) continue;
    const addresses = addressesIn(body);
    for (const i of instructionsIn(body))
      for (const { object, range } of changesBy(i, globalOf, addresses))
        changed.add(object, range, ofMain.has(f.name) ? writes.ever : ~writes.anytime);
  }
  return changed;
}
