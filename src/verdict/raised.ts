// A finding under SC is one under TSO and PSO, where every store may reach memory at once. So an engine need not find it
// again. Its execution is made on the other machine, and certified as every execution is.

import type { Evidence, ModelName } from '../execution/execution.js';
import { raiseSchedule } from '../explicit/machines/raiseSchedule.js';
import { codeToReplay } from '../explicit/machines/runSchedule.js';
import type { Program } from '../program/program.js';
import { Certifier } from './certificate.js';
import type { Claim } from './engine.js';

/** `program`: as engines see it under that model. Undefined if the execution does not show the same there. */
export function raised(
  program: Program,
  unroll: number,
  model: ModelName,
  claim: Claim,
  { witness }: Evidence,
): Evidence | undefined {
  if (witness?.model !== 'sc') return undefined;
  const run = raiseSchedule(codeToReplay(program, unroll), witness.schedule, model);
  if (run === undefined) return undefined;
  const { execution, schedule } = run;
  const flaw = new Certifier(program, model, unroll).certifyRun(claim, run);
  return flaw === undefined ? { execution, witness: { model, execution, schedule } } : undefined;
}
