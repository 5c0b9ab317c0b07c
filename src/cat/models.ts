// The models diptych ships (encodings/*.cat) and cat files from disk. The only file of cat/ that reads files.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelName } from '../execution/execution.js';
import { InputError } from '../support/diagnostic.js';
import { readRegularFile } from '../support/regularFile.js';
import type { CatModel } from './ast.js';
import { type IncludeResolver, parseCat } from './resolve.js';

/** From src/cat as well as from dist/cat. */
const encodings = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'encodings');

const loaded = new Map<ModelName, CatModel>();

export function loadModel(name: ModelName): CatModel {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const model = loadCatFile(join(encodings, `${name}.cat`));
  loaded.set(name, model);
  return model;
}

export function loadCatFile(file: string): CatModel {
  const text = readRegularFile(file);
  if (text === undefined) throw new InputError({ code: 'cat-file', message: `cannot read ${file}`, file });
  return parseCat(text, file, besideIncluder);
}

/** Included paths are relative to the file that includes them. */
export const besideIncluder: IncludeResolver = (path, from) => {
  const file = join(dirname(from), path);
  const text = readRegularFile(file);
  return text === undefined ? undefined : { text, file };
};
