// A program unrolled and analysed, once for all questions and models of which the analysis knows the same. Neither changes
// afterwards but for terms that questions add.

import type { Program } from '../../program/program.js';
import type { OnPhase } from '../../support/phase.js';
import { type Analysis, type Assumptions, analyse } from './analysis.js';
import { unrollProgram } from './unroll.js';
import type { Reading } from './unrolled.js';

/** Kept while the program is referenced elsewhere. */
const known = new WeakMap<Program, Map<string, Analysis>>();

export function analysed(
  program: Program,
  reading: Reading,
  unroll: number,
  assumptions: Assumptions,
  onPhase?: OnPhase,
): Analysis {
  const ofProgram = known.get(program) ?? new Map<string, Analysis>();
  known.set(program, ofProgram);
  const key = [reading, unroll, assumptions.coherent, assumptions.causal].join();
  const before = ofProgram.get(key);
  if (before !== undefined) return before;
  onPhase?.('unrolling');
  const unrolled = unrollProgram(program, reading, unroll);
  onPhase?.('analysing');
  const analysis = analyse(unrolled, assumptions);
  ofProgram.set(key, analysis);
  return analysis;
}
