// The belief that `settle` begins with: which bytes change, and how many threads there are.

import { instructionsIn } from '../../body.js';
import { graphOf } from '../../graph.js';
import { type Instruction, type InstructionOf, valuesOf, valuesOfEnd } from '../../instruction.js';
import { intrinsicPrefix, spawning } from '../../intrinsics.js';
import { isDefined } from '../../lazyFunction.js';
import type { Body, Func, Global, Module } from '../../module.js';
import { bytesOf } from '../../type.js';
import { forEachValue, typeOf, type Value } from '../../value.js';
import { placeOf } from './areas.js';
import { type Change, Changed, changeBy, whole } from './changed.js';
import { bytesWritten } from './operands.js';
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
    const found =
      f.mentions === undefined
        ? f.body !== undefined &&
          instructionsIn(f.body).some(
            (i) =>
              (i.kind === 'intrinsic' && wanted(i.name)) ||
              (i.kind === 'call' && reaches(calledBy(functions, i))),
          )
        : f.mentions.calls.some((name) => isWanted(name) || reaches(functions.get(name)));
    known.set(f.name, found);
    return found;
  };
  return reaches;
}

const calledBy = (functions: Module['functions'], { target }: InstructionOf<'call'>): Func | undefined =>
  target.kind === 'symbol' ? functions.get(target.name) : undefined;

/** How many calls of the program's own functions start a thread; undefined if one of them stands in a loop. */
function spawnSites(module: Module): number | undefined {
  const { functions } = module;
  const spawns = reaching(module, (name) => spawning.has(name));
  let count = 0;
  for (const f of functions.values()) {
    const body = f.model === true ? undefined : f.body;
    if (body === undefined) continue;
    for (const [label, { instructions }] of body.blocks) {
      const sites = instructions.filter((i) => i.kind === 'call' && spawns(calledBy(functions, i))).length;
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
  for (const f of functions.values()) {
    // To ask a function of the library for its body is to have it read.
    const body = f.model === true ? undefined : f.body;
    const called: string[] = [];
    calls.set(f.name, called);
    for (const { instructions, end } of body?.blocks.values() ?? []) {
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
function addressesIn(body: Body): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  for (const i of instructionsIn(body))
    if (i.kind === 'set' && (i.value.kind === 'offset' || i.value.kind === 'element'))
      found.set(i.result.name, i.value);
  return found;
}

/** An object, and the first and the last place in it that an address may mean. */
interface Region {
  readonly object: string;
  readonly first: number;
  readonly last: number;
}

/** Registers that are followed to the values that they are set to. */
const mostRegisters = 8;

/** The region of a computed address, where its base is an object and it stays behind that base. */
function regionOf(address: Value, addresses: ReadonlyMap<string, Value>, registers = 0): Region | undefined {
  switch (address.kind) {
    case 'symbol':
      return { object: address.name, first: 0, last: 0 };
    case 'register': {
      const value = registers < mostRegisters ? addresses.get(address.name) : undefined;
      return value === undefined ? undefined : regionOf(value, addresses, registers + 1);
    }
    case 'offset': {
      const base = regionOf(address.base, addresses, registers);
      return base === undefined ? undefined : moved(base, address.offset, address.offset);
    }
    case 'element': {
      const base = regionOf(address.base, addresses, registers);
      const { index, stride, count = Number.POSITIVE_INFINITY } = address;
      if (base === undefined) return undefined;
      return index.kind === 'const'
        ? moved(base, Number(index.value) * stride, Number(index.value) * stride)
        : moved(base, 0, Math.max(0, count - 1) * stride);
    }
    default:
      return undefined;
  }
}

const moved = ({ object, first, last }: Region, least: number, most: number): Region => ({
  object,
  first: first + least,
  last: last + most,
});

/** The bytes that an instruction of the program probably changes. `changesState`: whether a call gives an object to be changed. */
function changesBy(
  i: Instruction,
  globalOf: (name: string) => Global | undefined,
  addresses: ReadonlyMap<string, Value>,
  changesState: (call: InstructionOf<'call'>) => boolean,
): readonly Change[] {
  const change = changeBy(i, globalOf);
  if (change !== undefined) return [change];
  if (i.kind === 'call')
    return (changesState(i) ? i.args : []).flatMap((arg) => {
      const place = placeOf(arg);
      const global = place === undefined ? undefined : globalOf(place.object);
      if (place === undefined || global === undefined || global.align < leastAlign) return [];
      return [{ object: place.object, range: { from: place.offset, to: place.offset + stateBytes } }];
    });
  if (i.kind !== 'store' && i.kind !== 'rmw' && i.kind !== 'cmpxchg') return [];
  const region = regionOf(i.address, addresses);
  if (region === undefined || globalOf(region.object) === undefined) return [];
  const size = bytesOf(typeOf(i.kind === 'cmpxchg' ? i.desired : i.value));
  return [{ object: region.object, range: { from: region.first, to: region.last + size } }];
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
  const changesState = (call: InstructionOf<'call'>): boolean =>
    changesWords(calledBy(module.functions, call));
  for (const f of module.functions.values()) {
    const body = f.model === true ? undefined : f.body;
    if (body === undefined) continue;
    const addresses = addressesIn(body);
    for (const i of instructionsIn(body))
      for (const { object, range } of changesBy(i, globalOf, addresses, changesState))
        changed.add(object, range, ofMain.has(f.name) ? writes.ever : ~writes.anytime);
  }
  return changed;
}
