// The library as the text of a module: each definition is found by its name (current.test.ts: that it is what model/ says).

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { libraryFile } from '../../scripts/model.js';
import { type Instruction, valuesOf, valuesOfEnd } from '../../src/module/instruction.js';
import { withIntrinsics } from '../../src/module/intrinsicCalls.js';
import { isIntrinsic } from '../../src/module/intrinsics.js';
import { keptForm, libraryOfKept } from '../../src/module/keptLibrary.js';
import { libraryOfText } from '../../src/module/libraryText.js';
import type { Func } from '../../src/module/module.js';
import { parseModule } from '../../src/module/parse.js';
import { printModule } from '../../src/module/print.js';
import { forEachValue, type Value } from '../../src/module/value.js';

const text = readFileSync(libraryFile, 'utf8');
const whole = parseModule(text);

const instructionsOf = ({ body }: Func): readonly Instruction[] =>
  [...(body?.blocks.values() ?? [])].flatMap(({ instructions }) => instructions);

function symbolsIn(f: Func): ReadonlySet<string> {
  const names = new Set<string>();
  const note = (value: Value): void =>
    forEachValue(value, (part) => {
      if (part.kind === 'symbol') names.add(part.name);
    });
  for (const i of instructionsOf(f)) valuesOf(i).forEach(note);
  for (const { end } of f.body?.blocks.values() ?? []) valuesOfEnd(end).forEach(note);
  return names;
}

const callsIn = (f: Func): ReadonlySet<string> =>
  new Set(
    instructionsOf(f).flatMap((i) => {
      if (i.kind === 'intrinsic') return [`__diptych_${i.name}`];
      return i.kind === 'call' && i.target.kind === 'symbol' ? [i.target.name] : [];
    }),
  );

describe('the library as a module', () => {
  it('reads back as it was written', () => {
    expect(printModule(whole) === text).toBe(true);
  });

  it('is found by name, one definition at a time', () => {
    const library = libraryOfText(text);
    for (const f of whole.functions.values()) {
      const { mentions, ...found } = library.function(f.name) ?? {};
      expect(found).toEqual(f.body === undefined ? f : { ...f, body: withIntrinsics(f.body, true) });
      expect(new Set(mentions?.symbols)).toEqual(symbolsIn(f));
      expect(new Set(mentions?.calls)).toEqual(callsIn(f));
    }
    for (const g of whole.globals.values()) expect(library.global(g.name)).toEqual(g);
    expect(library.function('pthread_frobnicate')).toBeUndefined();
  });

  it('is the same in the form that is kept', () => {
    const library = libraryOfText(text);
    const form = keptForm(text);
    const kept = libraryOfKept((from, to) => form.slice(from, to));
    // A place in the text is a place in the file.
    expect(/[^\0-\x7f]/.test(form)).toBe(false);
    for (const name of whole.functions.keys())
      expect(kept.function(name)).toStrictEqual(library.function(name));
    for (const name of whole.globals.keys()) expect(kept.global(name)).toStrictEqual(library.global(name));
    for (const name of ['pthread_frobnicate', 'main', '', ' ', '__model'])
      expect([kept.function(name), kept.global(name)]).toEqual([undefined, undefined]);
    expect([kept.global('pthread_create'), kept.function('__model_gate')]).toEqual([undefined, undefined]);
  });

  it('needs nothing but its own definitions and the intrinsics', () => {
    const needed = new Set<string>();
    for (const { body } of whole.functions.values())
      for (const { instructions } of body?.blocks.values() ?? [])
        for (const i of instructions)
          for (const value of valuesOf(i))
            forEachValue(value, (part) => {
              if (part.kind === 'symbol') needed.add(part.name);
            });
    const missing = [...needed].filter((name) => !whole.functions.has(name) && !whole.globals.has(name));
    expect(missing.filter((name) => !isIntrinsic(name.replace(/^__diptych_/, '')))).toEqual(['main']);
  });
});
