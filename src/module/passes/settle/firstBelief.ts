// The belief that `settle` begins with: which bytes change, and how many threads there are.

import { instructionsIn } from '../../body.js';
import { graphOf } from '../../graph.js';
import { type Instruction, type InstructionOf, valuesOf, valuesOfEnd } from '../../instruction.js';
import { intrinsicPrefix, spawning } from '../../intrinsics.js';
import { isDefined } from '../../lazyFunction.js';
import type { Body, Func, Global, Module } from '../../module.js';
import { bytesOf } from '../../type.js';
import { forEachValue, placeOf, typeOf, type Value, type ValueOf } from '../../value.js';
import { type Change, Changed, changeBy } from './changed.js';
import { bytesWritten } from './operands.js';
import { whole } from './ranges.js';
import { writes } from './writers.js';

/** Finds whether a function of the library comes to one of these intrinsics. */
function reaching(
  { functions }: Module,
  wanted: (name: string) => boolean,
): (f: Func | undefined) => boolean {
  const known = new Map<string, boolean>();
  const isWanted = (name: string): boolean =>
    name.startsWith(intrinsicPrefix) && wanted(name.slice(intrinsicPrefix.length));
  const reaches = (f: Func | undefined): boolean => {
    if (f?.model !== true || !isDefined(f)) return false;
    const answer = known.get(f.name);
    if (answer !== undefined) return answer;
    known.set(f.name, false);
    const found = f.mentions?.calls.some((name) => isWanted(name) || reaches(functions.get(name))) === true;
    known.set(f.name, found);
    return found;
  };
  return reaches;
}

const calledBy = ({ functions }: Module, { target }: InstructionOf<'call'>): Func | undefined =>
  target.kind === 'symbol' ? functions.get(target.name) : undefined;

/** The program's own functions that have a body. To ask a function of the library for its body is to have it read. */
const ownBodies = ({ functions }: Module): [string, Body][] =>
  [...functions.values()].flatMap((f): [string, Body][] =>
    f.model === true || f.body === undefined ? [] : [[f.name, f.body]],
  );

/** How many calls of the program's own functions start a thread; undefined if one of them stands in a loop. */
function spawnSites(module: Module): number | undefined {
  const spawns = reaching(module, (name) => spawning.has(name));
  let count = 0;
  for (const [, body] of ownBodies(module))
    for (const [label, { instructions }] of body.blocks) {
      const sites = instructions.filter((i) => i.kind === 'call' && spawns(calledBy(module, i))).length;
      if (sites > 0 && [...graphOf(body).loops.values()].some((loop) => loop.has(label))) return undefined;
      count += sites;
    }
  return count;
}

/** The program's functions that are called and nothing else, from main on. Other threads and handlers begin in other functions. */
function functionsOfMain(module: Module): ReadonlySet<string> {
  const { functions, globals } = module;
  const others = new Set<string>();
  const calls = new Map<string, string[]>();
  const see = (value: Value): void =>
    forEachValue(value, (v) => {
      if (v.kind === 'symbol' && functions.get(v.name)?.model !== true) others.add(v.name);
    });
  for (const [name, { blocks }] of ownBodies(module)) {
    const called: string[] = [];
    calls.set(name, called);
    for (const { instructions, end } of blocks.values()) {
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
/** State is made of ints, so that a text such as the format of printf holds none. */
const leastAlign = 4;

/** The values of registers that are addresses in objects. */
const addressesIn = (body: Body): ReadonlyMap<string, Value> =>
  new Map(
    instructionsIn(body).flatMap((i): [string, Value][] =>
      i.kind === 'set' && (i.value.kind === 'offset' || i.value.kind === 'element')
        ? [[i.result.name, i.value]]
        : [],
    ),
  );

/** Registers that are followed to the values that they are set to. */
const mostRegisters = 8;

/**
 * The bytes that an access of that size may mean, where its base is an object and it stays behind that base. The rest of the object keeps
 * its values, such as the number of elements that stands before an array.
 */
function regionOf(
  address: Value,
  size: number,
  addresses: ReadonlyMap<string, Value>,
  registers = 0,
): Change | undefined {
  if (address.kind === 'symbol') return { object: address.name, range: { from: 0, to: size } };
  if (address.kind === 'register') {
    const value = registers < mostRegisters ? addresses.get(address.name) : undefined;
    return value && regionOf(value, size, addresses, registers + 1);
  }
  if (address.kind !== 'offset' && address.kind !== 'element') return undefined;
  const base = regionOf(address.base, size, addresses, registers);
  const [least, most] = address.kind === 'offset' ? [address.offset, address.offset] : distancesOf(address);
  return base && { ...base, range: { from: base.range.from + least, to: base.range.to + most } };
}

/** How far an element is from its array at least and at most. */
function distancesOf({ index, stride, count }: ValueOf<'element'>): [number, number] {
  const known = index.kind === 'const' ? Number(index.value) * stride : undefined;
  return [known ?? 0, known ?? Math.max(0, (count ?? Number.POSITIVE_INFINITY) - 1) * stride];
}

/** The bytes that an instruction of the program probably changes. `changesState`: whether a call gives an object to be changed. */
function changesBy(
  i: Instruction,
  globalOf: (name: string) => Global | undefined,
  addresses: ReadonlyMap<string, Value>,
  changesState: (call: InstructionOf<'call'>) => boolean,
): readonly Change[] {
  const change = changeBy(i, globalOf);
  if (change !== undefined) return [change];
  if (i.kind === 'store' || i.kind === 'rmw' || i.kind === 'cmpxchg') {
    const size = bytesOf(typeOf(i.kind === 'cmpxchg' ? i.desired : i.value));
    const region = regionOf(i.address, size, addresses);
    return region === undefined || globalOf(region.object) === undefined ? [] : [region];
  }
  if (i.kind !== 'call' || !changesState(i)) return [];
  return i.args.flatMap((arg) => {
    const place = placeOf(arg);
    const align = place && globalOf(place.object)?.align;
    if (place === undefined || align === undefined || align < leastAlign) return [];
    return [{ object: place.object, range: { from: place.offset, to: place.offset + stateBytes } }];
  });
}

/** The first belief: only objects that the program's own functions store to by name change. */
export function firstBelief(module: Module): Changed {
  const changed = new Changed();
  const sites = spawnSites(module);
  if (sites !== undefined) changed.threads = 1 + sites;
  const globalOf = (name: string): Global | undefined => module.globals.get(name);
  for (const g of module.globals.values()) if (g.bytes === undefined) changed.add(g.name, whole);
  const ofMain = functionsOfMain(module);
  const changesWords = reaching(module, (name) => bytesWritten.has(name));
  const changesState = (call: InstructionOf<'call'>): boolean => changesWords(calledBy(module, call));
  for (const [name, body] of ownBodies(module)) {
    const addresses = addressesIn(body);
    for (const i of instructionsIn(body))
      for (const { object, range } of changesBy(i, globalOf, addresses, changesState))
        changed.add(object, range, ofMain.has(name) ? writes.ever : ~writes.anytime);
  }
  return changed;
}
