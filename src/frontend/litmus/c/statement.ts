// Statements of the C dialect.

import { binary, constant, type Expr, unary } from '../../../program/expression.js';
import type { Width } from '../../../program/integer.js';
import { accessOrders, memoryOrders } from '../../../program/memoryOrder.js';
import { assertedFindings, type Statement } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import { readCNumber } from '../numbers.js';
import type { Span } from '../syntax.js';
import { ExpressionLowering, isPure } from './expression.js';
import { labelsIn, type Scope } from './scope.js';
import type { CallSyntax, CExpr, CStatement, OrderSyntax } from './syntax.js';

/** Finds the thread that a spawn names. */
type FindThread = (name: string, span: Span) => number;

export function lowerBody(scope: Scope, findThread: FindThread): Statement[] {
  const lowering = new StatementLowering(new ExpressionLowering(scope), findThread);
  return lowering.body(scope.function.body);
}

const lifetimes = { begin_lifetime: 'begins', end_lifetime: 'ends', destroy: 'destroys' } as const;

const emptyWidths: ReadonlyMap<string, Width> = new Map([
  ['empty8', 8],
  ['empty16', 16],
  ['empty32', 32],
  ['empty64', 64],
]);

const takesOrder: ReadonlySet<Statement['kind']> = new Set(['load', 'store', 'rmw', 'fence', 'atomic']);

class StatementLowering {
  readonly #expressions: ExpressionLowering;
  readonly #findThread: FindThread;
  /** Labels of the enclosing loops, innermost last. */
  readonly #loops: string[] = [];
  readonly #labels: ReadonlySet<string>;
  #unlabelled = 0;

  constructor(expressions: ExpressionLowering, findThread: FindThread) {
    this.#expressions = expressions;
    this.#labels = new Set(labelsIn(expressions.scope.function.body));
    this.#findThread = findThread;
  }

  body(statements: readonly CStatement[]): Statement[] {
    return this.#expressions.collect(() => {
      for (const statement of statements) this.#statement(statement);
    });
  }

  #statement(s: CStatement): void {
    if (s.ordered === undefined) this.#unordered(s);
    else this.#ordered(s, s.ordered);
  }

  /** A statement that is one access or fence, with the order it has for the language. */
  #ordered(s: CStatement, { order, failure }: OrderSyntax): void {
    const x = this.#expressions;
    const error = (message: string): Error => x.scope.source.error('bad-order', message, s);
    const [only, ...more] = x.collect(() => this.#unordered(s));
    if (only === undefined || more.length > 0 || !takesOrder.has(only.kind))
      throw error('__order is about a statement that is one access or fence');
    const named = accessOrders.find((known) => known === order);
    const ofFailure = memoryOrders.find((known) => known === failure);
    if ((named === undefined && order !== '_') || (failure !== undefined && ofFailure === undefined))
      throw error(`the orders are ${accessOrders.join(', ')}`);
    const { order: _, failure: __, ...plain } = only;
    x.emit({ ...plain, ...present({ order: named, failure: ofFailure }) }, s);
  }

  #unordered(s: CStatement): void {
    const x = this.#expressions;
    switch (s.kind) {
      case 'declare':
        for (const d of s.declarators) if (d.value !== undefined) x.into(d.name, d.value, d);
        return;
      case 'assign':
        this.#assign(s);
        return;
      case 'call':
        this.#call(s.call, s);
        return;
      case 'if': {
        const condition = x.value(s.condition);
        x.emit(
          { kind: 'if', condition, whenTrue: this.body(s.whenTrue), whenFalse: this.body(s.whenFalse) },
          s,
        );
        return;
      }
      case 'while':
        this.#while(s);
        return;
      case 'block':
        if (s.label === undefined) for (const inner of s.body) this.#statement(inner);
        else x.emit({ kind: 'block', label: s.label, body: this.body(s.body) }, s);
        return;
      case 'atomic':
        x.emit({ kind: 'atomic', body: this.body(s.body), ...present({ loads: s.loads }) }, s);
        return;
      case 'break':
      case 'continue': {
        const label = s.label ?? this.#loops.at(-1);
        if (label === undefined) x.scope.source.fail('unknown-label', `${s.kind} outside a loop`, s);
        else x.emit({ kind: s.kind, label }, s);
      }
    }
  }

  #assign(s: CStatement & { kind: 'assign' }): void {
    const x = this.#expressions;
    const { target, op, value } = s;
    if (target.kind === 'name') {
      if (op === undefined) x.into(target.name, value, s);
      else {
        const operand = x.value(value);
        x.emit(
          { kind: 'assign', target: target.name, value: binary(op, x.scope.register(target.name), operand) },
          s,
        );
      }
      return;
    }
    if (target.kind !== 'load' && target.kind !== 'index')
      x.scope.source.fail('bad-assignment', 'the left side must be a variable, *p or p[i]', target);
    const address = x.address(target);
    if (op === undefined) {
      x.emit({ kind: 'store', address, value: x.value(value) }, s);
      return;
    }
    const old = x.temporary();
    x.emit({ kind: 'load', target: old, address }, s);
    x.emit({ kind: 'store', address, value: binary(op, x.scope.register(old), x.value(value)) }, s);
  }

  #while(s: CStatement & { kind: 'while' }): void {
    const x = this.#expressions;
    const label = s.label ?? this.#freshLabel();
    const bound = s.bound === undefined ? {} : { bound: this.#bound(s.bound) };
    this.#loops.push(label);
    if (isPure(s.condition))
      x.emit({ kind: 'while', label, condition: x.value(s.condition), body: this.body(s.body), ...bound }, s);
    else {
      const leave: Statement = { kind: 'break', label, at: x.scope.source.at(s.condition) };
      const test = x.collect(() => {
        const condition = unary('!', x.value(s.condition));
        x.emit({ kind: 'if', condition, whenTrue: [leave], whenFalse: [] }, s.condition);
      });
      x.emit(
        { kind: 'while', label, condition: constant(1), body: [...test, ...this.body(s.body)], ...bound },
        s,
      );
    }
    this.#loops.pop();
  }

  #freshLabel(): string {
    const label = `while${this.#unlabelled++}`;
    return this.#labels.has(label) ? this.#freshLabel() : label;
  }

  #bound(e: CExpr): number {
    const { source } = this.#expressions.scope;
    const bound = e.kind === 'number' ? readCNumber(source, e.text, e) : -1;
    return bound >= 0 ? bound : source.fail('bad-bound', 'a bound is a number that is not negative', e);
  }

  #call(call: CallSyntax, span: Span): void {
    const x = this.#expressions;
    const one = (): Expr => {
      x.arity(call, 1);
      return x.value(call.args[0]);
    };
    const waited = (): Expr => {
      x.arity(call, 1, 2);
      return x.value(call.args[0]);
    };
    switch (call.name) {
      case 'assume':
        x.emit({ kind: 'assume', condition: one() }, span);
        return;
      case 'assert':
        this.#assert(call, span);
        return;
      case 'join':
        x.emit({ kind: 'join', thread: waited(), ...x.interruptible(call, 1) }, span);
        return;
      case 'lock':
      case 'spin_lock':
        x.emit({ kind: 'lock', address: waited(), ...x.interruptible(call, 1) }, span);
        return;
      case 'unlock':
        this.#unlock(call, span);
        return;
      case 'spin_unlock':
        // as in the kernel's memory model: a store that releases
        x.emit({ kind: 'fence', fence: 'store-store', order: 'relaxed' }, span);
        x.emit({ kind: 'store', address: one(), value: constant(0), order: 'release' }, span);
        return;
      case 'take':
        this.#take(call, span);
        return;
      case 'free':
        x.emit({ kind: 'free', address: one() }, span);
        return;
      case 'begin_lifetime':
      case 'end_lifetime':
      case 'destroy': {
        const lifetime = lifetimes[call.name];
        x.emit({ kind: 'store', address: one(), value: constant(0), lifetime }, span);
        return;
      }
      case 'empty':
      case 'empty8':
      case 'empty16':
      case 'empty32':
      case 'empty64': {
        const width = emptyWidths.get(call.name);
        const value = constant(0, width === 64 ? 64 : 32);
        x.emit({ kind: 'store', address: one(), value, lifetime: 'empties', ...present({ width }) }, span);
        return;
      }
      case 'spawn':
        this.#spawn(call, span);
        return;
      default:
        x.memoryCall(call, span);
    }
  }

  #unlock(call: CallSyntax, span: Span): void {
    const x = this.#expressions;
    x.arity(call, 1, 2);
    const [address, holder] = call.args.map((arg) => x.value(arg));
    x.emit({ kind: 'unlock', address, ...present({ holder }) }, span);
  }

  /** `take(m, least, 1, add, -1)` */
  #take(call: CallSyntax, span: Span): void {
    const x = this.#expressions;
    x.arity(call, 5, 6);
    const [place, , , how, change] = call.args;
    const address = x.value(place);
    const until = x.until(call);
    if (how.kind !== 'name' || (how.name !== 'set' && how.name !== 'add'))
      throw x.scope.source.error('bad-expression', 'taking a lock can `set` it or `add` to it', how);
    const leaves = { op: how.name === 'set' ? '=' : '+', value: x.value(change) } as const;
    x.emit({ kind: 'lock', address, until, leaves, ...x.interruptible(call, 5) }, span);
  }

  #assert(call: CallSyntax, span: Span): void {
    const x = this.#expressions;
    x.arity(call, 1, 2, 3);
    const [condition, ...texts] = call.args;
    const [message, name] = texts.map((text) =>
      text.kind === 'string'
        ? text.value
        : x.scope.source.fail('bad-expression', 'the message of an assertion is a string', text),
    );
    const finding = assertedFindings.find((known) => known === name);
    x.emit({ kind: 'assert', condition: x.value(condition), ...present({ message, finding }) }, span);
  }

  #spawn(call: CallSyntax, span: Span): void {
    const x = this.#expressions;
    const [thread, ...args] = call.args;
    const name = thread?.kind === 'name' ? thread.name : thread?.kind === 'number' ? thread.text : undefined;
    if (thread === undefined || name === undefined)
      throw x.scope.source.error('bad-spawn', 'spawn names a thread first, then its arguments', call);
    const index = this.#findThread(name, thread);
    x.emit({ kind: 'spawn', thread: index, args: args.map((arg) => x.value(arg)) }, span);
  }
}
