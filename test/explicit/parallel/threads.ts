// Threads for tests that run from the sources: their module is bundled for them.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

export interface WorkerModule {
  readonly url: URL;
  remove(): void;
}

export async function workerModule(): Promise<WorkerModule> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-threads-'));
  const file = join(folder, 'worker.mjs');
  await build({
    entryPoints: ['src/explicit/parallel/worker.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: file,
    logLevel: 'error',
  });
  return { url: pathToFileURL(file), remove: () => rmSync(folder, { recursive: true }) };
}
