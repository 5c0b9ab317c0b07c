// A program on which gcc and diptych differ, made smaller as long as the compiler takes it, the sanitizers find nothing, and the
// difference is of the same kind.

import type { JudgedProgram } from '#diptych/generate/c/sequential.js';
import { shrinkC } from '#diptych/generate/c/shrink.js';
import { type Judge, type Judgement, kindOf } from './run.js';

interface Shrunk {
  readonly program: JudgedProgram;
  readonly judgement: Judgement;
}

export async function shrink(judge: Judge, program: JudgedProgram, judgement: Judgement): Promise<Shrunk> {
  const kind = kindOf(judgement);
  const [smallest, shown] = await shrinkC(program, judgement, async (candidates) => {
    const judgements = await judge.judge(candidates);
    const found = judgements.findIndex((other) => kindOf(other) === kind);
    return found < 0 ? undefined : [candidates[found], judgements[found]];
  });
  return { program: smallest, judgement: shown };
}
