// The statements of a thread. Control flow is structured: `block` and `while` carry labels that `break` and
// `continue` name. So every front end can express its jumps (those of x86; goto, switch and return of C) without a
// control-flow graph.

import type { BlockShape } from './cells.js';
import type { CutReason } from './cutReason.js';
import type { Expr } from './expression.js';
import type { ThreadId } from './identity.js';
import type { Integer, Width } from './integer.js';
import type { AccessOrder, MemoryOrder } from './memoryOrder.js';

/** Where a statement comes from. Lines and columns count from 1. */
export interface SourceSpan {
  /** Absent when it is the program's own file. */
  readonly file?: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

/** `nand` is ~(a & b). */
export const fetchOps = ['+', '-', '&', '|', '^', '*', 'nand'] as const;
export type FetchOp = (typeof fetchOps)[number];

/**
 * A cell holds a value of 64 bits. An access of `width` bits (absent: 32) reads the low bits of the cell and writes
 * its own, both as signed numbers. A value of 64 bits has 64 bits in registers, any other value has 32.
 */
interface Sized {
  readonly width?: Width;
}

/** The operation of a read-modify-write on the value it read. A failed `cas` writes back the value it read. */
export type RmwOp =
  | { readonly kind: 'xchg'; readonly value: Expr }
  | { readonly kind: 'fetch'; readonly op: FetchOp; readonly value: Expr }
  | { readonly kind: 'cas'; readonly expected: Expr; readonly desired: Expr };

/** The condition of a wait: the cell of 32 bits holds the value, or (as a signed number) at least the value. */
export interface Until {
  readonly test: '==' | '>=';
  readonly value: Expr;
}

/** The effect of a store without a value on the object that its cell is part of. */
export type Lifetime = 'begins' | 'ends' | 'empties' | 'destroys';

/**
 * A wait that a later event may end, such as a handler that posts a semaphore. A thread that stops there is not known
 * to wait for ever.
 */
interface Interruptible {
  readonly interruptible?: true;
}

/** The value that taking a lock leaves in its cell: a constant, or an increment. */
interface Leaves {
  readonly op: '=' | '+';
  readonly value: Expr;
}

/** The type that a heap block holds, and the names of its cells. */
export interface BlockNames {
  /** The type of its objects. */
  readonly name: string;
  /** Of each cell of the tail: `.member`, `[2]`. */
  readonly suffixes: readonly string[];
  /** Of each cell before the tail, if it is one object, and the member that the tail is: `.data`. */
  readonly head?: { readonly suffixes: readonly string[]; readonly tail: string };
  /** The size of an object, where the tail is no object but all of them: its cells are some of theirs. */
  readonly each?: number;
  /** Where its objects begin; before them it says how large it is. Absent: at its start. */
  readonly from?: number;
}

/** Findings that front ends assert although the program does not state them. */
export const assertedFindings = [
  'invalid-address',
  'out-of-bounds',
  'uninitialised-read',
  'use-after-free',
  'division-by-zero',
  'division-overflow',
  /** a library function is used as its documentation forbids */
  'misuse',
  'invalid-join',
  /** no meaning here: no answer then, rather than a wrong one */
  'mixed-size',
] as const;
export type AssertedFinding = (typeof assertedFindings)[number];

/** A load-load fence is no event: SC, TSO and PSO keep loads in order as they are. Only PSLO (relax) knows it. */
export type FenceKind = 'full' | 'store-store' | 'load-load';

interface Located {
  readonly at?: SourceSpan;
  /**
   * The memory order in the source. Only data races use it (docs/races.md); no machine and no axiom does. Absent: a
   * load or store is plain, a read-modify-write relaxed, a fence as strong as its kind. A relaxed fence orders
   * nothing for C: it is there for the machine, beside an access that has the order.
   */
  readonly order?: AccessOrder;
  /** The order of a compare-exchange that fails. Absent: the load part of `order`. */
  readonly failure?: MemoryOrder;
}

export type Statement = Located &
  (
    | { readonly kind: 'assign'; readonly target: string; readonly value: Expr }
    /**
     * With `until` (32 bits) it waits for that value, and for the thread's own stores to the cell to be committed. With `has` a cell
     * without a value is no finding: that register, of 32 bits, receives whether there is one, and `target` 0 if there is none.
     */
    | (Sized &
        Interruptible & {
          readonly kind: 'load';
          readonly target: string;
          readonly address: Expr;
          readonly until?: Until;
          readonly has?: string;
        })
    /**
     * With `lifetime` the store has no value.
     * - begins: the object that the cell is part of begins to exist. Reading the cell before the next store is a
     *   finding.
     * - ends: the object ends. Touching it is a finding until it begins again.
     * - empties, destroys: the object exists, but its cell holds no value any more. `destroys` marks a destroyed
     *   lock, which is a finding of its own when it is read. For the machine it is a store like any other.
     */
    | (Sized & {
        readonly kind: 'store';
        readonly address: Expr;
        readonly value: Expr;
        readonly lifetime?: Lifetime;
        /** No other thread writes the cell while this one runs. The thread's stores to it have one width and this mark. */
        readonly own?: string;
      })
    /** `target` receives the value that was read. */
    | (Sized & { readonly kind: 'rmw'; readonly target?: string; readonly address: Expr; readonly op: RmwOp })
    | { readonly kind: 'fence'; readonly fence: FenceKind }
    /**
     * One indivisible event over several locations; it acts as a full fence. It may not nest, spawn, join, lock or fence. With `loads` it
     * only loads, and is a load like any other: no fence, and it takes what the thread's own buffer holds.
     */
    | { readonly kind: 'atomic'; readonly body: readonly Statement[]; readonly loads?: true }
    | {
        readonly kind: 'if';
        readonly condition: Expr;
        readonly whenTrue: readonly Statement[];
        readonly whenFalse: readonly Statement[];
      }
    /** `break label` inside leaves the block. */
    | { readonly kind: 'block'; readonly label: string; readonly body: readonly Statement[] }
    /**
     * `bound` is the number of times the body may run each time the loop is entered; absent: the user's --unroll. With `watched`
     * it looks itself whether a round changed something (spinLoops.ts).
     */
    | {
        readonly kind: 'while';
        readonly label: string;
        readonly condition: Expr;
        readonly body: readonly Statement[];
        readonly bound?: number;
        readonly watched?: true;
        readonly cut?: CutReason;
      }
    | { readonly kind: 'break'; readonly label: string }
    | { readonly kind: 'continue'; readonly label: string }
    /**
     * `awaits` is the loop that the assume stands for (spinLoops.ts): a thread that stops here would go on waiting. `exits`: one that
     * stops here ends the process (processEnd.ts).
     */
    | {
        readonly kind: 'assume';
        readonly condition: Expr;
        readonly awaits?: StatementOf<'while'>;
        readonly exits?: true;
      }
    /** `finding`: its kind if the condition is false. Absent: a failed assertion. */
    | {
        readonly kind: 'assert';
        readonly condition: Expr;
        readonly message?: string;
        readonly finding?: AssertedFinding;
      }
    /**
     * Any value from `from` to `to`, both included; without them any value of the width of `target`. `comes`: if the
     * value is not 0, the handler of that signal runs in the statement that follows; it may as well run at any other
     * point (fewerInterruptions.ts). For traces: `means` puts 0 and 1 into words, and `values` lists the value behind
     * each number from 0 on.
     */
    | {
        readonly kind: 'nondet';
        readonly comes?: number;
        readonly means?: readonly [string, string];
        readonly values?: readonly number[];
        readonly target: string;
        readonly from?: Integer;
        readonly to?: Integer;
        readonly width?: 64;
      }
    /** Starts a thread whose `start` is 'spawned'; `args` fill its parameters. A full fence. */
    | { readonly kind: 'spawn'; readonly thread: ThreadId; readonly args: readonly Expr[] }
    /** Waits until the thread whose index `thread` evaluates to has ended with empty buffers. A full fence. */
    | (Interruptible & { readonly kind: 'join'; readonly thread: Expr })
    /** Waits until the cell is 0 and sets it to 1 in one step; or waits `until` it has another value, and `leaves` another. A full fence. */
    | (Interruptible & {
        readonly kind: 'lock';
        readonly address: Expr;
        readonly until?: Until;
        readonly leaves?: Leaves;
      })
    /** Sets the cell, which must not be 0, to 0; with `holder` it must be that. A full fence. */
    | { readonly kind: 'unlock'; readonly address: Expr; readonly holder?: Expr }
    /** A fresh block of `size` cells from the thread's own heap; reading an unwritten cell is a finding unless `zeroed`. */
    | {
        readonly kind: 'alloc';
        /** Absent: every address of the block is a cell. */
        readonly shape?: BlockShape;
        readonly holds?: BlockNames;
        readonly target: string;
        readonly size: Expr;
        readonly zeroed: boolean;
        /** Of `target`. */
        readonly width?: 64;
      }
    /** Stores to every cell of the block at once; touching a cell afterwards is a finding. Buffered like any store. Freeing 0 does nothing. */
    | { readonly kind: 'free'; readonly address: Expr }
  );

export type StatementOf<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

/** Whether something that is still to come may end the wait. */
export const mayBeInterrupted = (s: Statement | undefined): boolean =>
  s !== undefined && 'interruptible' in s && s.interruptible === true;

/** Calls `visit` on each statement, outermost first. */
export function forEachStatement(body: readonly Statement[], visit: (statement: Statement) => void): void {
  for (const statement of body) {
    visit(statement);
    switch (statement.kind) {
      case 'if':
        forEachStatement(statement.whenTrue, visit);
        forEachStatement(statement.whenFalse, visit);
        break;
      case 'atomic':
      case 'block':
      case 'while':
        forEachStatement(statement.body, visit);
        break;
      default:
        break;
    }
  }
}

/** The registers that statements of `body` write. */
export function writtenIn(body: readonly Statement[]): ReadonlySet<string> {
  const written = new Set<string>();
  forEachStatement(body, (s) => {
    for (const name of targetsOf(s)) written.add(name);
  });
  return written;
}

/** The registers that a statement itself writes. */
export function targetsOf(s: Statement): readonly string[] {
  if (!('target' in s) || s.target === undefined) return [];
  return s.kind === 'load' && s.has !== undefined ? [s.target, s.has] : [s.target];
}

/** The expressions a statement evaluates itself, without those of nested statements. */
export function expressionsOf(s: Statement): Expr[] {
  switch (s.kind) {
    case 'assign':
      return [s.value];
    case 'load':
      return s.until === undefined ? [s.address] : [s.address, s.until.value];
    case 'lock':
      return [s.address, ...operandsOf(s.until), ...operandsOf(s.leaves)];
    case 'unlock':
      return s.holder === undefined ? [s.address] : [s.address, s.holder];
    case 'free':
      return [s.address];
    case 'store':
      return [s.address, s.value];
    case 'rmw':
      switch (s.op.kind) {
        case 'xchg':
        case 'fetch':
          return [s.address, s.op.value];
        case 'cas':
          return [s.address, s.op.expected, s.op.desired];
      }
      break;
    case 'if':
    case 'while':
    case 'assume':
    case 'assert':
      return [s.condition];
    case 'spawn':
      return [...s.args];
    case 'join':
      return [s.thread];
    case 'alloc':
      return [s.size];
    default:
      return [];
  }
  return [];
}

const operandsOf = (part: { readonly value: Expr } | undefined): Expr[] =>
  part === undefined ? [] : [part.value];
