// The settings of an exploration, and the callbacks that it calls.

import type { Outcome, Witness } from '../execution/execution.js';
import type { Finding } from '../execution/finding.js';
import type { ChoiceMode } from './choices/plan.js';
import type { CodeOptions } from './compiled.js';
import type { Capacity } from './fast/capacity.js';
import type { Recording } from './fast/recording.js';
import type { HeartbeatOptions } from './heartbeat.js';
import type { Teammate } from './parallel/teammate.js';
import type { StrategyChoice } from './strategies/strategy.js';

export interface ExploreOptions extends HeartbeatOptions, CodeOptions {
  readonly dpor?: 'optimal' | 'source' | 'none';
  /** Explore with this in place of DPOR: then every interleaving counts, and the exploration is rarely complete. */
  readonly strategy?: StrategyChoice;
  /** How nondeterministic values are chosen; absent: by class where ranges are large, else every value. */
  readonly choices?: ChoiceMode;
  readonly maxExecutions?: number;
  /**
   * Leave out executions in which only threads are exchanged that differ in nothing but their number (docs/adr/0010-symmetry.md).
   * Counts, outcomes and findings are those of all executions. Not with `onExecution`, which sees all of them.
   */
  readonly symmetry?: boolean;
  /** End the exploration with the first execution that has a finding. */
  readonly untilFinding?: boolean;
  /** Search by states alone, of which there may be so many: only findings, outcomes and cut loops count. */
  readonly mostStates?: number;
  /** Only findings and outcomes count, not executions: when it takes long, look in other ways beside (aside.ts). */
  readonly anyWay?: boolean;
  /** Asked after each execution; true ends the exploration, which has shown what was wanted. */
  readonly isEnough?: () => boolean;
  /** Explore together with other threads, on machines of this size (parallel/team.ts). */
  readonly shared?: { readonly team: Teammate; readonly capacity: Capacity };
  /** Called for each maximal execution; building the witness costs, so it is built on demand. */
  readonly onExecution?: (witness: () => Witness) => void;
  /** Called with each maximal execution that is not sequentially consistent, and with some of which it is not known. */
  readonly onDoubtful?: (witness: () => Witness) => void;
  /** Called when the exploration has to start again: earlier executions come again. */
  readonly onRestart?: () => void;
  /** Called with the first execution of each outcome; again for all of them if the exploration has to start again. */
  readonly onOutcome?: (outcome: Outcome, witness: () => Witness) => void;
  /** The same for a caller that looks at the execution later, or on another thread (`witnessOf`). */
  readonly onRecording?: (outcome: Outcome, recording: Recording) => void;
  /** Called with the first execution of each finding; again for all of them if the exploration has to start again. */
  readonly onFinding?: (finding: Finding, witness: Witness) => void;
}
