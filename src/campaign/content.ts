// Names by content: a hash of the data. The same program is stored once, and an answered question is not asked again.

import { createHash } from 'node:crypto';

/** Of 128 bits. */
export const contentHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32);
