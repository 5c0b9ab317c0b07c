// A share of the judged programs is answered by the symbolic engine as well: it must say what the explicit engine says.

import type { ModelName } from '#diptych/execution/execution.js';
import type { Exploration } from '#diptych/explicit/explore.js';
import type { Program } from '#diptych/program/program.js';
import { assumeSpinLoops } from '#diptych/program/spinLoops.js';
import { SymbolicEngine } from '#diptych/symbolic/index.js';
import type { JudgedProgram } from './generate/sequential.js';

export interface SecondOpinion {
  readonly engine: SymbolicEngine;
  /** It is asked about every so many programs. */
  readonly every: number;
}

export const secondOpinion = async (every: number): Promise<SecondOpinion | undefined> =>
  every > 0 ? { engine: await SymbolicEngine.start(), every } : undefined;

const timeLimitMs = 20_000;

/** What the symbolic engine says otherwise, and whether it was asked and had time to answer. */
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
