// The library as the text of a module (model/library.txt, written by `npm run make model`). A program reaches few of its definitions: only
// those are parsed, each when `link` asks for it.

import { withIntrinsics } from './intrinsicCalls.js';
import { intrinsicPrefix } from './intrinsics.js';
import { lazyFunction } from './lazyFunction.js';
import type { Body, Func, Module } from './module.js';
import { parseModule } from './parse.js';
import type { Library } from './passes/link.js';

/** A definition begins at the start of a line. Names in quotes do not occur in the library. */
const beginning = /^(function|global) @([\w.$~-]+)/gm;

interface Slice {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

function slicesOf(text: string): ReadonlyMap<string, Slice> {
  const found = [...text.matchAll(beginning)];
  return new Map(
    found.map(({ 1: kind, 2: name, index: from }, i) => [
      name,
      { kind, from, to: found[i + 1]?.index ?? text.length },
    ]),
  );
}

/** All that the library defines. */
export const namesIn = (text: string): Iterable<string> => slicesOf(text).keys();

/** A name in the text of a body, and before it whether it is that of a function that is called; or an intrinsic. */
const name = /(call )?@([\w.$~-]+)|intrinsic (\w+)/g;

function mentionsIn(definition: string): NonNullable<Func['mentions']> {
  const [symbols, calls] = [new Set<string>(), new Set<string>()];
  for (const [, call, mentioned, intrinsic] of definition.matchAll(name)) {
    if (mentioned !== undefined) symbols.add(mentioned);
    if (call !== undefined) calls.add(mentioned);
    if (intrinsic !== undefined) calls.add(intrinsicPrefix + intrinsic);
  }
  return { symbols: [...symbols], calls: [...calls] };
}

const marked = (body: Body | undefined): Body | undefined => body && withIntrinsics(body, true);

let last: { readonly text: string; readonly library: Library } | undefined;

/** Definitions that were parsed for one program are there for the next. */
export function libraryOfText(text: string): Library {
  if (last?.text !== text) last = { text, library: parsedFrom(text) };
  return last.library;
}

function parsedFrom(text: string): Library {
  const slices = slicesOf(text);
  const parsed = new Map<string, Module>();
  const moduleOf = (name: string, kind: string): Module | undefined => {
    const slice = slices.get(name);
    if (slice?.kind !== kind) return undefined;
    const known = parsed.get(name) ?? parseModule(text.slice(slice.from, slice.to));
    parsed.set(name, known);
    return known;
  };
  const functions = new Map<string, Func | undefined>();
  const functionOf = (name: string): Func | undefined => {
    const slice = slices.get(name);
    if (slice?.kind !== 'function') return undefined;
    const definition = text.slice(slice.from, slice.to);
    // Without the brace that begins the body the line is a declaration.
    const line = definition.slice(0, definition.indexOf('{\n'));
    const head = parseModule(line).functions.get(name);
    return head === undefined
      ? undefined
      : lazyFunction({ ...head, mentions: mentionsIn(definition.slice(line.length)) }, () =>
          marked(moduleOf(name, 'function')?.functions.get(name)?.body),
        );
  };
  return {
    function: (name) => {
      if (!functions.has(name)) functions.set(name, functionOf(name));
      return functions.get(name);
    },
    global: (name) => moduleOf(name, 'global')?.globals.get(name),
    layouts: new Map(),
  };
}
