// The operations that names with a meaning of their own become: atomics, gcc's builtins, assertions. All other functions are calls.

import type { AssertedFinding, FetchOp } from '../../program/statement.js';
import type { Diagnostic } from '../../support/diagnostic.js';
import type { Variants } from '../../support/variants.js';
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

interface Builtins {
  'atomic-load': { place: Place; order: Value };
  'atomic-store': {
    place: Place;
    value: Value;
    order: Value;
    /** Not an atomic access to C. */
    initialises?: boolean;
  };
  'atomic-rmw': { place: Place; rmw: FetchOp | 'xchg'; value: Value; order: Value; result: 'old' | 'new' };
  'atomic-cas': {
    place: Place;
    /** A place receives the value found when the exchange fails. */
    expected: { kind: 'value'; value: Value } | { kind: 'place'; place: Place };
    desired: Value;
    order: Value;
    /** The order of one that fails, which only loads. */
    failure: Value;
    /** Whether it may fail though it finds what it expects; it may not if nothing is said. */
    weak?: Value;
    result: 'success' | 'old';
  };
  fence: { order: Value };
  /** In the lines, `#2` is an operand. */
  assembly: { text: string; lines: readonly string[]; operands: readonly AssemblyValue[] };
  /** A thread that runs a statement, with its own copies of the locals of the function around. */
  'thread-start': { body: FunctionSymbol };
  /** `of` says what the block will hold, if that is known. */
  alloc: {
    bytes: Value;
    /** It ends with its function. */
    ofFunction?: true;
    of?: CType;
    zeroed: boolean;
    /** It is this array of computed length, which ends with its scope. */
    array?: Variable;
  };
  assert: { condition: Value; message: string; finding?: AssertedFinding };
  assume: { condition: Value };
  fail: { message: string };
  nondet: unknown;
  /** Evaluates the arguments of a function without a body, which may do something that is not looked at. */
  unknown: { name: string; args: readonly Value[]; writes: boolean };
  /** Stands where something is that is not supported: a mistake, or what `Mistakes` knows. */
  refused: { mistake?: Diagnostic };
  /** The number of the first argument that `...` received. */
  'va-start': unknown;
  /** Counting and turning bits; `width` of the operand. */
  bits: { what: BitOperation; operand: Value; width: 16 | 32 | 64 };
  /** Arithmetic as if integers had no end; `place` receives what is left in its type. Yields whether that is something else. */
  overflow: { operator: '+' | '-' | '*'; left: Value; right: Value; place: Place };
  /** The bits of a double as an integer, or the other way round. */
  'same-bits': { value: Value };
  /** Evaluates its arguments and yields 0. */
  ignore: { args: readonly Value[] };
}

export type Builtin = Variants<Builtins, unknown, 'op'>;

export type BuiltinOf<O extends Builtin['op']> = Extract<Builtin, { op: O }>;
