// Folders of files that can be made again have a bound: beyond it the files that were not used for longest go.

import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Keeps `mostBytes` of the files that are `kept`. A file system that notes no reads knows only when a file was written. */
export function removeOldest(folder: string, mostBytes: number, kept: (name: string) => boolean): void {
  const files = readdirSync(folder)
    .filter(kept)
    .map((name) => join(folder, name))
    .map((path) => ({ path, stat: statSync(path) }))
    .map(({ path, stat }) => ({ path, bytes: stat.size, used: Math.max(stat.atimeMs, stat.mtimeMs) }))
    .sort((a, b) => b.used - a.used);
  let total = 0;
  for (const { path, bytes } of files) {
    total += bytes;
    if (total > mostBytes) rmSync(path, { force: true });
  }
}
