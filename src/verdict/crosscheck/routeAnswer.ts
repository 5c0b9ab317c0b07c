// The answer of one route, and the contradictions between two of them. A route that did not finish has seen a part.
// Every route that finished must know its findings, and its silence proves nothing.

import type { ModelName } from '../../execution/execution.js';

export const questionNames = [
  'outcomes',
  'condition',
  'findings',
  'cut loops',
  'traces',
  'robustness',
  /** Are the executions that the explicit engine visits those of the cat file, each once? */
  'executions',
  /** Are the executions that the symbolic engine shows those of the machine and of the cat file? */
  'witnesses',
] as const;
export type QuestionName = (typeof questionNames)[number];

/**
 * The engines; the other searches of the explicit engine (by states, by symmetry, by both, by threads that share the
 * work, every interleaving of the plain machine); the monitors on SC executions; and the judges of shown executions:
 * certificates and the cat file.
 */
export const routeNames = [
  'explicit',
  'symbolic',
  'states',
  'symmetry',
  'symmetric states',
  'interleavings',
  'threads',
  'sober',
  'bss-tso',
  'bss-pso',
  'certificate',
  'cat',
  /** The programs of each reader of C, in the explicit engine and in the symbolic one. */
  'c',
  'llvm',
  'c symbolic',
  'llvm symbolic',
] as const;
export type RouteName = (typeof routeNames)[number];

export type RouteVerdict =
  /** `complete`: there is nothing else. */
  | { readonly kind: 'set'; readonly items: readonly string[]; readonly complete: boolean }
  | { readonly kind: 'count'; readonly count: number; readonly complete: boolean }
  /** Whether there is something of the kind asked for. */
  | { readonly kind: 'exists'; readonly exists: boolean; readonly complete: boolean }
  /** A broken invariant. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'no answer'; readonly reason: string };

export interface RouteAnswer {
  readonly route: RouteName;
  readonly said: RouteVerdict;
}

/** Everything that was said on one question under one model. */
export interface Inquiry {
  readonly question: QuestionName;
  readonly model: ModelName;
  readonly testimonies: readonly RouteAnswer[];
}

/** `open`: fewer than two routes have an answer, and nothing speaks against it. */
export type Agreement = 'agreement' | 'disagreement' | 'open';

export function agreementOf({ testimonies }: Inquiry): Agreement {
  const said = testimonies.map((s) => s.said);
  if (said.some((s) => s.kind === 'failed')) return 'disagreement';
  for (const a of said) for (const b of said) if (a !== b && denies(a, b)) return 'disagreement';
  return said.filter(isFinal).length >= 2 ? 'agreement' : 'open';
}

const isFinal = (said: RouteVerdict): boolean => {
  switch (said.kind) {
    case 'set':
    case 'count':
      return said.complete;
    case 'exists':
      return said.complete || said.exists;
    case 'failed':
    case 'no answer':
      return false;
  }
};

/** Whether `a`, having seen everything, knows less than `b` found. */
function denies(a: RouteVerdict, b: RouteVerdict): boolean {
  if (!isFinal(a)) return false;
  if (a.kind === 'set' && b.kind === 'set') {
    const known = new Set(a.items);
    return b.items.some((item) => !known.has(item));
  }
  if (a.kind === 'count' && b.kind === 'count') return b.count > a.count;
  if (a.kind === 'exists' && b.kind === 'exists') return b.exists && !a.exists;
  return false;
}
