// Where a thread may stop while it is unrolled: every reason for it becomes a Stop, and nothing after it is executed.

import type { EventId } from '../../execution/event.js';
import type { Blocked } from '../../execution/execution.js';
import type { FindingKind } from '../../execution/finding.js';
import type { ThreadId } from '../../program/identity.js';
import type { Width } from '../../program/integer.js';
import type { SourceSpan } from '../../program/statement.js';
import { present } from '../../support/present.js';
import type { Building } from './building.js';
import type { Path } from './path.js';
import type { Term } from './term.js';
import type { Drains, Message, Read, Stop } from './unrolled.js';

/** Found by a step that is not recorded as an event; the others, and what is asserted, belong to local code, or to an event. */
const silentFindings: ReadonlySet<FindingKind> = new Set<FindingKind>([
  'invalid-address',
  'mixed-size',
  'invalid-free',
  'invalid-join',
  'spawned-twice',
]);

/** Those of them that a full fence finds. */
const fencing: ReadonlySet<FindingKind> = new Set<FindingKind>(['invalid-join', 'spawned-twice']);

export class StoppingThread {
  /** Nothing stopped the thread so far; stays true when complete executions are read. */
  protected alive: Term;
  /** When stores so far hit a freed cell. */
  protected readonly badStores: Term[] = [];
  protected inAtomic = false;

  constructor(
    readonly building: Building,
    readonly thread: ThreadId,
  ) {
    this.alive = building.terms.yes;
  }

  /** The condition under which `path` reaches its end. */
  executed(path: Path): Term {
    return this.building.terms.and(path.guard, this.alive);
  }

  /** The thread stops here if `fails`. */
  stop(
    path: Path,
    why: Blocked,
    fails: Term,
    at: SourceSpan | undefined,
    extra: Pick<Stop, 'finding' | 'loop' | 'silentStep' | 'drains' | 'leaves' | 'awaits'> = {},
  ): void {
    const { terms, stops } = this.building;
    const when = terms.and(this.executed(path), fails);
    if (when === terms.no) return;
    stops.push({ thread: this.thread, why, when, ...extra, ...present({ at }) });
    this.halt(path, fails);
  }

  /** Nothing after this is executed if `fails`. */
  halt(path: Path, fails: Term): void {
    const { terms, reading } = this.building;
    if (reading === 'maximal') this.alive = terms.and(this.alive, terms.not(terms.and(path.guard, fails)));
  }

  /** A finding that does not say by itself what is executed after it. */
  alsoFind(
    when: Term,
    kind: FindingKind,
    at: SourceSpan | undefined,
    message: Message,
    store?: EventId,
  ): void {
    const { terms, stops } = this.building;
    if (when === terms.no) return;
    const where = { ...present({ at, store }) };
    stops.push({ thread: this.thread, why: 'finding', when, finding: { kind, message }, ...where });
  }

  find(
    path: Path,
    kind: FindingKind,
    fails: Term,
    at: SourceSpan | undefined,
    message: Message | string,
    asserted = false,
    drains: Drains | undefined = fencing.has(kind) ? 'always' : undefined,
  ): void {
    const text = typeof message === 'string' ? { before: message, after: '' } : message;
    const silentStep = !asserted && !this.inAtomic && silentFindings.has(kind);
    this.stop(path, 'finding', fails, at, {
      finding: { kind, message: text },
      silentStep,
      ...present({ drains }),
    });
  }

  /** Stops the thread if the address is that of no cell. */
  checkAddress(path: Path, address: Term, what: string, at: SourceSpan | undefined, width?: Width): void {
    const { building, thread } = this;
    const { terms } = building;
    if (building.isCellOf(address, width)) return;
    const allocs = building.allocs.length;
    const drains = what === 'atomic access' ? 'tso' : undefined;
    const shaped = building.shaped && width !== undefined;
    const valid = building.fact({ kind: 'valid', address, thread, allocs, ...(shaped ? { width } : {}) });
    if (shaped) {
      const covered = building.fact({ kind: 'covered', address, thread, allocs });
      const message = {
        before: `${what} of ${width} bits at `,
        value: address,
        inside: true,
        after: ', where a cell has other bits',
      };
      this.find(path, 'mixed-size', terms.and(terms.not(valid), covered), at, message, false, drains);
    }
    const message = { before: `${what} of `, value: address, nowhere: true, after: '' };
    this.find(path, 'invalid-address', building.terms.not(valid), at, message, false, drains);
  }

  /** When a read finds a cell that was freed or never written. */
  badReads(read: Read): Term[] {
    const { building } = this;
    return [
      ...(building.frees ? [building.fact({ kind: 'freed', read: read.id })] : []),
      ...(building.uninitialised ? [building.fact({ kind: 'uninitialised', read: read.id })] : []),
    ];
  }

  /** Whether the cell, which may cease to exist, can be read when everything is over. */
  readableAtEnd(address: Term): Term {
    const { building, thread } = this;
    return building.fact({ kind: 'readable', address, thread, allocs: building.allocs.length });
  }

  /** Whether a read finds a value in its cell. */
  holdsValue(read: Read): Term {
    const { building } = this;
    if (!building.uninitialised || building.isImmortal(read.address)) return building.terms.yes;
    return building.terms.not(building.fact({ kind: 'uninitialised', read: read.id }));
  }

  /** Stops the thread after a read of a cell that was freed or, unless it may be, never written. */
  checkRead(path: Path, read: Read, at: SourceSpan | undefined, mayBeUnset = false): void {
    const { building } = this;
    if (building.isImmortal(read.address)) return;
    const guarded = (bad: Term): Term => building.terms.and(read.guard, bad);
    if (building.frees)
      this.find(path, 'use-after-free', guarded(building.fact({ kind: 'freed', read: read.id })), at, {
        before: 'load from ',
        value: read.address,
        gone: 'ended',
        after: '',
      });
    if (mayBeUnset) return;
    if (building.destroys)
      this.find(path, 'use-after-free', guarded(building.fact({ kind: 'destroyed', read: read.id })), at, {
        before: 'load from ',
        value: read.address,
        gone: 'destroyed',
        after: '',
      });
    if (building.uninitialised)
      this.find(
        path,
        'uninitialised-read',
        guarded(building.fact({ kind: 'uninitialised', read: read.id })),
        at,
        {
          before: 'load from ',
          value: read.address,
          named: true,
          after: ', which was never written',
        },
      );
  }

  /**
   * A store to a freed cell is found when it commits, and stops the thread wherever it has come to by then (`beforeEvent`).
   */
  protected checkStore(write: number, at: SourceSpan | undefined): void {
    const { building } = this;
    const { guard, address, event } = building.writes[write];
    if (!building.frees || building.isImmortal(address)) return;
    const bad = building.terms.and(guard, building.fact({ kind: 'overwrites-freed', write }));
    const message = { before: 'store to ', value: address, gone: 'ended' as const, after: '' };
    this.storeStops(bad, 'use-after-free', at, message, event);
  }

  /** When the store of the event commits, it stops the thread. */
  storeStops(
    bad: Term,
    kind: FindingKind,
    at: SourceSpan | undefined,
    message: Message,
    event: EventId,
  ): void {
    this.alsoFind(bad, kind, at, message, event);
    this.badStores.push(bad);
  }

  /** The thread may not come to its next event, because a store of its own to a freed cell has committed. */
  protected beforeEvent(path: Path): void {
    const { building } = this;
    if (this.badStores.length === 0 || building.reading === 'complete' || this.inAtomic) return;
    const event = building.events.length;
    this.halt(path, building.fact({ kind: 'halted', event, stores: [...this.badStores] }));
  }
}
