// Totals of many cross-checks.

import type { Diagnostic } from '../../support/diagnostic.js';
import { sumOfTimes, type Times } from './inquiries.js';
import type { Inquiry } from './routeAnswer.js';

/** A program on which routes disagree. */
export interface Conflict {
  readonly name: string;
  /** Absent for files. */
  readonly seed?: number;
  /** As litmus text. */
  readonly program: string;
  readonly disagreements: readonly Inquiry[];
  readonly smallest: { readonly program: string; readonly disagreements: readonly Inquiry[] };
}

export interface Sums {
  readonly programs: number;
  readonly queries: number;
  readonly agreements: number;
  readonly conflicts: readonly Conflict[];
  readonly open: readonly { readonly name: string; readonly inquiries: readonly Inquiry[] }[];
  readonly errors: readonly { readonly diagnostic: Diagnostic; readonly text?: string }[];
  readonly times: Times;
}

export const noSums: Sums = {
  programs: 0,
  queries: 0,
  agreements: 0,
  conflicts: [],
  open: [],
  errors: [],
  times: {},
};

export function sumOf(results: readonly Sums[]): Sums {
  const total = (of: (result: Sums) => number): number => results.reduce((sum, r) => sum + of(r), 0);
  return {
    programs: total((r) => r.programs),
    queries: total((r) => r.queries),
    agreements: total((r) => r.agreements),
    conflicts: results.flatMap((r) => r.conflicts),
    open: results.flatMap((r) => r.open),
    errors: results.flatMap((r) => r.errors),
    times: sumOfTimes(results.map((r) => r.times)),
  };
}
