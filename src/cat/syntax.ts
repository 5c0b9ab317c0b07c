// The syntax tree of a cat file, as cat.peggy builds it. resolve.ts turns it into a CatModel (ast.ts).

import type { SourceSpan } from '../program/statement.js';

export interface CatFile {
  /** The name of the model in the first line. */
  readonly name?: string;
  readonly instructions: readonly Instruction[];
}

export interface LetBinding {
  readonly name: string;
  /** Present for a function. */
  readonly parameters?: readonly string[];
  readonly value: Expression;
  readonly at: SourceSpan;
}

type Test = 'acyclic' | 'irreflexive' | 'empty';

export type Instruction = { readonly at: SourceSpan } & (
  | { readonly kind: 'let'; readonly recursive: boolean; readonly bindings: readonly LetBinding[] }
  | {
      readonly kind: 'check';
      readonly test: Test;
      readonly negated: boolean;
      readonly flag: boolean;
      readonly value: Expression;
      readonly name?: string;
    }
  /** `show` and `unshow` only concern herd's pictures. */
  | { readonly kind: 'show' }
  | { readonly kind: 'include'; readonly path: string }
  | {
      readonly kind: 'procedure';
      readonly name: string;
      readonly parameters: readonly string[];
      readonly body: readonly Instruction[];
    }
  | {
      readonly kind: 'call';
      readonly procedure: string;
      readonly args: readonly Expression[];
      readonly name?: string;
    }
  | { readonly kind: 'with'; readonly variable: string; readonly from: Expression }
  /** `if "variant" ... else ... end` */
  | {
      readonly kind: 'variant';
      readonly variant: string;
      readonly whenSet: readonly Instruction[];
      readonly otherwise: readonly Instruction[];
    }
);

type BinaryOperator = 'union' | 'intersection' | 'difference' | 'sequence' | 'product';
type UnaryOperator = 'complement' | 'inverse' | 'plus' | 'star' | 'optional' | 'identity';

export type Expression = { readonly at: SourceSpan } & (
  | { readonly kind: 'name'; readonly name: string }
  /** `0`, a relation, or `{}`, a set, unless the other is wanted. */
  | { readonly kind: 'empty'; readonly type: 'set' | 'relation' }
  /** `_` */
  | { readonly kind: 'universe' }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  | { readonly kind: 'apply'; readonly function: string; readonly args: readonly Expression[] }
  | {
      readonly kind: 'let';
      readonly recursive: boolean;
      readonly bindings: readonly LetBinding[];
      readonly body: Expression;
    }
  | { readonly kind: 'try'; readonly value: Expression; readonly otherwise: Expression }
  | {
      readonly kind: 'variant';
      readonly variant: string;
      readonly whenSet: Expression;
      readonly otherwise: Expression;
    }
);
