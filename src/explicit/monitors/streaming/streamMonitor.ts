// A monitor of an execution that is read as a stream: as `Monitor`, and it can forget.

import type { Event } from '../../../execution/event.js';
import type { MonitorName, Violation, WeakModel } from '../monitor.js';

export interface StreamMonitor {
  readonly name: MonitorName;
  readonly model: WeakModel;
  /** Every violation so far. A caller may take them out and empty the list. */
  readonly violations: Violation[];
  /** Takes the next event; `cell` is the number of the one cell it touches, or -1 for any other number of them. */
  observe(event: Event, cell: number): void;
  /** The cell of this number is gone, and the number will stand for another one. */
  renew(cell: number): void;
  /** Forgets what no event to come is judged against (`StreamClocks.horizon`); how much is left. */
  prune(window: number): number;
}
