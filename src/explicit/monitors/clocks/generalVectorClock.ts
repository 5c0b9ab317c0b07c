// General vector clocks (SOBER, Definition 13 of the technical report, 7 of the CAV paper): a set of clocks C and a
// set of groups G. For each event e there are the clocks in(e) that are merged into its timestamp, the groups gps(e)
// whose positions it increments, and the clocks out(e) that its timestamp is merged into. Suppose out(e) and in(e')
// meet exactly where e -> e', and -> is total within each group. Then e ->* e' iff the timestamp of e is at most that
// of e'.

import { mergeInto } from './hbClock.js';

/** One entry per group. */
export type Timestamp = Int32Array;

export class GeneralVectorClock {
  readonly #groups: number;

  constructor(groups: number) {
    this.#groups = groups;
  }

  /** A clock of C, at zero (t1). */
  clock(): Timestamp {
    return new Int32Array(this.#groups);
  }

  /** The timestamp of the next event (t2), after which its clocks are as (t3) says. */
  process(inClocks: Iterable<Timestamp>, gps: readonly number[], outClocks: Iterable<Timestamp>): Timestamp {
    const timestamp = this.clock();
    for (const clock of inClocks) mergeInto(timestamp, clock);
    for (const group of gps) timestamp[group]++;
    for (const clock of outClocks) mergeInto(clock, timestamp);
    return timestamp;
  }
}
