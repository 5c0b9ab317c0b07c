// Contradictions between answers. An engine that has seen everything denies each finding it does not list. If another
// engine lists it, that is a difference. An execution that fails its certificate is a difference too.

import { type Evidence, type Outcome, outcomeKey } from '../execution/execution.js';
import { type CutLoop, cutLoopKey, type Finding, findingPlaceKey } from '../execution/finding.js';
import type { Flaw } from './certificate.js';
import type { Claim, EngineAnswer, EngineName } from './engine.js';

interface Contradiction {
  readonly foundBy: EngineName;
  readonly deniedBy: EngineName;
}

export type Difference =
  | (Contradiction & { readonly kind: 'outcome'; readonly outcome: Outcome })
  | (Contradiction & { readonly kind: 'finding'; readonly finding: Finding })
  | (Contradiction & { readonly kind: 'cut-loop'; readonly loop: CutLoop })
  | {
      readonly kind: 'certificate';
      readonly foundBy: EngineName;
      readonly claim: Claim;
      readonly shown: Evidence;
      readonly flaw: Flaw;
    };

export function contradictions(engines: ReadonlyMap<EngineName, EngineAnswer>): Difference[] {
  const found: Difference[] = [];
  for (const [deniedBy, denier] of engines) {
    if (!denier.complete) continue;
    const outcomes = new Set(denier.outcomes.map(outcomeKey));
    const findings = new Set(denier.findings.map(({ finding }) => findingPlaceKey(finding)));
    const loops = new Set(denier.cutLoops.map(cutLoopKey));
    for (const [foundBy, finder] of engines) {
      for (const outcome of finder.outcomes)
        if (!outcomes.has(outcomeKey(outcome))) found.push({ kind: 'outcome', outcome, foundBy, deniedBy });
      for (const { finding } of finder.findings)
        if (!findings.has(findingPlaceKey(finding)) && !denier.blindTo?.includes(finding.kind))
          found.push({ kind: 'finding', finding, foundBy, deniedBy });
      for (const loop of finder.cutLoops)
        if (!loops.has(cutLoopKey(loop))) found.push({ kind: 'cut-loop', loop, foundBy, deniedBy });
    }
  }
  return found;
}
