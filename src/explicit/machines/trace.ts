// The record of a running machine: the trace (events, rf, co), findings and loops that were cut.

import type { Event, EventId } from '../../execution/event.js';
import type { Allocation } from '../../execution/execution.js';
import type { CutLoop, Finding } from '../../execution/finding.js';
import type { Address } from '../../program/identity.js';
import type { CellState } from './memory.js';

export class Trace {
  readonly events: Event[];
  readonly rf: (readonly number[])[];
  readonly co: Map<number, readonly number[]>;
  readonly findings: Finding[];
  readonly cutLoops: CutLoop[];
  /** Cells that stores left without a value. */
  readonly left: Map<number, Exclude<CellState, 'ok'>>;
  readonly allocs: Allocation[];

  constructor(from?: Trace) {
    this.events = from === undefined ? [] : [...from.events];
    this.rf = from === undefined ? [] : [...from.rf];
    this.co = new Map(from?.co);
    this.findings = from === undefined ? [] : [...from.findings];
    this.cutLoops = from === undefined ? [] : [...from.cutLoops];
    this.left = new Map(from?.left);
    this.allocs = from === undefined ? [] : [...from.allocs];
  }

  add(event: Omit<Event, 'id'>, sources: readonly number[]): number {
    const id = this.events.length;
    this.events.push({ id, ...event });
    this.rf.push(sources);
    return id;
  }

  committed(address: Address, event: EventId): void {
    this.co.set(address, [...(this.co.get(address) ?? []), event]);
  }
}
