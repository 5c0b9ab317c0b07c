// One route to a robustness verdict: an engine's answer, with its execution certified.

import { type Borderline, borderline } from '../execution/borderline.js';
import type { Witness } from '../execution/execution.js';
import { type HbEdge, hbCycle } from '../execution/hb.js';
import type { WeakModel } from '../explicit/monitors/index.js';
import type { Program } from '../program/program.js';
import { bug, InputError } from '../support/diagnostic.js';
import { Certifier } from './certificate.js';
import {
  type Engine,
  guarded,
  isStopped,
  type Limits,
  type RobustnessAnswer,
  shortfallOf,
} from './engine.js';

/** A certified execution that is not sequentially consistent. */
export interface NonScExecution {
  readonly witness: Witness;
  readonly cycle: readonly HbEdge[];
  readonly borderline: Borderline;
}

export interface RouteAnswer extends RobustnessAnswer {
  readonly nonSc?: NonScExecution;
}

/** An engine that cannot handle the program does not know, and says why. */
export async function askRoute(
  engine: Engine,
  program: Program,
  model: WeakModel,
  limits: Limits,
): Promise<RouteAnswer | undefined> {
  try {
    const stop = (explored?: () => number): boolean => isStopped(limits, explored);
    const answer = await engine.robust?.(program, model, { ...limits, stop });
    if (answer === undefined) return undefined;
    limits.onPhase?.('certifying');
    const { witness } = answer;
    return {
      ...answer,
      ...(answer.robust === null && answer.shortfall === undefined ? { shortfall: shortfallOf(limits) } : {}),
      ...(witness === undefined
        ? {}
        : { nonSc: guarded(limits, () => certifyNonSc(program, witness, limits.unroll)) }),
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return unknownRoute({ kind: 'unsupported', diagnostic: error.diagnostic });
  }
}

export const unknownRoute = (shortfall: NonNullable<RouteAnswer['shortfall']>): RouteAnswer => ({
  robust: null,
  cutLoops: [],
  shortfall,
  statistics: { ms: 0 },
});

export function certifyNonSc(program: Program, witness: Witness, unroll: number): NonScExecution {
  const { model, execution } = witness;
  const flaw = new Certifier(program, model, unroll).certify({ kind: 'hb-cycle' }, { execution, witness });
  if (flaw !== undefined) return bug(`an execution that was found is not certified: ${JSON.stringify(flaw)}`);
  return nonScOf(witness) ?? bug('an execution that was said to be not sequentially consistent is');
}

/** Its happens-before cycle, and where it leaves SC; undefined if it is sequentially consistent. */
export function nonScOf(witness: Witness): NonScExecution | undefined {
  const cycle = hbCycle(witness.execution);
  const border = borderline(witness);
  return cycle === undefined || border === undefined ? undefined : { witness, cycle, borderline: border };
}
