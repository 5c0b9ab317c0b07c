// A hash of data as its name. So equal programs are stored once, and an answered question is not asked again.

import { createHash } from 'node:crypto';

/** The first 128 bits of SHA-256, in hexadecimal digits. */
export const contentHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32);
