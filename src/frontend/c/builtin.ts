// The operations that names with a meaning of their own become: atomics, gcc's builtins, assertions. All other functions are calls.

import type { AssertedFinding, FetchOp } from '../../program/statement.js';
import type { Diagnostic } from '../../support/diagnostic.js';
import type { FunctionSymbol, Place, Value, Variable } from './typed.js';
import type { CType } from './types.js';

export type BitOperation = 'popcount' | 'parity' | 'clz' | 'ctz' | 'ffs' | 'clrsb' | 'bswap';

/** A C value that inline assembly names, with its constraint as LLVM IR spells it. */
export type AssemblyValue =
  | { readonly constraint: string; readonly value: Value; readonly place?: never }
  | {
      readonly constraint: string;
      readonly place: Place;
      /** It is not in a register. */
      readonly isMemory: boolean;
      readonly isOutput: boolean;
      /** The register has its value before. */
      readonly reads: boolean;
    };

export type Builtin =
  | { readonly op: 'atomic-load'; readonly place: Place; readonly order: Value }
  | {
      readonly op: 'atomic-store';
      readonly place: Place;
      readonly value: Value;
      readonly order: Value;
      /** Not an atomic access to C. */
      readonly initialises?: boolean;
    }
  | {
      readonly op: 'atomic-rmw';
      readonly place: Place;
      readonly rmw: FetchOp | 'xchg';
      readonly value: Value;
      readonly order: Value;
      readonly result: 'old' | 'new';
    }
  | {
      readonly op: 'atomic-cas';
      readonly place: Place;
      /** A place receives the value found when the exchange fails. */
      readonly expected:
        | { readonly kind: 'value'; readonly value: Value }
        | { readonly kind: 'place'; readonly place: Place };
      readonly desired: Value;
      readonly order: Value;
      /** The order of one that fails, which only loads. */
      readonly failure: Value;
      /** Whether it may fail though it finds what it expects; it may not if nothing is said. */
      readonly weak?: Value;
      readonly result: 'success' | 'old';
    }
  | { readonly op: 'fence'; readonly order: Value }
  /** In the lines, `#2` is an operand. */
  | {
      readonly op: 'assembly';
      readonly text: string;
      readonly lines: readonly string[];
      readonly operands: readonly AssemblyValue[];
    }
  /** A thread that runs a statement, with its own copies of the locals of the function around. */
  | { readonly op: 'thread-start'; readonly body: FunctionSymbol }
  /** `of` says what the block will hold, if that is known. */
  | {
      readonly op: 'alloc';
      readonly bytes: Value;
      /** It ends with its function. */
      readonly ofFunction?: true;
      readonly of?: CType;
      readonly zeroed: boolean;
      /** It is this array of computed length, which ends with its scope. */
      readonly array?: Variable;
    }
  | {
      readonly op: 'assert';
      readonly condition: Value;
      readonly message: string;
      readonly finding?: AssertedFinding;
    }
  | { readonly op: 'assume'; readonly condition: Value }
  | { readonly op: 'fail'; readonly message: string }
  | { readonly op: 'nondet' }
  /** Evaluates the arguments of a function without a body, which may do something that is not looked at. */
  | {
      readonly op: 'unknown';
      readonly name: string;
      readonly args: readonly Value[];
      readonly writes: boolean;
    }
  /** Stands where something is that is not supported: a mistake, or what `Mistakes` knows. */
  | { readonly op: 'refused'; readonly mistake?: Diagnostic }
  /** The number of the first argument that `...` received. */
  | { readonly op: 'va-start' }
  /** Counting and turning bits; `width` of the operand. */
  | {
      readonly op: 'bits';
      readonly what: BitOperation;
      readonly operand: Value;
      readonly width: 16 | 32 | 64;
    }
  /** Arithmetic as if integers had no end; `place` receives what is left in its type. Yields whether that is something else. */
  | {
      readonly op: 'overflow';
      readonly operator: '+' | '-' | '*';
      readonly left: Value;
      readonly right: Value;
      readonly place: Place;
    }
  /** The bits of a double as an integer, or the other way round. */
  | { readonly op: 'same-bits'; readonly value: Value }
  /** Evaluates its arguments and yields 0. */
  | { readonly op: 'ignore'; readonly args: readonly Value[] };

export type BuiltinOf<O extends Builtin['op']> = Extract<Builtin, { op: O }>;
