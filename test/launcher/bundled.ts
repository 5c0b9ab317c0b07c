// The published command, bundled into a folder of its own, so that tests do not wait for each other.

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface Bundled {
  readonly folder: string;
  readonly launcher: string;
  remove(): void;
}

/** Into dist/`name`. */
export function bundle(name: string): Bundled {
  execFileSync(process.execPath, [join(root, 'scripts', 'bundle.mjs'), name]);
  const folder = join(root, 'dist', name);
  return {
    folder,
    launcher: join(folder, 'diptych.cjs'),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 }),
  };
}
