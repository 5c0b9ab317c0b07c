// A program as a compiler sees it: functions of basic blocks over bytes. Readers fill it, `passes/` turn it into the engines'
// Program. Settled (passes/settle), it has threads in place of functions: each one body without calls.

import type { SourceSpan } from '../program/statement.js';
import type { Instruction, Terminator } from './instruction.js';
import type { Layout, LayoutName } from './layout.js';
import type { Type } from './type.js';
import type { Register } from './value.js';

/** An address of 8 bytes within initial bytes: that of `target` and `addend` bytes more. */
export interface Relocation {
  readonly offset: number;
  /** A global or a function. */
  readonly target: string;
  readonly addend: number;
}

/**
 * How long an object lives: with the process, or in one copy per thread (before `settle` makes copies of it). A local of a settled
 * thread lives between two `life` instructions of the thread that owns it. `settle` alone knows blocks of the heap as objects.
 */
export type Storage =
  /** With `thread`: the copy that it has of a thread-local object. */
  | { readonly kind: 'static'; readonly thread?: number }
  | { readonly kind: 'thread' }
  | { readonly kind: 'local'; readonly thread: number }
  | { readonly kind: 'block' };

interface Named {
  /** Its name in reports; absent: its name. */
  readonly label?: string;
  readonly layout?: LayoutName;
  readonly at?: SourceSpan;
}

export interface Global extends Named {
  readonly name: string;
  readonly size: number;
  readonly align: number;
  /** From offset 0 on; the rest is 0. Absent: the object is declared here and not defined yet. */
  readonly bytes?: Uint8Array;
  readonly relocations: readonly Relocation[];
  readonly storage: Storage;
  /** Its bytes never change. */
  readonly constant?: true;
  /** It belongs to the library's model. */
  readonly model?: true;
}

/** A byte area of a function's frame. It lives from the call to the return, or as its `life` instructions say. */
export interface Local extends Named {
  readonly name: string;
  readonly size: number;
  readonly align: number;
}

export interface Block {
  readonly instructions: readonly Instruction[];
  readonly end: Terminator;
}

/** A function, or the body of a settled thread. */
export interface Body {
  readonly parameters: readonly Register[];
  readonly locals: ReadonlyMap<string, Local>;
  /** By label, in the order of the text; the first is the entry, which nothing jumps to. */
  readonly blocks: ReadonlyMap<string, Block>;
}

interface Mentions {
  /** Functions and globals. */
  readonly symbols: readonly string[];
  /** The functions among them that are called by name, and intrinsics, as the library's C names them. */
  readonly calls: readonly string[];
}

export interface Func {
  readonly name: string;
  readonly label?: string;
  readonly returns: readonly Type[];
  readonly at?: SourceSpan;
  /** Takes more arguments than its parameters. */
  readonly variadic?: true;
  /** It belongs to the library's model. */
  readonly model?: true;
  /** Types of the parameters of a function without a body. */
  readonly takes: readonly Type[];
  /** Absent: declared, not defined. */
  readonly body?: Body;
  /** The names in the body, where they are known before it is read (lazyFunction.ts). */
  readonly mentions?: Mentions;
  /** It may stand for another definition of the same name, which then replaces it (`weak`, `linkonce`). */
  readonly weak?: true;
  /** It returns objects and references. Where its body is not known, any value of the type in place of its result would be wrong. */
  readonly particular?: true;
}

/** A place of the program as a key. */
export const placeKey = ({ file, line, column }: SourceSpan): string => `${file ?? ''}:${line}:${column}`;

/** A thread of a settled module; its position is its number, main is 0. */
export interface Thread {
  /** `main`, `worker`, `worker/2`. */
  readonly name: string;
  readonly body: Body;
}

export interface Module {
  readonly layouts: ReadonlyMap<LayoutName, Layout>;
  readonly globals: ReadonlyMap<string, Global>;
  readonly functions: ReadonlyMap<string, Func>;
  /** Empty before `settle`. */
  readonly threads: readonly Thread[];
  /** Functions to be called before main, in order. */
  readonly constructors: readonly string[];
  /** Functions to be called after main, in order. */
  readonly destructors: readonly string[];
  /** The file of places that name none. */
  readonly source?: { readonly file: string; readonly text: string };
}
