// Global variables that a loop of one thread counts in. If no other thread writes such a variable, the thread reads what it wrote last.
// A register has that value too, so that the number of rounds may be known. The stores stay, for others to read and for the final state.

import { hasInstruction, mapInstructions, wrapped } from '../../body.js';
import { graphOf } from '../../graph.js';
import { type Instruction, successorsOf, valuesOf, valuesOfEnd } from '../../instruction.js';
import { store } from '../../make.js';
import type { Body, Global } from '../../module.js';
import { bytesOf, isFloat, type Type } from '../../type.js';
import { forEachValue, offset, placeOf, symbol, typeOf, type Value } from '../../value.js';
import type { Settling } from './context.js';
import { initialValue } from './initial.js';

/** How a thread accesses an object: the type at each offset. Undefined if it does anything but load and store numbers there. */
interface Uses {
  readonly types: Map<number, Type>;
  stores: boolean;
}

/** The thread's body, itself if there is no such variable. */
export function withCounters(settling: Settling, bodies: readonly Body[], thread: number): Body {
  const body = bodies[thread];
  if (isInterrupted(body)) return body;
  const candidates = countedIn(body);
  if (candidates.size === 0) return body;
  for (const { relocations } of settling.module.globals.values())
    for (const { target } of relocations) candidates.delete(target);
  const copies = new Map<string, string>();
  const first: Instruction[] = [];
  for (const name of candidates) {
    const global = settling.global(name);
    const uses = bodies.map((other) => usesOf(other, name));
    const [own, isAlone] = [uses[thread], uses.every((use, k) => k === thread || use?.stores === false)];
    if (global === undefined || !isVariable(global) || own === undefined || !isAlone || overlaps(own))
      continue;
    const copy = settling.addCopy(name, thread, name);
    copies.set(name, copy);
    for (const [at, type] of own.types) {
      const value = initialValue(global, at, type);
      if (value !== undefined) first.push(store(offset(symbol(copy), at), value, { model: true }));
    }
  }
  const followed = mapInstructions(body, (i) => {
    const place = i.kind === 'load' || i.kind === 'store' ? placeOf(i.address) : undefined;
    const copy = place === undefined ? undefined : copies.get(place.object);
    if (place === undefined || copy === undefined) return i;
    const address = offset(symbol(copy), place.offset);
    if (i.kind === 'store') return [i, { ...i, address, model: true }];
    return i.kind === 'load' ? { ...i, address } : i;
  });
  return wrapped(followed, first);
}

/** Objects that some loop both loads and stores, or loads where it may end. */
function countedIn(body: Body): Set<string> {
  const found = new Set<string>();
  for (const loop of graphOf(body).loops.values()) {
    const [loaded, stored] = [new Set<string>(), new Set<string>()];
    for (const label of loop)
      for (const i of body.blocks.get(label)?.instructions ?? []) {
        const place = i.kind === 'load' || i.kind === 'store' ? placeOf(i.address) : undefined;
        if (place !== undefined) (i.kind === 'load' ? loaded : stored).add(place.object);
        if (place !== undefined && i.kind === 'load' && mayLeave(body, label, loop)) found.add(place.object);
      }
    for (const name of loaded) if (stored.has(name)) found.add(name);
  }
  return found;
}

function mayLeave(body: Body, label: string, loop: ReadonlySet<string>): boolean {
  const end = body.blocks.get(label)?.end;
  return end !== undefined && successorsOf(end).some((to) => !loop.has(to));
}

const isVariable = ({ model, storage, relocations, bytes }: Global): boolean =>
  model !== true && storage.kind === 'static' && relocations.length === 0 && bytes !== undefined;

/** Code that comes in anywhere writes between two steps of the thread. */
const isInterrupted = (body: Body): boolean =>
  hasInstruction(body, (i) => i.kind === 'intrinsic' && i.name === 'between');

function usesOf(body: Body, name: string): Uses | undefined {
  const uses: Uses = { types: new Map(), stores: false };
  let isPlain = true;
  const see = (value: Value): void =>
    forEachValue(value, (v) => {
      if (v.kind === 'symbol' && v.name === name) isPlain = false;
    });
  const access = (address: Value, type: Type): void => {
    const at = placeOf(address)?.offset ?? 0;
    if (isFloat(type) || type === 'ptr' || (uses.types.get(at) ?? type) !== type) isPlain = false;
    uses.types.set(at, type);
  };
  for (const { instructions, end } of body.blocks.values()) {
    for (const i of instructions) {
      const isAccess = i.kind === 'load' || i.kind === 'store';
      if (!isAccess || placeOf(i.address)?.object !== name) for (const value of valuesOf(i)) see(value);
      else if (i.order !== undefined && i.order !== 'volatile') isPlain = false;
      else if (i.kind === 'load') access(i.address, i.result.type);
      else {
        access(i.address, typeOf(i.value));
        see(i.value);
        uses.stores = true;
      }
    }
    for (const value of valuesOfEnd(end)) see(value);
  }
  return isPlain ? uses : undefined;
}

function overlaps({ types }: Uses): boolean {
  const parts = [...types].sort(([a], [b]) => a - b);
  return parts.some(([at, type], k) => at + bytesOf(type) > (parts[k + 1]?.[0] ?? Number.POSITIVE_INFINITY));
}
