// What things are called: by a hash of what they are. A program that is asked about twice is kept once, and a question that was
// answered need not be asked again.

import { createHash } from 'node:crypto';

/** Of 128 bits. */
export const contentHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32);
