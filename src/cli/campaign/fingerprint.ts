// The fingerprint that all machines of a campaign share: the version and the code that runs.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentHash } from '../../campaign/content.js';
import { version } from '../version.js';

/** The published command is one file: this one, or the one beside these modules. Sources have no fingerprint. */
export function fingerprint(): string {
  const file = fileURLToPath(import.meta.url);
  const program = file.endsWith('program.cjs') ? file : join(dirname(file), '..', '..', 'bin', 'program.cjs');
  const code = existsSync(program) ? contentHash(readFileSync(program, 'latin1')).slice(0, 12) : 'source';
  return `${version()}-${code}`;
}
