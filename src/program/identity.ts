// Types of the numbers and names that identify parts of a program and its memory.

import type { Named } from '../support/named.js';

/** A thread's place in `Program.threads`. */
export type ThreadId = Named<'thread'>;
/** Of a cell, or of the first byte of an object. */
export type Address = Named<'address'>;
