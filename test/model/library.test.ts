// The library as the text of a module: each definition is found by its name (current.test.ts: that it is what model/ says).

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { libraryFile } from '../../scripts/model.js';
import { valuesOf } from '../../src/module/instruction.js';
import { isIntrinsic } from '../../src/module/intrinsics.js';
import { libraryOfText } from '../../src/module/libraryText.js';
import { parseModule } from '../../src/module/parse.js';
import { printModule } from '../../src/module/print.js';
import { forEachValue } from '../../src/module/value.js';

const text = readFileSync(libraryFile, 'utf8');
const whole = parseModule(text);

describe('the library as a module', () => {
  it('reads back as it was written', () => {
    expect(printModule(whole) === text).toBe(true);
  });

  it('is found by name, one definition at a time', () => {
    const library = libraryOfText(text);
    for (const f of whole.functions.values()) expect(library.function(f.name)).toEqual(f);
    for (const g of whole.globals.values()) expect(library.global(g.name)).toEqual(g);
    expect(library.function('pthread_frobnicate')).toBeUndefined();
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
