// The strength of library functions, path by path. The code of glibc on x86-64 decides about TSO, the promises of the standards about PSO
// and data races. The C of the other files here follows this table. test/frontend/c/strength.test.ts measures every row under both
// models with both engines, `npm run judge library` on the processor. docs/strength.md shows it.

import { locks } from './locks.js';
import type { Row } from './row.js';
import { threads } from './threads.js';
import { waiting } from './waiting.js';

export { type Promised, type Row, strengthOf, type X86 } from './row.js';

export const strength: readonly Row[] = [...locks, ...waiting, ...threads];
