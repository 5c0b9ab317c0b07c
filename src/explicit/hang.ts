// Threads that wait forever. A maximal execution has its final memory. If one more round of its waiting loop does not
// leave a thread there, no round ever will. Otherwise the execution is only one in which the thread has not looked
// again yet.

import type { Blocked } from '../execution/execution.js';
import type { Finding } from '../execution/finding.js';
import { type Expr, evaluate } from '../program/expression.js';
import type { Address, ThreadId } from '../program/identity.js';
import { type Integer, toNumber, wrap } from '../program/integer.js';
import type { Layout } from '../program/layout.js';
import { applyRmw, type RmwValues } from '../program/rmw.js';
import type { RmwOp, Statement, StatementOf } from '../program/statement.js';
import { bug } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import type { Code } from './bytecode/compile.js';

/** The final state of a machine, as far as a waiting thread sees it. */
export interface FinalState {
  readonly code: Code;
  register(thread: ThreadId, name: string): Integer;
  /** The value of the cell at an address that is safe to read, else undefined. */
  cell(address: Address): Integer | undefined;
}

/** The loop a thread waits in that was stopped by the assume before instruction `pc`. */
function awaitedLoop(code: Code, thread: ThreadId, pc: number): StatementOf<'while'> | undefined {
  const statement = code.threads[thread].statements[pc - 1];
  return statement?.kind === 'assume' ? statement.awaits : undefined;
}

/** The threads that wait forever, if every thread that has not ended waits for good; empty if one might go on. */
export function hangingThreads(
  state: FinalState,
  blocked: Iterable<readonly [thread: ThreadId, why: Blocked]>,
  pc: (thread: ThreadId) => number,
): number[] {
  const hanging: number[] = [];
  for (const [thread, why] of blocked) {
    if (why === 'lock' || why === 'join') continue;
    const loop = why === 'assume' ? awaitedLoop(state.code, thread, pc(thread)) : undefined;
    if (loop === undefined || new Round(state, thread).leaves(loop)) return [];
    hanging.push(thread);
  }
  return hanging;
}

export function hangFinding(code: Code, thread: ThreadId, pc: number): Finding {
  const at = awaitedLoop(code, thread, pc)?.at;
  return {
    kind: 'hang',
    thread,
    message: `${code.program.threads[thread].name} waits forever: nothing ends its loop any more`,
    ...present({ at }),
  };
}

/** How a list of statements was left: at its end, by a jump, or for good. */
type Left =
  | { readonly kind: 'end' }
  | { readonly kind: 'break' | 'continue'; readonly label: string }
  /** By an assume, a finding or a change of memory; or, at the assume of a loop within the loop, by waiting on. */
  | { readonly kind: 'stopped' | 'waits' };

const end: Left = { kind: 'end' };

/** One round of a loop on final memory. */
class Round {
  readonly #state: FinalState;
  readonly #thread: ThreadId;
  readonly #layout: Layout;
  readonly #written = new Map<string, Integer>();

  constructor(state: FinalState, thread: ThreadId) {
    this.#state = state;
    this.#thread = thread;
    this.#layout = state.code.layout;
  }

  leaves(loop: StatementOf<'while'>): boolean {
    const left = this.#body(loop.body);
    switch (left.kind) {
      case 'end':
        return this.#value(loop.condition) === 0;
      case 'continue':
        return left.label !== loop.label || this.#value(loop.condition) === 0;
      case 'break':
      case 'stopped':
        return true;
      case 'waits':
        return false;
    }
  }

  /** A loop within the loop. */
  #while(loop: StatementOf<'while'>): Left {
    const bound = loop.bound ?? this.#state.code.unroll;
    for (let rounds = 0; this.#value(loop.condition) !== 0; rounds++) {
      if (rounds === bound) return { kind: 'stopped' };
      const left = this.#body(loop.body);
      if (left.kind === 'break' && left.label === loop.label) return end;
      if (left.kind !== 'end' && !(left.kind === 'continue' && left.label === loop.label)) return left;
    }
    return end;
  }

  #body(statements: readonly Statement[]): Left {
    for (const s of statements) {
      const left = this.#statement(s);
      if (left.kind !== 'end') return left;
    }
    return end;
  }

  #statement(s: Statement): Left {
    switch (s.kind) {
      case 'assign':
        this.#written.set(s.target, this.#value(s.value));
        return end;
      case 'load': {
        const value = s.until === undefined ? this.#cell(s.address) : undefined;
        if (value === undefined) return { kind: 'stopped' };
        this.#written.set(s.target, wrap(value, s.width ?? 32));
        if (s.has !== undefined) this.#written.set(s.has, 1);
        return end;
      }
      case 'rmw': {
        const cell = this.#cell(s.address);
        if (cell === undefined || applyRmw(this.#operation(s.op), cell, s.width) !== cell)
          return { kind: 'stopped' };
        if (s.target !== undefined) this.#written.set(s.target, wrap(cell, s.width ?? 32));
        return end;
      }
      case 'store': {
        const cell = s.lifetime === undefined ? this.#cell(s.address) : undefined;
        const same = cell !== undefined && wrap(this.#value(s.value), s.width ?? 32) === cell;
        return same ? end : { kind: 'stopped' };
      }
      case 'fence':
        return end;
      case 'atomic':
        return this.#body(s.body);
      case 'while':
        return this.#while(s);
      case 'if':
        return this.#body(this.#value(s.condition) !== 0 ? s.whenTrue : s.whenFalse);
      case 'block': {
        const left = this.#body(s.body);
        return left.kind === 'break' && left.label === s.label ? end : left;
      }
      case 'break':
      case 'continue':
        return { kind: s.kind, label: s.label };
      case 'assume':
        if (this.#value(s.condition) !== 0) return end;
        return { kind: s.awaits === undefined ? 'stopped' : 'waits' };
      case 'assert':
        return this.#value(s.condition) !== 0 ? end : { kind: 'stopped' };
      default:
        // The thread does more than wait.
        return { kind: 'stopped' };
    }
  }

  #operation(op: RmwOp): RmwValues {
    if (op.kind !== 'cas') return { ...op, value: this.#value(op.value) };
    return { ...op, expected: this.#value(op.expected), desired: this.#value(op.desired) };
  }

  /** The value of the cell at an address, if it can be read. */
  #cell(address: Expr): Integer | undefined {
    const value = this.#value(address);
    return wrap(value, 32) === value ? this.#state.cell(toNumber(value)) : undefined;
  }

  #value(expr: Expr): Integer {
    return evaluate(
      expr,
      (name) => this.#written.get(name) ?? this.#state.register(this.#thread, name),
      (location) => this.#layout.addressOf.get(location) ?? bug(`no location ${location}`),
    );
  }
}
