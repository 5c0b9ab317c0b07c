// What all machines of a campaign must have in common: the version, and the very code that runs.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contentHash } from '../../campaign/content.js';
import { version } from '../version.js';

/** The published command is one file, this one; run from sources, nobody knows what changed. */
export function fingerprint(): string {
  const file = fileURLToPath(import.meta.url);
  const code = file.endsWith('program.cjs')
    ? contentHash(readFileSync(file, 'latin1')).slice(0, 12)
    : 'source';
  return `${version()}-${code}`;
}
