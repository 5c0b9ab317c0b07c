// The text of a generated C program.

import type { JudgedProgram } from './sequential.js';
import { layOutText, textOf } from './tree.js';

export const includes = `#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
`;

/** The program by itself. */
export const standAlone = (program: JudgedProgram): string =>
  includes + layOutText(textOf(program.tree)).replaceAll('@', '');

/** The outputs that are still there: shrinking takes some away. */
export function outputsOf(program: JudgedProgram): JudgedProgram['outputs'] {
  const text = textOf(program.tree);
  return program.outputs.filter((o) => text.includes(` @${o.name};\n`));
}
