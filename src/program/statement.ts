// The statements of a thread. Control flow is structured: `block` and `while` carry labels that `break` and `continue`
// name, so every front end (jumps of x86, goto, switch and return of C) can say what it means without a control-flow graph.

import type { Expr } from './expression.js';

/** Where a statement comes from. Lines and columns count from 1. */
export interface SourceSpan {
  /** Absent when it is the program's own file. */
  readonly file?: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

export const fetchOps = ['+', '-', '&', '|', '^', '*'] as const;
export type FetchOp = (typeof fetchOps)[number];

/** What a read-modify-write does with the value it read. A `cas` that fails writes back what it read. */
export type RmwOp =
  | { readonly kind: 'xchg'; readonly value: Expr }
  | { readonly kind: 'fetch'; readonly op: FetchOp; readonly value: Expr }
  | { readonly kind: 'cas'; readonly expected: Expr; readonly desired: Expr };

/** A load-load fence is no event: SC, TSO and PSO keep loads in order as they are. Only PSLO (relax) knows it. */
export type FenceKind = 'full' | 'store-store' | 'load-load';

interface Located {
  readonly at?: SourceSpan;
}

export type Statement = Located &
  (
    | { readonly kind: 'assign'; readonly target: string; readonly value: Expr }
    | { readonly kind: 'load'; readonly target: string; readonly address: Expr }
    | { readonly kind: 'store'; readonly address: Expr; readonly value: Expr }
    /** `target` receives the value that was read. */
    | { readonly kind: 'rmw'; readonly target?: string; readonly address: Expr; readonly op: RmwOp }
    | { readonly kind: 'fence'; readonly fence: FenceKind }
    /** One indivisible event over several locations; it acts as a full fence. It may not nest, spawn, join, lock or fence. */
    | { readonly kind: 'atomic'; readonly body: readonly Statement[] }
    | {
        readonly kind: 'if';
        readonly condition: Expr;
        readonly whenTrue: readonly Statement[];
        readonly whenFalse: readonly Statement[];
      }
    /** `break label` inside leaves the block. */
    | { readonly kind: 'block'; readonly label: string; readonly body: readonly Statement[] }
    /** `bound` is the number of times the body may run each time the loop is entered; absent: the user's --unroll. */
    | {
        readonly kind: 'while';
        readonly label: string;
        readonly condition: Expr;
        readonly body: readonly Statement[];
        readonly bound?: number;
      }
    | { readonly kind: 'break'; readonly label: string }
    | { readonly kind: 'continue'; readonly label: string }
    /** `awaits` is the loop that the assume stands for (spinLoops.ts): a thread that stops here would go on waiting. */
    | { readonly kind: 'assume'; readonly condition: Expr; readonly awaits?: StatementOf<'while'> }
    | { readonly kind: 'assert'; readonly condition: Expr; readonly message?: string }
    /** Any value from `from` to `to`, both included; without them any 32-bit value. */
    | { readonly kind: 'nondet'; readonly target: string; readonly from?: number; readonly to?: number }
    /** Starts a thread whose `start` is 'spawned'; `args` fill its parameters. A full fence. */
    | { readonly kind: 'spawn'; readonly thread: number; readonly args: readonly Expr[] }
    /** Waits until the thread whose index `thread` evaluates to has ended with empty buffers. A full fence. */
    | { readonly kind: 'join'; readonly thread: Expr }
    /** Waits until the cell is 0 and sets it to 1 in one step. A full fence. */
    | { readonly kind: 'lock'; readonly address: Expr }
    /** Sets the cell, which must not be 0, to 0. A full fence. */
    | { readonly kind: 'unlock'; readonly address: Expr }
    /** A fresh block of `size` cells from the thread's own heap; reading an unwritten cell is a finding unless `zeroed`. */
    | { readonly kind: 'alloc'; readonly target: string; readonly size: Expr; readonly zeroed: boolean }
    /** Writes every cell of the block at once; touching a cell afterwards is a finding. A full fence. Freeing 0 does nothing. */
    | { readonly kind: 'free'; readonly address: Expr }
  );

export type StatementOf<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

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
