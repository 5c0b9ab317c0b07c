// The build's resolved models equal those resolved at run time, object for object.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { expect, it } from 'vitest';
import { modelCode } from '../../scripts/modelCode.js';
import { parseCat } from '../../src/cat/resolve.js';

const encodings = new URL('../../encodings', import.meta.url).pathname;
const shipped = readdirSync(encodings).filter((name) => name.endsWith('.cat'));

/** The objects of a value in the order in which they are met, each by its number. */
function shape(value: unknown, seen = new Map<object, number>()): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = seen.get(value);
  if (known !== undefined) return { object: known };
  seen.set(value, seen.size);
  return Object.entries(value).map(([key, of]) => [key, shape(of, seen)]);
}

it.each(shipped)('%s is the same prepared', (name) => {
  const text = readFileSync(join(encodings, name), 'utf8');
  const make: (file: string) => unknown = runInThisContext(modelCode(parseCat(text, 'here'), 'here'));
  expect(shape(make('models/a "b".cat'))).toEqual(shape(parseCat(text, 'models/a "b".cat')));
});
