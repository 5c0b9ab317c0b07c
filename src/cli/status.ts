// Exit statuses. A run over many files and models has one: the gravest.

export const status = {
  holds: 0,
  violated: 1,
  /** Bad usage or bad input. */
  badInput: 2,
  /** The engines disagree, or an invariant of diptych is broken: a bug in diptych. */
  disagreement: 3,
  /** A limit was reached; or an answer up to a bound when --strict forbids it. */
  noAnswer: 4,
} as const;

export type Status = (typeof status)[keyof typeof status];

/** Gravest first: a disagreement makes other answers doubtful; then bad input, a finding, and an open question. */
const gravity: readonly Status[] = [
  status.disagreement,
  status.badInput,
  status.violated,
  status.noAnswer,
  status.holds,
];

export function gravest(statuses: Iterable<Status>): Status {
  const seen = new Set(statuses);
  return gravity.find((s) => seen.has(s)) ?? status.holds;
}
