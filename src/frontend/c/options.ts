// The options of a C program.

import type { Indivisible } from '../../module/passes/cells/mixed.js';
import type { FileOptions } from './checked.js';

export interface COptions extends FileOptions {
  /** Depth of recursion, and iterations of loops that create an unknown number of threads. */
  readonly unroll?: number;
  /** Instead of all globals that are numbers: `x`, `a[1]`, `s.f`. */
  readonly observe?: readonly string[];
  /**
   * Which accesses are atomic sections that cover several cells of memory which threads share: with all of them a program does nothing that
   * it does not do, with none of them everything that it does. Absent: such a program is refused.
   */
  readonly indivisible?: Indivisible;
  /** The arguments of main, after the name of the program. */
  readonly args?: readonly string[];
}
