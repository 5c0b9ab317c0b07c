// The code of the C dialect as written.

import type { BinaryOp, UnaryOp } from '../../../program/expression.js';
import type { Span } from '../syntax.js';

export type CExpr = Span &
  (
    | { readonly kind: 'number'; readonly text: string }
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'address'; readonly name: string }
    | { readonly kind: 'load'; readonly address: CExpr }
    | { readonly kind: 'index'; readonly base: CExpr; readonly index: CExpr }
    | CallSyntax
    | { readonly kind: 'unary'; readonly op: UnaryOp; readonly operand: CExpr }
    | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: CExpr; readonly right: CExpr }
    | {
        readonly kind: 'conditional';
        readonly condition: CExpr;
        readonly whenTrue: CExpr;
        readonly whenFalse: CExpr;
      }
  );

export interface CallSyntax extends Span {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly CExpr[];
}

interface Declarator extends Span {
  readonly name: string;
  readonly value?: CExpr;
}

/** The orders in `__order(...)` for the one access or fence of a statement; `_` for none. */
export interface OrderSyntax {
  readonly order: string;
  readonly failure?: string;
}

export type CStatement = Span & { readonly ordered?: OrderSyntax } & (
    | { readonly kind: 'declare'; readonly wide: boolean; readonly declarators: readonly Declarator[] }
    /** `op` for `+=` and its like. */
    | { readonly kind: 'assign'; readonly target: CExpr; readonly op?: BinaryOp; readonly value: CExpr }
    | { readonly kind: 'call'; readonly call: CallSyntax }
    | {
        readonly kind: 'if';
        readonly condition: CExpr;
        readonly whenTrue: readonly CStatement[];
        readonly whenFalse: readonly CStatement[];
      }
    | {
        readonly kind: 'while';
        readonly label?: string;
        readonly condition: CExpr;
        readonly bound?: CExpr;
        readonly body: readonly CStatement[];
      }
    | { readonly kind: 'block'; readonly label?: string; readonly body: readonly CStatement[] }
    | { readonly kind: 'atomic'; readonly body: readonly CStatement[]; readonly loads?: true }
    | { readonly kind: 'break' | 'continue'; readonly label?: string }
  );

interface Parameter extends Span {
  readonly name: string;
  readonly pointer: boolean;
  readonly wide: boolean;
}

export interface CFunction extends Span {
  readonly name: string;
  readonly spawned: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: readonly CStatement[];
}
