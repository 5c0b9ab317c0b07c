// The instructions of a block. A reader turns members, bit-fields and aggregates into these, so passes know no
// language.

import type { AccessOrder, MemoryOrder } from '../program/memoryOrder.js';
import type { FenceKind, SourceSpan } from '../program/statement.js';
import type { IntrinsicName } from './intrinsics.js';
import type { LayoutName } from './layout.js';
import type { Register, Value } from './value.js';

export const rmwOps = [
  'xchg',
  'add',
  'sub',
  'mul',
  'and',
  'or',
  'xor',
  'nand',
  'max',
  'min',
  'umax',
  'umin',
  'fadd',
  'fsub',
] as const;
export type RmwOp = (typeof rmwOps)[number];

/** An instruction or terminator without its place. */
export type Unplaced<T> = T extends unknown ? Omit<T, 'at'> : never;

export interface Placed {
  readonly at?: SourceSpan;
  /**
   * The instruction comes from the library's model. Its place is that of the program's call, and what it touches is not the
   * program's doing: a plain access is no data race. `link` sets it, inlining keeps it.
   */
  readonly model?: true;
}

export type Instruction = Placed &
  (
    | { readonly kind: 'set'; readonly result: Register; readonly value: Value }
    /**
     * Without an order the access is plain. The result's type says how many bytes are read. Bytes without a value are a finding; with
     * `has`, an `i32`, they are none: it says whether they have one, and the result is 0 where they have not.
     */
    | {
        readonly kind: 'load';
        readonly result: Register;
        readonly has?: Register;
        readonly address: Value;
        readonly order?: AccessOrder;
      }
    | {
        readonly kind: 'store';
        readonly address: Value;
        readonly value: Value;
        readonly order?: AccessOrder;
      }
    /** The result is what was read. */
    | {
        readonly kind: 'rmw';
        readonly result?: Register;
        readonly op: RmwOp;
        readonly address: Value;
        readonly value: Value;
        readonly order: MemoryOrder;
      }
    /** The result is what was read; whether it was exchanged is seen by comparing that with `expected`. */
    | {
        readonly kind: 'cmpxchg';
        readonly result?: Register;
        readonly address: Value;
        readonly expected: Value;
        readonly desired: Value;
        readonly order: MemoryOrder;
        readonly failure: MemoryOrder;
      }
    /** `fence` is the machine's fence; absent: the one that the order asks for. */
    | { readonly kind: 'fence'; readonly order: MemoryOrder; readonly fence?: FenceKind }
    /** As if all `size` bytes were read before any is written. */
    | { readonly kind: 'copy'; readonly to: Value; readonly from: Value; readonly size: Value }
    /** `value` is an `i8`. */
    | { readonly kind: 'fill'; readonly to: Value; readonly value: Value; readonly size: Value }
    /** A local, or what was one, begins to exist without a value, or ends. */
    | { readonly kind: 'life'; readonly object: Value; readonly phase: 'begins' | 'ends' }
    /** `target` is a symbol or an address that is computed. */
    | {
        readonly kind: 'call';
        readonly results: readonly Register[];
        readonly target: Value;
        readonly args: readonly Value[];
        /** The functions that were inlined around the call, outermost first. */
        readonly within?: readonly string[];
        /** Functions that the target is not: a choice before the call has compared it with them. */
        readonly tried?: readonly string[];
        readonly holds?: LayoutName;
      }
    | {
        readonly kind: 'intrinsic';
        readonly name: IntrinsicName;
        readonly result?: Register;
        readonly args: readonly Value[];
        /** The content of the block that an `allocate` makes, or that a call makes. */
        readonly holds?: LayoutName;
      }
    /** Starts a thread of a settled module; `args` fill its parameters. What `spawn` becomes. */
    | { readonly kind: 'start'; readonly thread: number; readonly args: readonly Value[] }
  );

export type InstructionOf<K extends Instruction['kind']> = Extract<Instruction, { kind: K }>;

/** How a block ends. A `return` of a thread's function ends the thread. */
export type Terminator = Placed &
  (
    | { readonly kind: 'jump'; readonly to: string }
    /** `condition` is an `i1`. */
    | {
        readonly kind: 'branch';
        readonly condition: Value;
        readonly whenTrue: string;
        readonly whenFalse: string;
      }
    | {
        readonly kind: 'switch';
        readonly value: Value;
        readonly cases: readonly SwitchCase[];
        readonly otherwise: string;
      }
    | { readonly kind: 'return'; readonly values: readonly Value[] }
    /** Execution does not come here: the instruction before never returns, or the language says so. */
    | { readonly kind: 'unreachable' }
  );

interface SwitchCase {
  /** A constant of the type of the switch's value. */
  readonly value: Value;
  readonly to: string;
}

/** The place of an instruction, and whether it is the model's: for the instructions that replace it. */
export function originOf({ at, model }: Placed): Placed {
  if (at === undefined) return model === true ? ofModel : nowhere;
  return model === true ? { model, at } : { at };
}

const ofModel: Placed = { model: true };
const nowhere: Placed = {};

/** The values that an instruction uses. */
export function valuesOf(i: Instruction): readonly Value[] {
  switch (i.kind) {
    case 'set':
      return [i.value];
    case 'load':
      return [i.address];
    case 'store':
    case 'rmw':
      return [i.address, i.value];
    case 'cmpxchg':
      return [i.address, i.expected, i.desired];
    case 'fence':
      return [];
    case 'copy':
      return [i.to, i.from, i.size];
    case 'fill':
      return [i.to, i.value, i.size];
    case 'life':
      return [i.object];
    case 'call':
      return [i.target, ...i.args];
    case 'intrinsic':
    case 'start':
      return i.args;
  }
}

/** The registers that an instruction sets. */
export function resultsOf(i: Instruction): readonly Register[] {
  switch (i.kind) {
    case 'set':
      return [i.result];
    case 'load':
      return i.has === undefined ? [i.result] : [i.result, i.has];
    case 'rmw':
    case 'cmpxchg':
    case 'intrinsic':
      return i.result === undefined ? [] : [i.result];
    case 'call':
      return i.results;
    default:
      return [];
  }
}

/** The same instruction on other values; the instruction itself if `change` leaves all of them as they are. */
export function mapValues(i: Instruction, change: (value: Value) => Value): Instruction {
  switch (i.kind) {
    case 'set': {
      const value = change(i.value);
      return value === i.value ? i : { ...i, value };
    }
    case 'load': {
      const address = change(i.address);
      return address === i.address ? i : { ...i, address };
    }
    case 'store':
    case 'rmw': {
      const [address, value] = [change(i.address), change(i.value)];
      return address === i.address && value === i.value ? i : { ...i, address, value };
    }
    case 'fence':
      return i;
    case 'life': {
      const object = change(i.object);
      return object === i.object ? i : { ...i, object };
    }
    default: {
      const values = valuesOf(i);
      const changed = values.map(change);
      return changed.every((value, k) => value === values[k]) ? i : withValues(i, changed);
    }
  }
}

/** The same instruction on these values. */
function withValues(
  i: InstructionOf<'cmpxchg' | 'copy' | 'fill' | 'call' | 'intrinsic' | 'start'>,
  values: Value[],
): Instruction {
  const [a, b, c] = values;
  switch (i.kind) {
    case 'cmpxchg':
      return { ...i, address: a, expected: b, desired: c };
    case 'copy':
      return { ...i, to: a, from: b, size: c };
    case 'fill':
      return { ...i, to: a, value: b, size: c };
    case 'call':
      return { ...i, target: a, args: values.slice(1) };
    case 'intrinsic':
    case 'start':
      return { ...i, args: values };
  }
}

/** The same instruction with other registers set. */
export function mapResults(i: Instruction, change: (register: Register) => Register): Instruction {
  switch (i.kind) {
    case 'set':
      return { ...i, result: change(i.result) };
    case 'load':
      return { ...i, result: change(i.result), ...(i.has === undefined ? {} : { has: change(i.has) }) };
    case 'rmw':
    case 'cmpxchg':
    case 'intrinsic':
      return i.result === undefined ? i : { ...i, result: change(i.result) };
    case 'call':
      return { ...i, results: i.results.map(change) };
    default:
      return i;
  }
}

/** The values that the end of a block uses. */
export function valuesOfEnd(end: Terminator): readonly Value[] {
  switch (end.kind) {
    case 'branch':
      return [end.condition];
    case 'switch':
      return [end.value];
    case 'return':
      return end.values;
    default:
      return [];
  }
}

/** The end itself if `change` leaves all of its values as they are; so does `mapSuccessors`. */
export function mapEndValues(end: Terminator, change: (value: Value) => Value): Terminator {
  switch (end.kind) {
    case 'branch': {
      const condition = change(end.condition);
      return condition === end.condition ? end : { ...end, condition };
    }
    case 'switch': {
      const value = change(end.value);
      return value === end.value ? end : { ...end, value };
    }
    case 'return': {
      const values = end.values.map(change);
      return values.every((value, k) => value === end.values[k]) ? end : { ...end, values };
    }
    default:
      return end;
  }
}

/** The blocks that may come next; a block that is reached in two ways stands there twice. */
export function successorsOf(end: Terminator): readonly string[] {
  switch (end.kind) {
    case 'jump':
      return [end.to];
    case 'branch':
      return [end.whenTrue, end.whenFalse];
    case 'switch':
      return [...end.cases.map((c) => c.to), end.otherwise];
    default:
      return [];
  }
}

export function mapSuccessors(end: Terminator, change: (label: string) => string): Terminator {
  switch (end.kind) {
    case 'jump': {
      const to = change(end.to);
      return to === end.to ? end : { ...end, to };
    }
    case 'branch': {
      const [whenTrue, whenFalse] = [change(end.whenTrue), change(end.whenFalse)];
      return whenTrue === end.whenTrue && whenFalse === end.whenFalse ? end : { ...end, whenTrue, whenFalse };
    }
    case 'switch': {
      const [cases, otherwise] = [end.cases.map((c) => ({ ...c, to: change(c.to) })), change(end.otherwise)];
      const isSame = otherwise === end.otherwise && cases.every(({ to }, k) => to === end.cases[k]?.to);
      return isSame ? end : { ...end, cases, otherwise };
    }
    default:
      return end;
  }
}
