// A generated C program made smaller: statement by statement, expression by expression, as long as it still shows what is looked for.

import type { JudgedProgram } from './sequential.js';
import { smaller, textOf } from './tree.js';

/** Candidates that are looked at together. */
const width = 16;

/** `first` answers with the first candidate that still shows it, and what it shows. */
export async function shrinkC<T>(
  program: JudgedProgram,
  shown: T,
  first: (candidates: readonly JudgedProgram[]) => Promise<readonly [JudgedProgram, T] | undefined>,
  most = 80,
): Promise<readonly [JudgedProgram, T]> {
  let best: readonly [JudgedProgram, T] = [program, shown];
  for (let round = 0; round < most; round++) {
    const found = await firstSmaller(best[0], first);
    if (found === undefined) break;
    best = found;
  }
  return best;
}

async function firstSmaller<T>(
  program: JudgedProgram,
  first: (candidates: readonly JudgedProgram[]) => Promise<readonly [JudgedProgram, T] | undefined>,
): Promise<readonly [JudgedProgram, T] | undefined> {
  const size = textOf(program.tree).length;
  const candidates = [...smaller(program.tree)].filter((tree) => textOf(tree).length < size);
  for (let start = 0; start < candidates.length; start += width) {
    const some = candidates.slice(start, start + width).map((tree): JudgedProgram => ({ ...program, tree }));
    const found = await first(some);
    if (found !== undefined) return found;
  }
  return undefined;
}
