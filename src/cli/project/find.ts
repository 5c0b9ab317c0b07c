// Where diptych.json is: in a folder, or in the nearest one above it.

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const configName = 'diptych.json';

/** `folder` is absolute. */
export function findConfig(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, configName);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return path;
    if (dirname(at) === at) return undefined;
  }
}
