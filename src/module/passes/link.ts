// The library provides functions and objects that the program declares and does not define, with all that they need.

import { forEachValueIn, mapBlocks } from '../body.js';
import { substitute } from '../fold.js';
import { entryOf } from '../graph.js';
import { type Instruction, mapEndValues, mapValues } from '../instruction.js';
import { withIntrinsics } from '../intrinsicCalls.js';
import { declared, isDefined, lazyFunction } from '../lazyFunction.js';
import type { Body, Func, Global, Module } from '../module.js';
import { symbol, type Value } from '../value.js';
import { shownBy } from './observed.js';
import { withoutCounting } from './printing.js';
import { withUnreadCalls } from './unread.js';

/** Definitions by name; all of them belong to the model. A body that is read on demand is marked as the model's, with its intrinsics. */
export interface Library {
  readonly function: (name: string) => Func | undefined;
  readonly global: (name: string) => Global | undefined;
  readonly layouts: Module['layouts'];
}

export const noLibrary: Library = {
  function: () => undefined,
  global: () => undefined,
  layouts: new Map(),
};

/** The function that runs first: it calls the constructors, main, and what comes at the end. */
export const startFunction = '__diptych_start';

/** The suffix of the model's name for a function of Rust, for all types that it is made for. */
const anyTypes = '__any';

/**
 * The names that the model may have a definition under. Names of Rust contain hashes of crates, which differ from compiler to compiler:
 * the model's have none. The types that a generic function is made for stand behind its name.
 */
function* modelNames(name: string): Iterable<string> {
  yield name;
  if (!name.startsWith('_R')) return;
  const plain = name.replace(/Cs[0-9A-Za-z]+_/g, 'Cs_');
  yield plain;
  if (plain.startsWith('_RI'))
    for (let end = plain.length; end > 3; end--) yield `${plain.slice(0, end)}${anyTypes}`;
}

function inLibrary<T>(find: (name: string) => T | undefined, name: string): T | undefined {
  for (const known of modelNames(name)) {
    const found = find(known);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `observe`: the things that a final state shows, as the user names them. */
export function link(program: Module, library: Library, observe?: readonly string[]): Module {
  const functions = new Map<string, Func>();
  const globals = new Map<string, Global>();
  const work: string[] = [];
  const wanted = new Set<string>();
  const want = (name: string): void => {
    if (wanted.has(name)) return;
    wanted.add(name);
    work.push(name);
  };
  want('main');
  want(startFunction);
  for (const { object } of shownBy(program, observe)) want(object);
  for (const name of [...program.constructors, ...program.destructors]) want(name);
  for (let name = work.pop(); name !== undefined; name = work.pop()) {
    const f = functionNamed(program, library, name);
    if (f !== undefined) {
      const linked = linkedFunction(program, library, f);
      functions.set(name, linked.function);
      for (const used of linked.symbols) want(used);
      continue;
    }
    const g = globalNamed(program, library, name);
    if (g === undefined) continue;
    globals.set(name, g);
    for (const { target } of g.relocations) want(target);
  }
  return {
    ...program,
    layouts: new Map([...library.layouts, ...program.layouts]),
    // The order of the program's own definitions is that of its text.
    globals: inOrder(program.globals.keys(), globals),
    functions: inOrder(program.functions.keys(), functions),
  };
}

/** The module with functions of the library, and those that they call. */
export function withFunctions(module: Module, library: Library, names: Iterable<string>): Module {
  const functions = new Map(module.functions);
  const work = [...names];
  for (let name = work.pop(); name !== undefined; name = work.pop()) {
    const f = library.function(name);
    if (f?.body === undefined || functions.get(name)?.body !== undefined) continue;
    functions.set(name, { ...f, model: true, body: withIntrinsics(f.body, true) });
    work.push(...symbolsIn(f.body));
  }
  return { ...module, functions };
}

function inOrder<T>(first: Iterable<string>, found: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  const ordered = new Map<string, T>();
  for (const name of [...first, ...found.keys()]) {
    const item = found.get(name);
    if (item !== undefined) ordered.set(name, item);
  }
  return ordered;
}

/** The suffix of a function or object of the library whose name the program has given to something else. */
const behind = '.library';

/** Functions that the library calls in the program, if it defines them. */
const replaceable: ReadonlySet<string> = new Set([
  'malloc',
  'calloc',
  'realloc',
  'free',
  'aligned_alloc',
  'memalign',
  'posix_memalign',
]);

/** A program may use names of the library for things of its own. The library means itself by them, as compiled libraries do. */
function libraryNames(program: Module, library: Library): (name: string) => string {
  const isOwn = (name: string): boolean =>
    program.globals.get(name)?.bytes !== undefined ||
    (program.functions.get(name)?.body !== undefined && !replaceable.has(name));
  return (name) =>
    isOwn(name) && (isDefined(library.function(name)) || library.global(name) !== undefined)
      ? `${name}${behind}`
      : name;
}

/** The definition of the library, if the name is one of those that the program has taken. */
function definitionBehind<T>(find: (name: string) => T | undefined, name: string): T | undefined {
  return name.endsWith(behind) ? find(name.slice(0, -behind.length)) : undefined;
}

function functionNamed(program: Module, library: Library, name: string): Func | undefined {
  const hidden = definitionBehind(library.function, name);
  if (hidden !== undefined) return ofModel(hidden, name);
  if (program.globals.get(name)?.bytes !== undefined) return undefined;
  const own = program.functions.get(name);
  if (own?.body !== undefined && own.weak !== true) return own;
  const found = inLibrary(library.function, name);
  if (!isDefined(found)) return own ?? found;
  return own?.body !== undefined ? own : ofModel(found, name);
}

function ofModel(f: Func, name: string): Func {
  if (f.model === true && f.name === name) return f;
  return f.mentions === undefined
    ? { ...f, name, model: true }
    : lazyFunction({ ...declared(f), name, model: true }, () => f.body);
}

function globalNamed(program: Module, library: Library, name: string): Global | undefined {
  const hidden = definitionBehind(library.global, name);
  if (hidden !== undefined) return { ...hidden, name, model: true };
  const own = program.globals.get(name);
  if (own?.bytes !== undefined) return own;
  const found = inLibrary(library.global, name);
  return found === undefined ? own : { ...found, name, model: true };
}

function* symbolsIn(body: Body): Iterable<string> {
  const names = new Set<string>();
  forEachValueIn(body, (v) => {
    if (v.kind === 'symbol') names.add(v.name);
  });
  yield* names;
}

/** Verifiers take the body of a function of such a name for an atomic section. */
const atomicPrefix = '__VERIFIER_atomic_';

const prepared = (program: Module, f: Func, body: Body): Body =>
  f.model === true
    ? body
    : inSection(f, withHandlers(withUnreadCalls(program, withoutCounting(program, body))));

function inSection({ name }: Func, body: Body): Body {
  if (!name.startsWith(atomicPrefix)) return body;
  const entry = entryOf(body);
  return mapBlocks(body, (block, label) => {
    const begin: Instruction[] =
      label === entry ? [{ kind: 'intrinsic', name: 'atomic_begin', args: [] }] : [];
    const end: Instruction[] =
      block.end.kind === 'return' ? [{ kind: 'intrinsic', name: 'atomic_end', args: [] }] : [];
    return { ...block, instructions: [...begin, ...block.instructions, ...end] };
  });
}

/** Verifiers mark a thread that is an interrupt handler by a call before its creation. */
const [handlerMark, creation, handlerCreation] = [
  '__VERIFIER_make_interrupt_handler',
  'pthread_create',
  '__model_create_handler',
];

/** The creation of a thread behind such a mark in the same block is that of a handler. */
function withHandlers(body: Body): Body {
  const isCall = (i: Instruction, name: string): boolean =>
    i.kind === 'call' && i.target.kind === 'symbol' && i.target.name === name;
  const isMark = (i: Instruction): boolean => isCall(i, handlerMark);
  if (![...body.blocks.values()].some(({ instructions }) => instructions.some(isMark))) return body;
  return mapBlocks(body, (block) => {
    const instructions = [...block.instructions];
    for (let mark = instructions.findIndex(isMark); mark >= 0; mark = instructions.findIndex(isMark)) {
      const k = instructions.findIndex((i, at) => at > mark && isCall(i, creation));
      const call = instructions[k];
      if (call?.kind !== 'call') break;
      instructions[k] = { ...call, target: symbol(handlerCreation) };
      instructions.splice(mark, 1);
    }
    return { ...block, instructions };
  });
}

interface Linked {
  readonly function: Func;
  /** The names in it. */
  readonly symbols: Iterable<string>;
}

function linkedFunction(program: Module, library: Library, f: Func): Linked {
  if (f.mentions !== undefined) {
    const { symbols } = f.mentions;
    const nameOf = libraryNames(program, library);
    const names = symbols.map(nameOf);
    const isSame = names.every((name, k) => name === symbols[k]);
    // A function of its own for each program: what is known of it holds for one program alone.
    const make = (): Body | undefined => (isSame ? f.body : f.body && renamed(f.body, nameOf));
    return { function: lazyFunction(f, make), symbols: names };
  }
  if (f.body === undefined) return { function: f, symbols: [] };
  const body = linkedBody(program, library, f, f.body);
  return { function: { ...f, body }, symbols: symbolsIn(body) };
}

function linkedBody(program: Module, library: Library, f: Func, body: Body): Body {
  if (f.model !== true) return withIntrinsics(prepared(program, f, body), false);
  const nameOf = libraryNames(program, library);
  const isSame = [...symbolsIn(body)].every((name) => nameOf(name) === name);
  const own = isSame ? body : renamed(body, nameOf);
  return withIntrinsics(own, true);
}

function renamed(body: Body, nameOf: (name: string) => string): Body {
  const change = (value: Value): Value =>
    substitute(value, (leaf) => (leaf.kind === 'symbol' ? symbol(nameOf(leaf.name)) : leaf));
  return mapBlocks(body, ({ instructions, end }) => ({
    instructions: instructions.map((i) => mapValues(i, change)),
    end: mapEndValues(end, change),
  }));
}
