// Explains why no execution of a model reaches a state. Each candidate execution that would reach it has a cycle that
// an axiom of the model forbids. A candidate is any consistent choice of events, sources and coherence orders.

import type { Execution } from './execution.js';

export interface ForbiddenEdge {
  /** Events of the candidate. */
  readonly from: number;
  readonly to: number;
  /** The model's name for what relates them: po, ppo, rf, rfe, co, fr. */
  readonly relation: string;
}

export interface ForbiddenCycle {
  /** The axiom that forbids it. */
  readonly axiom: string;
  /** Each the start of the next. */
  readonly edges: readonly ForbiddenEdge[];
  /** A candidate that has it. */
  readonly candidate: Execution;
  /** How many of the candidates that were counted have it and none of the cycles before it. */
  readonly candidates: number;
}

export interface Refutation {
  readonly cycles: readonly ForbiddenCycle[];
  /** Axioms that the candidates satisfy: those that do not are forbidden anyway, and none is looked at if one does. */
  readonly assuming: readonly string[];
  /** Every candidate has one of the cycles; without cycles: there is no candidate. */
  readonly complete: boolean;
  /** Whether all candidates were counted. */
  readonly counted: boolean;
}
