// The JSON of `diptych crosscheck` (docs/json.md): a conflict, which is also the content of its report, and the sums.

import type { Conflict, CrosscheckOptions, Sums, Times } from '../verdict/crosscheck/index.js';

interface ConflictContext {
  readonly version: string;
  /** The command that shows it again. */
  readonly again: string;
  readonly options: CrosscheckOptions;
}

export function conflictJson(conflict: Conflict, { version, again, options }: ConflictContext) {
  return { what: 'a disagreement, which is a bug in diptych', version, again, options, ...conflict };
}

export function crosscheckJson(sums: Sums, ms: number): object {
  const open = sums.open.reduce((n, { inquiries }) => n + inquiries.length, 0);
  return {
    programs: sums.programs,
    queries: sums.queries,
    agreements: sums.agreements,
    disagreements: sums.queries - sums.agreements - open,
    open: sums.open,
    errors: sums.errors.map(({ diagnostic }) => diagnostic),
    ms: Math.round(ms),
    routes: timesJson(sums.times),
  };
}

const timesJson = (times: Times): object =>
  Object.fromEntries(Object.entries(times).map(([route, ms]) => [route, { ms: Math.round(ms) }]));
