// A program on which gcc and diptych differ, made smaller: statement by statement, expression by expression, as long as the
// compiler takes it, the sanitizers find nothing, and the difference is of the same kind.

import type { JudgedProgram } from './generate/sequential.js';
import { smaller, textOf } from './generate/tree.js';
import { type Judge, type Judgement, kindOf } from './run.js';

/** Candidates that are compiled together. */
const width = 16;

interface Shrunk {
  readonly program: JudgedProgram;
  readonly judgement: Judgement;
}

export async function shrink(
  judge: Judge,
  program: JudgedProgram,
  judgement: Judgement,
  most = 80,
): Promise<Shrunk> {
  let best: Shrunk = { program, judgement };
  for (let round = 0; round < most; round++) {
    const found = await firstSmaller(judge, best.program, kindOf(judgement));
    if (found === undefined) break;
    best = found;
  }
  return best;
}

async function firstSmaller(judge: Judge, program: JudgedProgram, kind: string): Promise<Shrunk | undefined> {
  const size = textOf(program.tree).length;
  const candidates = [...smaller(program.tree)].filter((tree) => textOf(tree).length < size);
  for (let start = 0; start < candidates.length; start += width) {
    const some = candidates.slice(start, start + width).map((tree): JudgedProgram => ({ ...program, tree }));
    const judgements = await judge.judge(some);
    const found = judgements.findIndex((judgement) => kindOf(judgement) === kind);
    if (found >= 0) return { program: some[found], judgement: judgements[found] };
  }
  return undefined;
}
