// A share of the judged programs is answered by the symbolic engine as well: it must say what the explicit engine says.

import type { ModelName } from '#diptych/execution/execution.js';
import type { Exploration } from '#diptych/explicit/explore.js';
import type { JudgedProgram } from '#diptych/generate/c/sequential.js';
import type { Program } from '#diptych/program/program.js';
import { assumeSpinLoops } from '#diptych/program/spinLoops.js';
import type { Statement } from '#diptych/program/statement.js';
import { SymbolicEngine } from '#diptych/symbolic/index.js';

export interface SecondOpinion {
  readonly engine: SymbolicEngine;
  /** It is asked about every so many programs. */
  readonly every: number;
}

export const secondOpinion = async (every: number): Promise<SecondOpinion | undefined> =>
  every > 0 ? { engine: await SymbolicEngine.start(), every } : undefined;

const timeLimitMs = 20_000;
/** Longer ones, with their loops written out, are not asked about: text of unknown length is long. */
const mostStatements = 2000;

/** Statements once loops are written out. */
function lengthOf(body: readonly Statement[], unroll: number): number {
  return body.reduce((sum, s) => {
    if (s.kind === 'if') return sum + 1 + lengthOf(s.whenTrue, unroll) + lengthOf(s.whenFalse, unroll);
    if (s.kind === 'while') return sum + 1 + (s.bound ?? unroll) * lengthOf(s.body, unroll);
    return sum + 1 + (s.kind === 'block' || s.kind === 'atomic' ? lengthOf(s.body, unroll) : 0);
  }, 0);
}

/** A different answer of the symbolic engine, and whether it was asked and had time to answer. */
export function opinionOn(
  second: SecondOpinion | undefined,
  { name }: JudgedProgram,
  parsed: Program,
  model: ModelName,
  unroll: number,
  explored: Exploration,
): { readonly differs: readonly string[]; readonly asked: number; readonly open: number } {
  if (second === undefined || Number(name.slice(3)) % second.every !== 0)
    return { differs: [], asked: 0, open: 0 };
  const program = assumeSpinLoops(parsed);
  const length = program.threads.reduce((sum, { body }) => sum + lengthOf(body, unroll), 0);
  if (length > mostStatements) return { differs: [], asked: 1, open: 1 };
  const solved = second.engine.explore(program, { model, unroll, timeLimitMs });
  if (!solved.complete) return { differs: [], asked: 1, open: 1 };
  const states = ({ outcomes }: Pick<Exploration, 'outcomes'>): Set<string> =>
    new Set(outcomes.map((values) => values.join(' ')));
  const [mine, other] = [states(explored), states(solved)];
  const missing = [...mine].filter((state) => !other.has(state));
  const additional = [...other].filter((state) => !mine.has(state));
  return {
    differs: [
      ...missing.map((state) => `the symbolic engine misses ${state} under ${model}`),
      ...additional.map((state) => `the symbolic engine adds ${state} under ${model}`),
      ...solved.findings.map(
        ({ finding }) => `the symbolic engine finds ${finding.kind}: ${finding.message}`,
      ),
    ],
    asked: 1,
    open: 0,
  };
}
