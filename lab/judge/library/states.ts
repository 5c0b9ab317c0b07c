// The final values of r1 and r2 that diptych computes for a row's program.

import type { ModelName } from '#diptych/execution/execution.js';
import { explore } from '#diptych/explicit/explore.js';
import { parseC } from '#diptych/frontend/c/index.js';
import type { Program } from '#diptych/program/program.js';
import { programOf, type Shape } from './programs.js';
import type { Row } from './strength/index.js';

export const readRow = (row: Row, shape: Shape): Program =>
  parseC(programOf(row, shape), 'row.c', { readFile: () => undefined, observe: ['r1', 'r2'] });

/** As `r1 r2`, sorted. */
export function rowStates(row: Row, shape: Shape, program: Program, model: ModelName): readonly string[] {
  const { outcomes, complete, findings } = explore(program, { model, unroll: 8 });
  if (!complete || findings.length > 0)
    throw new Error(
      `${row.functions[0]} (${row.path}), ${shape}: ${findings[0]?.finding.message ?? 'incomplete'}`,
    );
  return [...new Set(outcomes.map((values) => values.join(' ')))].sort();
}
