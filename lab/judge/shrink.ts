// A program on which gcc and diptych differ, made smaller: statement by statement, expression by expression, as long as the
// compiler takes it, the sanitizers find nothing, and the difference is of the same kind.

import { plainFlags } from './compiler.js';
import type { JudgedProgram } from './generate/sequential.js';
import { smaller, textOf } from './generate/tree.js';
import {
  compiledValues,
  type Judgement,
  judgeSequential,
  valuesBy,
  withoutUndefined,
} from './sequentialJudge.js';

/** Candidates that are compiled together. */
const width = 24;

export async function shrinkSequential(
  program: JudgedProgram,
  kind: string,
  most = 60,
): Promise<{ readonly program: JudgedProgram; readonly judgement: Judgement }> {
  let best = program;
  let judgement = await judgeOne(best);
  for (let round = 0; round < most; round++) {
    const found = await firstSmaller(best, kind);
    if (found === undefined) break;
    ({ program: best, judgement } = found);
  }
  return { program: best, judgement };
}

async function judgeOne(program: JudgedProgram): Promise<Judgement> {
  return judgeSequential(program, (await compiledValues([program]))[0]);
}

async function firstSmaller(
  program: JudgedProgram,
  kind: string,
): Promise<{ readonly program: JudgedProgram; readonly judgement: Judgement } | undefined> {
  const size = textOf(program.tree).length;
  const candidates = [...smaller(program.tree)].filter((tree) => textOf(tree).length < size);
  for (let start = 0; start < candidates.length; start += width) {
    const some = candidates.slice(start, start + width).map((tree): JudgedProgram => ({ ...program, tree }));
    const values = await valuesBy(some, plainFlags);
    for (let i = 0; i < some.length; i++) {
      const judgement = judgeSequential(some[i], values[i]);
      if (kindOf(judgement) !== kind) continue;
      const [defined] = await withoutUndefined([some[i]], [values[i]]);
      if (defined !== undefined) return { program: some[i], judgement };
    }
  }
  return undefined;
}

/** Differences of one kind: wrong values, or the complaint with its numbers left out. */
export function kindOf(judgement: Judgement): string {
  switch (judgement.kind) {
    case 'differs':
      return judgement.what[0].startsWith('out') ? 'differs' : judgement.what[0].replace(/\d+/g, 'N');
    case 'refused':
      return `refused ${judgement.message.replace(/‘[^’]*’|'[^']*'|\d+/g, '…')}`;
    default:
      return judgement.kind;
  }
}
