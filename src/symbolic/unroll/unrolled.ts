// A program without loops, jumps and registers: per thread a list of events in program order, each under a guard,
// with addresses and values as terms. The solver's inputs determine the execution: the values of reads, choices, and
// facts.
//
// There are two readings of the same program:
// - complete: every started thread reaches its end. A place where a thread would stop is a constraint (`Stop.when`
//   never holds), so guards are those of the control flow alone. Final states use this reading.
// - maximal: a thread may stop at an assume, a bound, a finding, or wait for ever at a lock or join. Its later events
//   are then not executed. Findings, hb cycles and cut loops use this reading.

import type { EventId, EventKind } from '../../execution/event.js';
import type { Blocked } from '../../execution/execution.js';
import type { FindingKind } from '../../execution/finding.js';
import type { Gone } from '../../program/addressNames.js';
import type { BlockShape } from '../../program/cells.js';
import type { ThreadId } from '../../program/identity.js';
import type { Width } from '../../program/integer.js';
import type { Layout } from '../../program/layout.js';
import type { AccessOrder } from '../../program/memoryOrder.js';
import type { Program } from '../../program/program.js';
import type { Lifetime, SourceSpan, StatementOf } from '../../program/statement.js';
import type { Registers } from './registers.js';
import type { Term, Terms } from './term.js';

export type Reading = 'complete' | 'maximal';

/** A read that takes its value from another event, or from the initial state. */
export interface Read {
  readonly id: number;
  readonly event: EventId;
  readonly guard: Term;
  readonly address: Term;
  readonly value: Term;
  /** Only looks whether the cell was freed: not a read of the program. */
  readonly ghost: boolean;
  /** The only value the read can take; other values make a lock wait. */
  readonly mustBe?: number;
  /** In an atomic block. */
  readonly order?: AccessOrder;
}

/** A write that other events may see. */
export interface Write {
  readonly id: number;
  readonly event: EventId;
  readonly guard: Term;
  readonly address: Term;
  readonly value: Term;
  /** It leaves no value: the object of the cell begins or ends. */
  readonly lifetime?: Lifetime;
  /** In an atomic block. */
  readonly order?: AccessOrder;
}

export interface UnrolledEvent {
  readonly id: number;
  readonly thread: ThreadId;
  readonly kind: EventKind;
  /** The event is executed. */
  readonly guard: Term;
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** The thread a spawn starts or a join awaits. */
  readonly other?: Term;
  /** The value of a choice. */
  readonly choice?: Term;
  readonly order?: AccessOrder;
  /** A compare-exchange: when it succeeds, and its order when it does not. */
  readonly succeeds?: Term;
  readonly failure?: AccessOrder;
  readonly at?: SourceSpan;
}

/** An acquire fence of a thread, before those of its events that are not before `event`. */
export interface AcquireFence {
  readonly thread: ThreadId;
  readonly event: EventId;
  readonly guard: Term;
}

/** A look at final memory, by a thread that would go on waiting. */
export interface FinalRead {
  readonly address: Term;
}

/** A fact that the encoding of memory decides and guards depend on. */
export type Fact =
  /** The address is that of a cell, of this width, of a location or of a block allocated so far. */
  | {
      readonly kind: 'valid';
      readonly address: Term;
      readonly thread: ThreadId;
      readonly allocs: number;
      readonly width?: Width;
    }
  /** The address lies in such a cell of any width. */
  | { readonly kind: 'covered'; readonly address: Term; readonly thread: ThreadId; readonly allocs: number }
  /** The address is that of a block allocated so far. */
  | { readonly kind: 'block'; readonly address: Term; readonly thread: ThreadId; readonly allocs: number }
  /** The address belongs to a cell that can be read when everything is over. */
  | { readonly kind: 'readable'; readonly address: Term; readonly thread: ThreadId; readonly allocs: number }
  /** The read sees a freed cell. */
  | { readonly kind: 'freed'; readonly read: number }
  /** The read sees a cell of a lock that was destroyed. */
  | { readonly kind: 'destroyed'; readonly read: number }
  /** The read sees a cell without a value: of a block that was never written, or of what was destroyed. */
  | { readonly kind: 'uninitialised'; readonly read: number }
  /** The write is the first to a cell that was freed. */
  | { readonly kind: 'overwrites-freed'; readonly write: number }
  /** The thread goes no further than `event`, because by then one of its `stores` to a freed cell has committed. */
  | { readonly kind: 'halted'; readonly event: EventId; readonly stores: readonly Term[] }
  /** Another free of the same block came first. */
  | { readonly kind: 'double-free'; readonly event: EventId }
  /**
   * The lock is taken; if not, the thread waits for ever. `waits`: the condition at the end of such an execution, if
   * it is not "the cell is not 0".
   */
  | {
      readonly kind: 'acquired';
      readonly event: EventId;
      readonly address: Term;
      readonly reached: Term;
      readonly waits?: Term;
    }
  /** The thread to join, which is not the joining one, has ended. */
  | { readonly kind: 'joined'; readonly target: Term; readonly thread: ThreadId; readonly reached: Term };

export type Drains = 'tso' | 'always';

/** A place where a thread may stop, and when it does. */
export interface Stop {
  readonly thread: ThreadId;
  readonly why: Blocked;
  readonly when: Term;
  readonly finding?: { readonly kind: FindingKind; readonly message: Message };
  /** The loop that was cut. */
  readonly loop?: StatementOf<'while'>;
  /** For an assume in place of a loop that only waits (program/spinLoops.ts): on final memory one more round leaves it. */
  readonly leaves?: Term;
  /** The cell or thread that is waited for. */
  readonly awaits?: Term;
  /** The machine takes a step to find it, though that step is no event. */
  readonly silentStep?: boolean;
  /** That step waits until the thread's buffers are empty: under TSO, or under PSO as well. */
  readonly drains?: Drains;
  /** The store whose commit stops the thread, wherever it has come to. */
  readonly store?: EventId;
  readonly at?: SourceSpan;
}

/** A text with an address or number that is only known in an execution. */
export interface Message {
  readonly before: string;
  readonly value?: Term;
  /** Print the value as the name of an address. */
  readonly named?: boolean;
  /** It is the name of a cell that is not there any more. */
  readonly gone?: Gone;
  /** It is the address of nothing. */
  readonly nowhere?: boolean;
  /** It is an address inside of a cell. */
  readonly inside?: boolean;
  readonly after: string;
}

export interface Alloc {
  readonly thread: ThreadId;
  readonly guard: Term;
  readonly base: Term;
  /** Number of cells, at least 1. */
  readonly size: Term;
  /** Number of addresses that were asked for, of a block with a shape; else the same. */
  readonly asked: Term;
  readonly zeroed: boolean;
  /** It happens before those events of the thread that are not before this one. */
  readonly event: EventId;
  readonly at?: SourceSpan;
  readonly shape?: BlockShape;
}

export interface UnrolledThread {
  readonly start: Term;
  /** The thread reached its end. */
  readonly end: Term;
  /** Ids of its events in program order. */
  readonly events: readonly number[];
  readonly registers: Pick<Registers, 'get'>;
}

/** Where the guard holds, one of these does. */
export interface Demand {
  /** Not negated in `oneOf`: at an unreachable place neither the guard nor its negation has a value. */
  readonly guard: Term;
  readonly oneOf: readonly Term[];
}

export interface Unrolled {
  readonly program: Program;
  readonly layout: Layout;
  readonly reading: Reading;
  readonly terms: Terms;
  readonly threads: readonly UnrolledThread[];
  readonly events: readonly UnrolledEvent[];
  readonly reads: readonly Read[];
  readonly writes: readonly Write[];
  readonly finalReads: readonly FinalRead[];
  readonly facts: readonly Fact[];
  readonly stops: readonly Stop[];
  readonly demands: readonly Demand[];
  readonly allocs: readonly Alloc[];
  readonly acquireFences: readonly AcquireFence[];
}
