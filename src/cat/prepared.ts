// Results for texts that diptych ships, by text. The build of the command fills the maps (scripts/bundle.mjs),
// because computing them takes a tenth of a short run. Elsewhere the maps are empty, and a text that is not in them
// is parsed.

import type { CatModel } from './ast.js';

export const namelessFile = '"file":0';

/** Syntax trees of the prelude and the library, each as JSON with `namelessFile` in place of the file's name. */
export const preparedTrees: ReadonlyMap<string, () => string> = new Map();

/** Models, given the name of their file. */
export const preparedModels: ReadonlyMap<string, (file: string) => CatModel> = new Map();
