// Replays one thread: its statements, with the values that its events read in the execution. Beside every value stands
// its relation to the choices.

import type { Event } from '../../execution/event.js';
import type { Expr } from '../../program/expression.js';
import type { ThreadId } from '../../program/identity.js';
import { type Integer, type Width, wrap } from '../../program/integer.js';
import type { Thread } from '../../program/program.js';
import { expressionsOf, type Statement, type StatementOf } from '../../program/statement.js';
import { bug } from '../../support/diagnostic.js';
import type { Conditions, Shadow, Shadowed } from './shadow.js';

/** The state that the threads share. */
export interface Surroundings {
  readonly conditions: Conditions;
  readonly unroll: number;
  address(location: string): Integer;
  /** The relation to choices of the value that the event reads at that address. */
  source(event: Event, address: Integer): Shadow | undefined;
  /** The event leaves a value there. */
  wrote(event: Event, address: Integer, shadow: Shadow | undefined): void;
  /** The choice that a thread makes with this statement, its `count`-th. */
  choice(thread: ThreadId, count: number, statement: StatementOf<'nondet'>, event: Event): Shadow | undefined;
  spawned(thread: ThreadId, args: readonly Shadowed[]): void;
  /** The block that a thread allocates, its `count`-th. */
  allocated(thread: ThreadId, count: number): Integer;
}

/** Where control goes after a statement: on, to a label, or nowhere. */
type Next = undefined | { readonly kind: 'break' | 'continue'; readonly label: string } | 'stop';

/** The thread wants to know its next event; `waitsFor` is the cell of a lock it stands before. */
export interface Request {
  readonly waitsFor?: Integer;
}

/** `memory` of an atomic block: its own writes. */
interface Block {
  readonly event: Event;
  readonly own: Map<Integer, Shadowed>;
  /** Where it left no value. */
  readonly unset: Set<Integer>;
}

export class ThreadAgain {
  readonly registers = new Map<string, Shadowed>();
  /** It stopped in a loop that waits. */
  awaits = false;
  #choices = 0;
  #allocs = 0;
  #block: Block | undefined;

  constructor(
    private readonly index: number,
    private readonly thread: Thread,
    private readonly around: Surroundings,
  ) {}

  *run(): Generator<Request, void, Event> {
    yield* this.#body(this.thread.body);
  }

  #value(e: Expr): Shadowed {
    return this.around.conditions.evaluate(
      e,
      (name) => this.registers.get(name) ?? { value: 0 },
      (location) => this.around.address(location),
    );
  }

  /** A value that nothing may depend on. */
  #pinned(e: Expr): Integer {
    const value = this.#value(e);
    this.around.conditions.pin(value);
    return value.value;
  }

  *#body(body: readonly Statement[]): Generator<Request, Next, Event> {
    for (const s of body) {
      const next = yield* this.#statement(s);
      if (next !== undefined) return next;
    }
    return undefined;
  }

  *#statement(s: Statement): Generator<Request, Next, Event> {
    const { conditions } = this.around;
    switch (s.kind) {
      case 'assign':
        this.registers.set(s.target, this.#value(s.value));
        return undefined;
      case 'load': {
        const address = this.#pinned(s.address);
        if (s.until !== undefined) this.#pinned(s.until.value);
        const event = s.until === undefined ? yield* this.#event() : yield { waitsFor: address };
        const found = this.#read(event, address, s.width ?? 32);
        if (s.until !== undefined) conditions.pin(found);
        this.registers.set(s.target, found);
        if (s.has !== undefined) this.registers.set(s.has, { value: this.#has(event, address) ? 1 : 0 });
        return undefined;
      }
      case 'store': {
        const address = this.#pinned(s.address);
        const value = this.#value(s.value);
        const event = yield* this.#event();
        if (s.lifetime === undefined) this.#write(event, address, value, s.width ?? 32);
        else if (this.#block !== undefined) {
          this.#block.own.set(address, { value: 0 });
          this.#block.unset.add(address);
        }
        return undefined;
      }
      case 'rmw':
        yield* this.#update(s);
        return undefined;
      case 'fence':
        if (s.fence !== 'load-load') yield* this.#event();
        return undefined;
      case 'atomic': {
        const event = yield {};
        this.#block = { event, own: new Map(), unset: new Set() };
        const next = yield* this.#body(s.body);
        if (next !== 'stop')
          for (const [address, { shadow }] of this.#block.own) this.around.wrote(event, address, shadow);
        this.#block = undefined;
        return next;
      }
      case 'if':
        return yield* this.#body(conditions.truth(this.#value(s.condition)) ? s.whenTrue : s.whenFalse);
      case 'block': {
        const next = yield* this.#body(s.body);
        return leaves(next, 'break', s.label) ? undefined : next;
      }
      case 'while':
        return yield* this.#while(s);
      case 'break':
      case 'continue':
        return { kind: s.kind, label: s.label };
      case 'assume':
      case 'assert':
        if (conditions.truth(this.#value(s.condition))) return undefined;
        if (s.kind === 'assume' && s.awaits !== undefined) {
          this.awaits = true;
          // One more round would depend on these registers.
          for (const value of this.registers.values()) conditions.pin(value);
        }
        return 'stop';
      case 'nondet': {
        const event = yield {};
        const shadow = this.around.choice(this.index, this.#choices++, s, event);
        this.registers.set(s.target, { value: event.choice ?? bug('a choice without a value'), shadow });
        return undefined;
      }
      case 'spawn': {
        const args = s.args.map((arg) => this.#value(arg));
        yield {};
        this.around.spawned(s.thread, args);
        return undefined;
      }
      case 'join':
        this.#pinned(s.thread);
        yield {};
        return undefined;
      case 'lock':
      case 'unlock': {
        const [address] = expressionsOf(s).map((expr) => this.#pinned(expr));
        const event = yield { waitsFor: address };
        conditions.pin({ value: 0, shadow: this.around.source(event, address) });
        return undefined;
      }
      case 'alloc':
        this.#pinned(s.size);
        this.registers.set(s.target, { value: this.around.allocated(this.index, this.#allocs++) });
        return undefined;
      case 'free':
        if (this.#pinned(s.address) !== 0) yield* this.#event();
        return undefined;
    }
  }

  *#while(s: StatementOf<'while'>): Generator<Request, Next, Event> {
    for (let round = 0; this.around.conditions.truth(this.#value(s.condition)); round++) {
      if (round >= (s.bound ?? this.around.unroll)) return 'stop';
      const next = yield* this.#body(s.body);
      if (leaves(next, 'break', s.label)) return undefined;
      if (next !== undefined && !leaves(next, 'continue', s.label)) return next;
    }
    return undefined;
  }

  /** The event of a statement: inside an atomic block that of the block. */
  *#event(): Generator<Request, Event, Event> {
    return this.#block === undefined ? yield {} : this.#block.event;
  }

  #read(event: Event, address: Integer, width: Width): Shadowed {
    const own = this.#block?.own.get(address);
    if (own !== undefined) return this.#narrow(own, width);
    const value = event.reads.find((access) => access.address === address)?.value ?? 0;
    return this.#narrow({ value, shadow: this.around.source(event, address) }, width);
  }

  /** Whether a load that may find none found a value. */
  #has(event: Event, address: Integer): boolean {
    if (this.#block?.own.has(address) === true) return !this.#block.unset.has(address);
    return event.reads.find((access) => access.address === address)?.unset !== true;
  }

  #write(event: Event, address: Integer, value: Shadowed, width: Width): void {
    const left = this.#narrow(value, width, true);
    if (this.#block !== undefined) {
      this.#block.own.set(address, left);
      this.#block.unset.delete(address);
    } else this.around.wrote(event, address, left.shadow);
  }

  /** The low bits, read as signed. Memory holds whole numbers, so there the choice must not make the value wrap. */
  #narrow(value: Shadowed, width: Width, kept = false): Shadowed {
    const { conditions } = this.around;
    const low: Shadowed = { value: wrap(value.value, width), shadow: value.shadow };
    if (low.shadow === undefined || width === 64 || (width === 32 && !kept)) return low;
    conditions.stays(low.shadow, BigInt(low.value), width);
    return low;
  }

  *#update(s: StatementOf<'rmw'>): Generator<Request, void, Event> {
    const address = this.#pinned(s.address);
    const width = s.width ?? 32;
    const { conditions } = this.around;
    const computed = width === 64 ? 64 : 32;
    switch (s.op.kind) {
      case 'xchg': {
        const value = this.#value(s.op.value);
        const event = yield* this.#event();
        this.#done(s, this.#read(event, address, width));
        this.#write(event, address, value, width);
        return;
      }
      case 'fetch': {
        const value = this.#value(s.op.value);
        const event = yield* this.#event();
        const old = this.#read(event, address, width);
        this.#done(s, old);
        if (s.op.op === 'nand') {
          conditions.pin(old);
          conditions.pin(value);
          const both = conditions.binary('&', { value: old.value }, { value: value.value }, computed);
          this.#write(event, address, { value: -1n - BigInt(both.value) }, width);
        } else this.#write(event, address, conditions.binary(s.op.op, old, value, computed), width);
        return;
      }
      case 'cas': {
        const [expected, desired] = [this.#value(s.op.expected), this.#value(s.op.desired)];
        const event = yield* this.#event();
        const old = this.#read(event, address, width);
        this.#done(s, old);
        const same = conditions.binary('==', old, this.#narrow(expected, width), computed).value === 1;
        this.#write(event, address, same ? desired : old, width);
        return;
      }
    }
  }

  #done(s: StatementOf<'rmw'>, old: Shadowed): void {
    if (s.target !== undefined) this.registers.set(s.target, old);
  }
}

const leaves = (next: Next, kind: 'break' | 'continue', label: string): boolean =>
  typeof next === 'object' && next.kind === kind && next.label === label;
