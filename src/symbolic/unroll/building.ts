// The state that the unrollers of all threads share.

import type { EventId, EventKind } from '../../execution/event.js';
import type { Expr } from '../../program/expression.js';
import type { ThreadId } from '../../program/identity.js';
import { toNumber, type Width } from '../../program/integer.js';
import { layOut } from '../../program/layout.js';
import type { AccessOrder } from '../../program/memoryOrder.js';
import type { Program } from '../../program/program.js';
import { forEachStatement, type Lifetime, type SourceSpan } from '../../program/statement.js';
import { hasWideCells } from '../../program/widths.js';
import { present } from '../../support/present.js';
import { type Term, Terms } from './term.js';
import type {
  AcquireFence,
  Alloc,
  Demand,
  Fact,
  FinalRead,
  Read,
  Reading,
  Stop,
  UnrolledEvent,
  UnrolledThread,
  Write,
} from './unrolled.js';

export interface Access {
  readonly guard: Term;
  readonly address: Term;
}

/** One execution of a spawn statement. */
interface SpawnInstance {
  readonly spawner: number;
  readonly guard: Term;
  readonly args: readonly Term[];
}

interface MutableEvent extends UnrolledEvent {
  readonly reads: number[];
  readonly writes: number[];
}

/** Whether a store leaves a cell without a value. */
export const leavesNothing = (lifetime: Lifetime | undefined): boolean =>
  lifetime === 'begins' || lifetime === 'empties' || lifetime === 'destroys';

export class Building {
  readonly terms: Terms;
  readonly layout;
  readonly threads: UnrolledThread[] = [];
  readonly events: MutableEvent[] = [];
  readonly reads: Read[] = [];
  readonly writes: Write[] = [];
  readonly finalReads: FinalRead[] = [];
  readonly facts: Fact[] = [];
  readonly stops: Stop[] = [];
  readonly demands: Demand[] = [];
  readonly allocs: Alloc[] = [];
  readonly acquireFences: AcquireFence[] = [];
  /** By thread. */
  readonly spawns = new Map<number, SpawnInstance[]>();
  readonly #factTerms = new Map<string, Term>();
  /** Cells of locations that have a lifetime or start without a value; undefined stands for any. */
  readonly #mortal: ReadonlySet<number | undefined>;
  /** Whether cells have widths. */
  readonly shaped: boolean;
  /** Whether blocks are freed, or start uninitialised. */
  readonly frees: boolean;
  readonly uninitialised: boolean;
  /** Whether locks are destroyed. */
  readonly destroys: boolean;

  constructor(
    readonly program: Program,
    readonly reading: Reading,
    readonly unroll: number,
  ) {
    this.layout = layOut(program);
    this.terms = new Terms(hasWideCells(program));
    let frees = false;
    let destroys = false;
    let uninitialised = this.layout.uninitialised.size > 0;
    let shaped = this.layout.widths.size > 0;
    const mortal = new Set<number | undefined>(this.layout.uninitialised);
    for (const thread of program.threads)
      forEachStatement(thread.body, (s) => {
        shaped ||= s.kind === 'alloc' && s.shape !== undefined;
        const lifetime = s.kind === 'store' ? s.lifetime : undefined;
        frees ||= s.kind === 'free' || lifetime === 'ends';
        destroys ||= lifetime === 'destroys';
        uninitialised ||= (s.kind === 'alloc' && !s.zeroed) || leavesNothing(lifetime);
        if (s.kind === 'store' && lifetime !== undefined) mortal.add(this.#addressIn(s.address));
      });
    this.frees = frees;
    this.destroys = destroys;
    this.shaped = shaped;
    this.uninitialised = uninitialised;
    this.#mortal = mortal;
  }

  addEvent(
    thread: ThreadId,
    kind: EventKind,
    guard: Term,
    at: SourceSpan | undefined,
    extra: Pick<UnrolledEvent, 'other' | 'choice' | 'order' | 'succeeds' | 'failure'> = {},
  ): number {
    const id = this.events.length;
    this.events.push({
      id,
      thread,
      kind,
      guard,
      reads: [],
      writes: [],
      ...extra,
      ...present({ at }),
    });
    return id;
  }

  /** The event is a compare-exchange. */
  setComparison(event: EventId, extra: Pick<UnrolledEvent, 'succeeds' | 'failure'>): void {
    this.events[event] = { ...this.events[event], ...extra };
  }

  addRead(
    event: EventId,
    { guard, address }: Access,
    extra: { readonly ghost?: boolean; readonly mustBe?: number; readonly order?: AccessOrder } = {},
  ): Read {
    const id = this.reads.length;
    const value = this.terms.input({ kind: 'read', read: id });
    const read: Read = { id, event, guard, address, value, ghost: false, ...extra };
    this.reads.push(read);
    this.events[event].reads.push(id);
    return read;
  }

  addWrite(
    event: EventId,
    { guard, address }: Access,
    value: Term,
    extra: Pick<Write, 'lifetime' | 'order'> = {},
  ): number {
    const id = this.writes.length;
    this.writes.push({ id, event, guard, address, value, ...extra });
    this.events[event].writes.push(id);
    return id;
  }

  /** The value of the cell when everything is over. */
  finalValue(address: Term): Term {
    const term = this.terms.input({ kind: 'final', final: this.finalReads.length });
    this.finalReads.push({ address });
    return term;
  }

  /** Whether the address is certainly that of a location's cell, so that it exists. */
  isLocation(address: Term): boolean {
    return address.kind === 'const' && this.layout.initial.has(toNumber(address.value));
  }

  /** Whether it is certainly the address of a location's cell of this width. */
  isCellOf(address: Term, width: Width | undefined): boolean {
    if (address.kind !== 'const' || !this.layout.initial.has(toNumber(address.value))) return false;
    return width === undefined || (this.layout.widths.get(toNumber(address.value)) ?? width) === width;
  }

  /** Whether it certainly is, and the cell always holds a value. */
  isImmortal(address: Term): boolean {
    if (this.#mortal.size === 0) return this.isLocation(address);
    if (this.#mortal.has(undefined) || address.kind !== 'const') return false;
    return this.isLocation(address) && !this.#mortal.has(toNumber(address.value));
  }

  /** The address an expression without registers is; undefined for others. */
  #addressIn(e: Expr): number | undefined {
    if (e.kind === 'address') return this.layout.addressOf.get(e.location);
    if (e.kind !== 'binary' || e.op !== '+' || e.right.kind !== 'const') return undefined;
    const base = this.#addressIn(e.left);
    return base === undefined ? undefined : base + toNumber(e.right.value);
  }

  /** The truth of a fact; equal facts share it. */
  fact(fact: Fact): Term {
    const key = JSON.stringify(fact, (name, value) =>
      name === 'address' || name === 'target' || name === 'reached' || name === 'waits'
        ? value.id
        : name === 'stores'
          ? ''
          : value,
    );
    const known = this.#factTerms.get(key);
    if (known !== undefined) return known;
    const term = this.terms.input({ kind: 'fact', fact: this.facts.length });
    this.facts.push(fact);
    this.#factTerms.set(key, term);
    return term;
  }
}
