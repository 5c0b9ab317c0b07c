// Where answers contradict each other. An engine that has seen everything denies all it does not list; what another engine
// lists beside that is a difference. So is an execution that was given as proof and proves nothing.

import type { Outcome } from '../execution/execution.js';
import type { Finding } from '../execution/finding.js';
import type { SourceSpan } from '../program/statement.js';
import type { Flaw } from './certificate.js';
import type { Claim, CutLoop, EngineAnswer, EngineName, Shown } from './engine.js';

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
      readonly shown: Shown;
      readonly flaw: Flaw;
    };

export const outcomeKey = (outcome: Outcome): string => outcome.join();

/** Lexicographic by value. */
export function compareOutcomes(a: Outcome, b: Outcome): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}

/** Findings are told apart by kind and place: which of several bad values a message shows is up to the engine. */
export const findingPlaceKey = ({ kind, thread, at }: Finding): string => `${kind} ${thread} ${spanKey(at)}`;

export const cutLoopKey = ({ thread, label, at }: CutLoop): string => `${thread} ${label} ${spanKey(at)}`;

const spanKey = (at: SourceSpan | undefined): string =>
  at === undefined ? '' : `${at.file ?? ''}:${at.line}:${at.column}`;

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
