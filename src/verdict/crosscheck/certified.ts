// Certificates of the symbolic engine's executions: every shown execution must be what the engine claims.

import type { Evidence } from '../../execution/execution.js';
import type { Program } from '../../program/program.js';
import { Certifier } from '../certificate.js';
import type { Claim } from '../engine.js';
import type { Inquiries } from './inquiries.js';

export interface ShownClaim {
  readonly claim: Claim;
  readonly shown: Evidence;
}

export function certifyShown(
  inquiries: Inquiries,
  program: Program,
  all: readonly ShownClaim[],
  unroll: number,
): void {
  const count = (n: number) => ({ kind: 'count', count: n, complete: true }) as const;
  if (all.length === 0) return;
  inquiries.say('witnesses', 'symbolic', count(all.length));
  inquiries.ask('certificate', ['witnesses'], () => {
    const certifier = new Certifier(program, inquiries.model, unroll);
    for (const { claim, shown } of all) certifier.certify(claim, shown);
    inquiries.say('witnesses', 'certificate', count(certifier.certified));
  });
}
