// Where diptych itself is, run from its sources or built: the nearest folder above this file that has a package.json.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function nearestPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  return nearestPackage(dirname(folder));
}

/** It has benchmarks/ beside its package.json. */
export const homeFolder = nearestPackage(dirname(fileURLToPath(import.meta.url)));
