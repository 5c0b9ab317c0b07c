// Variables that only main touches, by name: no address of theirs gets anywhere. Main's own stores say what it reads from them, as for
// its locals. So a loop of main that counts in such a variable has a known end. Only variables that decide loops are looked for:
// reads of others stay events that a user sees.

import { graphOf } from '../../graph.js';
import { type Instruction, successorsOf, valuesOf, valuesOfEnd } from '../../instruction.js';
import type { Body, Func, Module } from '../../module.js';
import { forEachValue, type Value } from '../../value.js';

const found = new WeakMap<Module, ReadonlySet<string>>();

export function mainsOwn(module: Module): ReadonlySet<string> {
  const known = found.get(module) ?? ownOf(module);
  found.set(module, known);
  return known;
}

function ownOf(module: Module): ReadonlySet<string> {
  const own = new Set<string>();
  const { main, others } = runners(module);
  for (const f of main) if (f.body !== undefined && !others.has(f.name)) addDeciding(f.body, own);
  for (const name of own) {
    const global = module.globals.get(name);
    if (global?.storage.kind !== 'static' || global.model === true) own.delete(name);
  }
  if (own.size === 0) return own;
  const drop = (value: Value): void =>
    forEachValue(value, (v) => {
      if (v.kind === 'symbol') own.delete(v.name);
    });
  for (const f of module.functions.values()) {
    if (f.body === undefined) continue;
    const isMains = main.has(f) && !others.has(f.name);
    for (const { instructions, end } of f.body.blocks.values()) {
      for (const i of instructions) (isMains ? escapingIn(i) : valuesOf(i)).forEach(drop);
      valuesOfEnd(end).forEach(drop);
    }
  }
  for (const { relocations } of module.globals.values())
    for (const { target } of relocations) own.delete(target);
  return own;
}

/** The functions that main calls by name, and the names of those that may run elsewhere: their address is used, or they are called by such. */
function runners(module: Module): { readonly main: ReadonlySet<Func>; readonly others: ReadonlySet<string> } {
  const { functions, constructors, destructors, globals } = module;
  const others = new Set<string>(destructors);
  const mention = (v: Value): void => {
    if (v.kind === 'symbol' && functions.has(v.name)) others.add(v.name);
  };
  for (const { body } of functions.values())
    for (const { instructions, end } of body?.blocks.values() ?? []) {
      for (const i of instructions)
        for (const value of i.kind === 'call' ? i.args : valuesOf(i)) forEachValue(value, mention);
      for (const value of valuesOfEnd(end)) forEachValue(value, mention);
    }
  for (const { relocations } of globals.values())
    for (const { target } of relocations) if (functions.has(target)) others.add(target);
  for (const name of others) for (const called of callsOf(functions.get(name))) others.add(called);
  const main = new Set<Func>();
  const names = new Set(['main', ...constructors]);
  for (const name of names) {
    const f = functions.get(name);
    if (f === undefined) continue;
    main.add(f);
    for (const called of callsOf(f)) names.add(called);
  }
  return { main, others };
}

function callsOf(f: Func | undefined): string[] {
  const called: string[] = [];
  for (const { instructions } of f?.body?.blocks.values() ?? [])
    for (const i of instructions)
      if (i.kind === 'call' && i.target.kind === 'symbol') called.push(i.target.name);
  return called;
}

/** Adds the objects that are read where a loop may be left. */
function addDeciding(body: Body, own: Set<string>): void {
  const { loops } = graphOf(body);
  for (const loop of loops.values())
    for (const label of loop) {
      const block = body.blocks.get(label);
      if (block === undefined || successorsOf(block.end).every((to) => loop.has(to))) continue;
      for (const i of block.instructions)
        if (i.kind === 'load' && i.address.kind === 'symbol') own.add(i.address.name);
    }
}

/** The operands whose addresses get somewhere. */
function escapingIn(i: Instruction): readonly Value[] {
  switch (i.kind) {
    case 'load':
    case 'fill':
      return [];
    case 'store':
    case 'rmw':
      return [i.value];
    case 'cmpxchg':
      return [i.expected, i.desired];
    default:
      return valuesOf(i);
  }
}
