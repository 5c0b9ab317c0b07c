// The shared state of `settle`: the linked module, the objects that locals have become, and names.

import type { SourceSpan } from '../../../program/statement.js';
import { type Diagnostic, InputError } from '../../../support/diagnostic.js';
import { resultsOf } from '../../instruction.js';
import { declared } from '../../lazyFunction.js';
import type { Func, Global, Local, Module } from '../../module.js';
import { bytesOf, type Type } from '../../type.js';
import type { Value } from '../../value.js';
import type { Changed } from './changed.js';
import { initialValue } from './initial.js';
import type { Memory } from './memory.js';
import { type Found, type Range, Ranges, whole } from './ranges.js';
import { hasOwnBit, writes } from './writers.js';

export interface SettleOptions {
  /** The depth of a recursion without a known end, and the rounds of such a loop that spawns. */
  readonly depth: number;
  /** Instructions that a thread may have at most after loops were written out. */
  readonly mostInstructions: number;
  /** The arguments of main, after the name of the program. */
  readonly args?: readonly string[];
  /** The things that a final state shows, as the user names them. */
  readonly observe?: readonly string[];
}

export const defaultSettleOptions: SettleOptions = { depth: 4, mostInstructions: 40_000 };

/** The program as a whole while its threads are settled. */
export class Settling {
  readonly module: Module;
  readonly options: SettleOptions;
  /** Locals and copies of thread-local objects, by name. */
  readonly objects = new Map<string, Global>();
  /** Locals whose addresses another thread was started with. */
  readonly shared = new Set<string>();
  /** How many threads were started so far. */
  started = 0;
  /** How many threads there are, once all are known. */
  threads: number | undefined;
  /** The bytes that may differ from their initial value. */
  readonly changed: Changed;
  /** Bytes that were read as bytes that do not change, by the thread that is settled with them. */
  readonly #relied = new Map<number | undefined, Ranges>();
  /** The thread that is being settled; undefined while all are looked at. */
  thread: number | undefined;
  /** Threads are followed from their start; what a thread writes is noted. */
  follows = false;
  /** The code that is settled may come between any two steps of the thread. */
  isApart = false;
  /** The contents of memory where main starts each thread. */
  atStart: ReadonlyMap<number, Memory> = new Map();
  /** The thread of main's through which each thread was started. */
  readonly startedThrough = new Map<number, number>();
  /** The bytes that were found to change. */
  readonly news: Found[] = [];
  #heldAtFirst: ReadonlySet<string> | undefined;
  #declarations: Module['functions'] | undefined;
  #names = 0;
  #blocks = 0;

  constructor(module: Module, options: SettleOptions, changed: Changed) {
    this.module = module;
    this.options = options;
    this.changed = changed;
    this.#names = lastName(module);
  }

  /** A number that no other name ends with. */
  fresh(): number {
    return ++this.#names;
  }

  function(name: string): Func | undefined {
    return this.module.functions.get(name);
  }

  /** The functions without their bodies: names of addresses. */
  get declarations(): Module['functions'] {
    this.#declarations ??= new Map([...this.module.functions].map(([name, f]) => [name, declared(f)]));
    return this.#declarations;
  }

  global(name: string): Global | undefined {
    return this.objects.get(name) ?? this.module.globals.get(name);
  }

  /** The object of a local of an inlined function. */
  addLocal(f: Func, local: Local, thread: number): string {
    const base = `${f.label ?? f.name}.${local.label ?? local.name}`;
    let name = base;
    for (let n = 2; this.global(name) !== undefined || this.module.functions.has(name); n++)
      name = `${base}#${n}`;
    this.objects.set(name, {
      ...local,
      name,
      label: local.label ?? local.name,
      relocations: [],
      storage: { kind: 'local', thread },
      ...(f.model === true ? { model: true } : {}),
    });
    return name;
  }

  /** An object of a thread's own with the bytes of another. */
  addCopy(of: string, thread: number, label?: string): string {
    const name = `${of}~${this.fresh()}`;
    const global = this.global(of);
    if (global !== undefined)
      this.objects.set(name, {
        ...global,
        name,
        storage: { kind: 'local', thread },
        ...(label === undefined ? {} : { label }),
      });
    return name;
  }

  /** The object of a block that main allocates. It has no first value: all its bytes change. */
  addBlock(size: number, align: number): string {
    const name = `$block#${++this.#blocks}`;
    const storage = { kind: 'block' } as const;
    this.objects.set(name, { name, size, align, bytes: new Uint8Array(), relocations: [], storage });
    this.changed.add(name, whole, writes.ever);
    return name;
  }

  isBlock(name: string): boolean {
    return this.objects.get(name)?.storage.kind === 'block';
  }

  get hasBlocks(): boolean {
    return this.#blocks > 0;
  }

  /** Whether main starts the thread itself, and its bit is that of no other thread that main starts. */
  isStartedByMain(thread: number): boolean {
    return this.startedThrough.get(thread) === thread && hasOwnBit(thread);
  }

  /** The objects whose addresses are somewhere in memory where a thread begins. */
  heldAtFirst(thread: number): ReadonlySet<string> {
    const { globals } = this.module;
    this.#heldAtFirst ??= new Set(
      [...globals.values()]
        .flatMap(({ relocations }) => relocations.map(({ target }) => target))
        .filter((target) => globals.has(target) && globals.get(target)?.constant !== true),
    );
    if (thread === 0 || !this.hasBlocks) return this.#heldAtFirst;
    return new Set([...this.#heldAtFirst, ...[...this.objects.keys()].filter((name) => this.isBlock(name))]);
  }

  /** The copy that a thread has of a thread-local object. */
  ofThread(name: string, thread: number): string {
    const copy = `${name}@${thread}`;
    const global = this.module.globals.get(name);
    if (global !== undefined && !this.objects.has(copy))
      this.objects.set(copy, { ...global, name: copy, storage: { kind: 'static', thread } });
    return copy;
  }

  isThreadLocal(name: string): boolean {
    return this.module.globals.get(name)?.storage.kind === 'thread';
  }

  /** The thread whose copy of a thread-local object this is; main for any other object. */
  ownerOf(name: string): number {
    const at = name.lastIndexOf('@');
    return at > 0 && this.isThreadLocal(name.slice(0, at)) ? Number(name.slice(at + 1)) : 0;
  }

  /** Whether none of these writers is believed to write the bytes. A thread's copy of an object is one of its own. */
  mayBeFixed(name: string, from: number, to: number, by: number = writes.ever): boolean {
    const global = this.global(name);
    if (global?.bytes === undefined || global.storage.kind === 'local') return false;
    if (global.constant === true) return true;
    return this.changed.isFixed(name, { from, to }, by);
  }

  /** The same, and that they do not write the bytes is relied on. */
  isFixed(
    name: string,
    from = Number.NEGATIVE_INFINITY,
    to = Number.POSITIVE_INFINITY,
    by: number = writes.ever,
  ): boolean {
    if (!this.mayBeFixed(name, from, to, by)) return false;
    if (this.module.globals.get(name)?.constant === true) return true;
    this.#relyOn(name, { from, to }, by);
    return true;
  }

  #relyOn(name: string, range: Range, by: number): void {
    const relied = this.#relied.get(this.thread) ?? new Ranges();
    this.#relied.set(this.thread, relied);
    relied.add(name, range, by);
  }

  /** Something that is believed never to happen does. Its name is that of no object. */
  happens(what: string): void {
    this.changes(what, whole);
  }

  /** Whether it is believed never to happen, which is relied on. */
  neverHappens(what: string): boolean {
    const never = this.changed.isFixed(what, whole);
    if (never) this.#relyOn(what, whole, writes.ever);
    return never;
  }

  /** Bytes change. */
  changes(object: string, range: Range, by: number = writes.all): void {
    if (this.changed.add(object, range, by)) this.news.push({ object, range: { ...range, by } });
  }

  /** Whether a thread was settled with bytes that were found to change later. */
  isOutdated(thread: number | undefined): boolean {
    const relied = this.#relied.get(thread);
    if (relied === undefined) return false;
    return this.news.some(({ object, range }) => relied.meets(object, range, range.by));
  }

  /** Forgets a thread that is settled anew. */
  forget(thread: number): void {
    this.thread = undefined;
    this.#relied.delete(thread);
    for (const { name, storage } of this.objects.values())
      if (storage.kind === 'block' ? thread === 0 : storage.kind === 'local' && storage.thread === thread)
        this.objects.delete(name);
    if (thread === 0) this.#blocks = 0;
  }

  /** The value of a load of bytes that never change; undefined if they may change or are no value of the type. */
  fixedValue(name: string, at: number, type: Type): Value | undefined {
    const global = this.global(name);
    return global === undefined || !this.isFixed(name, at, at + bytesOf(type))
      ? undefined
      : initialValue(global, at, type);
  }

  /** The string at an address of bytes that never change. */
  textAt(name: string, at: number): string | undefined {
    const global = this.global(name);
    if (global?.bytes === undefined || !this.isFixed(name)) return undefined;
    const bytes = global.bytes.subarray(at);
    const end = bytes.indexOf(0);
    return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  }
}

/** The thread-local object that a thread's copy is one of; any other object itself. */
export const ofAllThreads = (name: string): string => name.replace(/@\d+$/, '');

/** The highest number in a name of threads that are settled already. */
function lastName({ threads }: Module): number {
  let last = 0;
  const note = (name: string): void => {
    for (const [, number] of name.matchAll(/~(\d+)/g)) last = Math.max(last, Number(number));
  };
  for (const { body } of threads)
    for (const [label, { instructions }] of body.blocks) {
      note(label);
      for (const i of instructions) for (const { name } of resultsOf(i)) note(name);
    }
  return last;
}

export const refusal = (message: string, at?: SourceSpan): Diagnostic => ({
  code: 'module-unsupported',
  message,
  ...(at === undefined
    ? {}
    : { line: at.line, column: at.column, ...(at.file === undefined ? {} : { file: at.file }) }),
});

export function refuse(message: string, at?: SourceSpan): never {
  throw new InputError(refusal(message, at));
}
