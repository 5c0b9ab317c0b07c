// What each instruction does, in statements. A plain instruction on memory is a load and a store; a locked one, and XCHG
// with memory always, is one atomic read-modify-write.

import type { InputError } from '../../../program/diagnostic.js';
import { binary, conditional, constant, type Expr, register, unary } from '../../../program/expression.js';
import type { FetchOp, Statement } from '../../../program/statement.js';
import type { Source } from '../source.js';
import type { Span } from '../syntax.js';
import {
  conditionExpr,
  type FlagPart,
  type FlagUpdate,
  flagsOfAddition,
  flagsOfResult,
  flagsOfSubtraction,
} from './flags.js';
import type { Instruction, Operand } from './instruction.js';
import { type Arithmetic, arithmeticOps, type ConditionCode, type OneOperand } from './mnemonics.js';
import { accumulator, type X86Dialect } from './registers.js';

type Target = Extract<Operand, { kind: 'register' | 'memory' }>;

export class Lowering {
  readonly #source: Source;
  readonly #dialect: X86Dialect;
  readonly #flags: ReadonlySet<FlagPart>;
  #instruction: Instruction;
  #statements: Statement[] = [];

  /** `flags`: the parts of the flags that the thread reads. */
  constructor(source: Source, dialect: X86Dialect, flags: ReadonlySet<FlagPart>, instruction: Instruction) {
    this.#source = source;
    this.#dialect = dialect;
    this.#flags = flags;
    this.#instruction = instruction;
  }

  /** The statements of an instruction that is not a jump. */
  run(): Statement[] {
    this.#run();
    const at = this.#source.at(this.#instruction);
    return this.#statements.map((statement) => ({ ...statement, at }));
  }

  #run(): void {
    const { operation, locked, operands } = this.#instruction;
    const lockable: ReadonlySet<typeof operation.kind> = new Set([
      'arithmetic',
      'one-operand',
      'xadd',
      'cmpxchg',
      'xchg',
    ]);
    if (locked && !lockable.has(operation.kind))
      this.#fail('bad-lock', 'has no locked form', this.#instruction);
    switch (operation.kind) {
      case 'nothing':
        this.#expect(0);
        return;
      case 'fence':
        this.#expect(0);
        this.#emit({ kind: 'fence', fence: operation.fence });
        return;
      case 'mov':
        this.#expect(2);
        this.#move(this.#target(operands[0]), operands[1]);
        return;
      case 'cmp':
      case 'test': {
        this.#expect(2);
        const a = this.#read(operands[0]);
        const b = this.#read(operands[1]);
        this.#setFlags(
          operation.kind === 'cmp' ? flagsOfSubtraction(a, b) : flagsOfResult(binary('&', a, b)),
        );
        return;
      }
      case 'arithmetic':
        this.#expect(2);
        this.#arithmetic(operation.op, this.#target(operands[0]), operands[1]);
        return;
      case 'one-operand':
        this.#expect(1);
        this.#oneOperand(operation.op, this.#target(operands[0]));
        return;
      case 'xchg':
      case 'uxch':
        this.#expect(2);
        this.#exchange(this.#target(operands[0]), this.#target(operands[1]), operation.kind === 'xchg');
        return;
      case 'xadd':
        this.#expect(2);
        this.#exchangeAdd(this.#target(operands[0]), this.#register(operands[1]));
        return;
      case 'cmpxchg':
        this.#expect(2);
        this.#compareExchange(this.#target(operands[0]), this.#register(operands[1]));
        return;
      case 'setcc':
        this.#expect(1);
        this.#write(this.#target(operands[0]), this.#condition(operation.condition, operation.noCarry));
        return;
      case 'cmovcc': {
        this.#expect(2);
        const target = this.#register(operands[0]);
        if (operands[1].kind === 'immediate')
          this.#fail('bad-operand', 'cannot move an immediate', operands[1]);
        const value = this.#read(operands[1]);
        const condition = this.#condition(operation.condition, operation.noCarry);
        this.#assign(target, conditional(condition, value, register(target)));
        return;
      }
      case 'jmp':
      case 'jcc':
        this.#expect(1);
        return;
    }
  }

  #move(target: Target, source: Operand): void {
    if (target.kind === 'register' && source.kind === 'memory')
      this.#emit({ kind: 'load', target: target.name, address: source.address });
    else this.#write(target, this.#read(source));
  }

  #arithmetic(op: Arithmetic, target: Target, source: Operand): void {
    const operator = arithmeticOps[op];
    const value = this.#read(source);
    this.#modify(target, { op: operator, value }, (old) => {
      const next = binary(operator, old, value);
      switch (op) {
        case 'add':
          return { next, flags: flagsOfAddition(old, value) };
        case 'sub':
          return { next, flags: flagsOfSubtraction(old, value) };
        default:
          return { next, flags: flagsOfResult(next) };
      }
    });
  }

  #oneOperand(op: OneOperand, target: Target): void {
    const one = constant(1);
    switch (op) {
      case 'inc':
      case 'dec': {
        const operator = op === 'inc' ? '+' : '-';
        this.#modify(target, { op: operator, value: one }, (old) => {
          const { '.cf': _, ...flags } =
            op === 'inc' ? flagsOfAddition(old, one) : flagsOfSubtraction(old, one);
          return { next: binary(operator, old, one), flags };
        });
        break;
      }
      case 'not':
        this.#modify(target, { op: '^', value: constant(-1) }, (old) => ({
          next: unary('~', old),
          flags: {},
        }));
        break;
      case 'neg':
        this.#modify(target, { op: '*', value: constant(-1) }, (old) => ({
          next: unary('-', old),
          flags: flagsOfSubtraction(constant(0), old),
        }));
    }
  }

  /** Replaces the value of the target; a locked instruction does what `fetch` says, which must mean the same as `change`. */
  #modify(
    target: Target,
    fetch: { readonly op: FetchOp; readonly value: Expr },
    change: (old: Expr) => { readonly next: Expr; readonly flags: FlagUpdate },
  ): void {
    if (target.kind === 'register') {
      this.#refuseLock();
      const { next, flags } = change(register(target.name));
      this.#setFlags(flags);
      this.#assign(target.name, next);
      return;
    }
    const { next, flags } = change(register('.old'));
    if (this.#instruction.locked) {
      const keep = this.#flags.size > 0 ? { target: '.old' } : {};
      this.#emit({ kind: 'rmw', ...keep, address: target.address, op: { kind: 'fetch', ...fetch } });
    } else {
      this.#emit({ kind: 'load', target: '.old', address: target.address });
      this.#emit({ kind: 'store', address: target.address, value: next });
    }
    this.#setFlags(flags);
  }

  #exchange(a: Target, b: Target, atomic: boolean): void {
    if (a.kind === 'register' && b.kind === 'register') {
      this.#refuseLock();
      this.#assign('.old', register(a.name));
      this.#assign(a.name, register(b.name));
      this.#assign(b.name, register('.old'));
      return;
    }
    const memory = a.kind === 'memory' ? a : b;
    const other = a.kind === 'memory' ? b : a;
    if (memory.kind !== 'memory' || other.kind !== 'register')
      throw this.#error(
        'bad-operand',
        'exchanges a register with a register or with memory',
        this.#instruction,
      );
    const value = register(other.name);
    if (atomic) {
      this.#emit({ kind: 'rmw', target: other.name, address: memory.address, op: { kind: 'xchg', value } });
      return;
    }
    this.#emit({ kind: 'load', target: '.old', address: memory.address });
    this.#emit({ kind: 'store', address: memory.address, value });
    this.#assign(other.name, register('.old'));
  }

  #exchangeAdd(target: Target, source: string): void {
    const value = register(source);
    const old = register('.old');
    if (target.kind === 'register') {
      this.#refuseLock();
      this.#assign('.old', register(target.name));
      this.#assign('.sum', binary('+', old, value));
      this.#setFlags(flagsOfAddition(old, value));
      this.#assign(source, old);
      this.#assign(target.name, register('.sum'));
      return;
    }
    if (this.#instruction.locked)
      this.#emit({
        kind: 'rmw',
        target: '.old',
        address: target.address,
        op: { kind: 'fetch', op: '+', value },
      });
    else {
      this.#emit({ kind: 'load', target: '.old', address: target.address });
      this.#emit({ kind: 'store', address: target.address, value: binary('+', old, value) });
    }
    this.#setFlags(flagsOfAddition(old, value));
    this.#assign(source, old);
  }

  /** The destination is written in any case; the accumulator receives what was read, which changes it only on failure. */
  #compareExchange(target: Target, source: string): void {
    const name = accumulator(this.#dialect);
    const expected = register(name);
    const desired = register(source);
    const old = register('.old');
    const next = conditional(binary('==', old, expected), desired, old);
    if (target.kind === 'register') {
      this.#refuseLock();
      this.#assign('.old', register(target.name));
      this.#setFlags(flagsOfSubtraction(expected, old));
      this.#assign('.next', next);
      this.#assign(name, old);
      this.#assign(target.name, register('.next'));
      return;
    }
    if (this.#instruction.locked)
      this.#emit({
        kind: 'rmw',
        target: '.old',
        address: target.address,
        op: { kind: 'cas', expected, desired },
      });
    else {
      this.#emit({ kind: 'load', target: '.old', address: target.address });
      this.#emit({ kind: 'store', address: target.address, value: next });
    }
    this.#setFlags(flagsOfSubtraction(expected, old));
    this.#assign(name, old);
  }

  #refuseLock(): void {
    if (this.#instruction.locked) this.#fail('bad-lock', 'needs a memory operand', this.#instruction);
  }

  #condition(condition: ConditionCode, noCarry: boolean): Expr {
    return noCarry ? constant(condition === 'ae' ? 1 : 0) : conditionExpr(condition);
  }

  #setFlags(update: FlagUpdate): void {
    for (const part of ['.of', '.cf', '.res'] as const) {
      const value = update[part];
      if (value !== undefined && this.#flags.has(part)) this.#assign(part, value);
    }
  }

  /** The value of an operand; memory is loaded first. */
  #read(operand: Operand): Expr {
    switch (operand.kind) {
      case 'register':
        return register(operand.name);
      case 'immediate':
        return operand.value;
      case 'memory': {
        const target = this.#statements.some((s) => s.kind === 'load' && s.target === '.in') ? '.in2' : '.in';
        this.#emit({ kind: 'load', target, address: operand.address });
        return register(target);
      }
      case 'label':
        return this.#fail('bad-operand', 'takes no label', operand);
    }
  }

  #write(target: Target, value: Expr): void {
    if (target.kind === 'register') this.#assign(target.name, value);
    else this.#emit({ kind: 'store', address: target.address, value });
  }

  #assign(target: string, value: Expr): void {
    this.#emit({ kind: 'assign', target, value });
  }

  #emit(statement: Statement): void {
    this.#statements.push(statement);
  }

  #expect(count: number): void {
    const { operands } = this.#instruction;
    if (operands.length !== count)
      this.#fail(
        'bad-operand-count',
        `takes ${count === 0 ? 'no operands' : count === 1 ? 'one operand' : `${count} operands`}, not ${operands.length}`,
        this.#instruction,
      );
  }

  #target(operand: Operand): Target {
    if (operand.kind === 'register' || operand.kind === 'memory') return operand;
    return this.#fail('bad-operand', 'cannot write to this operand', operand);
  }

  #register(operand: Operand): string {
    if (operand.kind === 'register') return operand.name;
    return this.#fail('bad-operand', 'needs a register here', operand);
  }

  #fail(code: string, message: string, span: Span, hint?: string): never {
    throw this.#error(code, message, span, hint);
  }

  #error(code: string, message: string, span: Span, hint?: string): InputError {
    return this.#source.error(code, `${this.#instruction.mnemonic} ${message}`, span, hint);
  }
}
