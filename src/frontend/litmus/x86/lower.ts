// The effect of each instruction, in statements. A plain instruction on memory is a load and a store. A locked one,
// and XCHG with memory always, is one atomic read-modify-write.

import { binary, conditional, constant, type Expr, register, unary } from '../../../program/expression.js';
import type { FetchOp, Statement } from '../../../program/statement.js';
import type { Source } from '../source.js';
import { Emitter, type Target } from './emitter.js';
import {
  type FlagPart,
  type FlagUpdate,
  flagCondition,
  flagsOfAddition,
  flagsOfResult,
  flagsOfSubtraction,
} from './flags.js';
import type { Instruction, Operand } from './instruction.js';
import { type Arithmetic, arithmeticOps, type OneOperand } from './mnemonics.js';
import { accumulator, type X86Dialect } from './registers.js';

export class Lowering {
  readonly #dialect: X86Dialect;
  readonly #out: Emitter;

  /** `flags`: the parts of the flags that the thread reads. */
  constructor(source: Source, dialect: X86Dialect, flags: ReadonlySet<FlagPart>, instruction: Instruction) {
    this.#dialect = dialect;
    this.#out = new Emitter(source, flags, instruction);
  }

  /** The statements of an instruction; none for a jump. */
  run(): Statement[] {
    this.#run();
    return this.#out.statements();
  }

  #run(): void {
    const { operation, locked, operands } = this.#out.instruction;
    const lockable: ReadonlySet<typeof operation.kind> = new Set([
      'arithmetic',
      'one-operand',
      'xadd',
      'cmpxchg',
      'xchg',
    ]);
    if (locked && !lockable.has(operation.kind))
      this.#out.fail('bad-lock', 'has no locked form', this.#out.instruction);
    switch (operation.kind) {
      case 'nothing':
        this.#out.expect(0);
        return;
      case 'fence':
        this.#out.expect(0);
        this.#out.emit({ kind: 'fence', fence: operation.fence });
        return;
      case 'mov':
        this.#out.expect(2);
        this.#move(this.#out.target(operands[0]), operands[1]);
        return;
      case 'cmp':
      case 'test': {
        this.#out.expect(2);
        const a = this.#out.read(operands[0]);
        const b = this.#out.read(operands[1]);
        this.#out.setFlags(
          operation.kind === 'cmp' ? flagsOfSubtraction(a, b) : flagsOfResult(binary('&', a, b)),
        );
        return;
      }
      case 'arithmetic':
        this.#out.expect(2);
        this.#arithmetic(operation.op, this.#out.target(operands[0]), operands[1]);
        return;
      case 'one-operand':
        this.#out.expect(1);
        this.#oneOperand(operation.op, this.#out.target(operands[0]));
        return;
      case 'xchg':
      case 'uxch':
        this.#out.expect(2);
        this.#exchange(
          this.#out.target(operands[0]),
          this.#out.target(operands[1]),
          operation.kind === 'xchg',
        );
        return;
      case 'xadd':
        this.#out.expect(2);
        this.#exchangeAdd(this.#out.target(operands[0]), this.#out.register(operands[1]));
        return;
      case 'cmpxchg':
        this.#out.expect(2);
        this.#compareExchange(this.#out.target(operands[0]), this.#out.register(operands[1]));
        return;
      case 'setcc':
        this.#out.expect(1);
        this.#out.write(this.#out.target(operands[0]), flagCondition(operation.condition, operation.noCarry));
        return;
      case 'cmovcc': {
        this.#out.expect(2);
        const target = this.#out.register(operands[0]);
        if (operands[1].kind === 'immediate')
          this.#out.fail('bad-operand', 'cannot move an immediate', operands[1]);
        const value = this.#out.read(operands[1]);
        const condition = flagCondition(operation.condition, operation.noCarry);
        this.#out.assign(target, conditional(condition, value, register(target)));
        return;
      }
      case 'jmp':
      case 'jcc':
        this.#out.expect(1);
        return;
    }
  }

  #move(target: Target, source: Operand): void {
    if (target.kind === 'register' && source.kind === 'memory')
      this.#out.emit({ kind: 'load', target: target.name, address: source.address });
    else this.#out.write(target, this.#out.read(source));
  }

  #arithmetic(op: Arithmetic, target: Target, source: Operand): void {
    const operator = arithmeticOps[op];
    const value = this.#out.read(source);
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
      this.#out.refuseLock();
      const { next, flags } = change(register(target.name));
      this.#out.setFlags(flags);
      this.#out.assign(target.name, next);
      return;
    }
    const { next, flags } = change(register('.old'));
    if (this.#out.instruction.locked) {
      const keep = this.#out.flags.size > 0 ? { target: '.old' } : {};
      this.#out.emit({ kind: 'rmw', ...keep, address: target.address, op: { kind: 'fetch', ...fetch } });
    } else {
      this.#out.emit({ kind: 'load', target: '.old', address: target.address });
      this.#out.emit({ kind: 'store', address: target.address, value: next });
    }
    this.#out.setFlags(flags);
  }

  #exchange(a: Target, b: Target, atomic: boolean): void {
    if (a.kind === 'register' && b.kind === 'register') {
      this.#out.refuseLock();
      this.#out.assign('.old', register(a.name));
      this.#out.assign(a.name, register(b.name));
      this.#out.assign(b.name, register('.old'));
      return;
    }
    const memory = a.kind === 'memory' ? a : b;
    const other = a.kind === 'memory' ? b : a;
    if (memory.kind !== 'memory' || other.kind !== 'register')
      throw this.#out.error(
        'bad-operand',
        'exchanges a register with a register or with memory',
        this.#out.instruction,
      );
    const value = register(other.name);
    if (atomic) {
      this.#out.emit({
        kind: 'rmw',
        target: other.name,
        address: memory.address,
        op: { kind: 'xchg', value },
      });
      return;
    }
    this.#out.emit({ kind: 'load', target: '.old', address: memory.address });
    this.#out.emit({ kind: 'store', address: memory.address, value });
    this.#out.assign(other.name, register('.old'));
  }

  #exchangeAdd(target: Target, source: string): void {
    const value = register(source);
    const old = register('.old');
    if (target.kind === 'register') {
      this.#out.refuseLock();
      this.#out.assign('.old', register(target.name));
      this.#out.assign('.sum', binary('+', old, value));
      this.#out.setFlags(flagsOfAddition(old, value));
      this.#out.assign(source, old);
      this.#out.assign(target.name, register('.sum'));
      return;
    }
    if (this.#out.instruction.locked)
      this.#out.emit({
        kind: 'rmw',
        target: '.old',
        address: target.address,
        op: { kind: 'fetch', op: '+', value },
      });
    else {
      this.#out.emit({ kind: 'load', target: '.old', address: target.address });
      this.#out.emit({ kind: 'store', address: target.address, value: binary('+', old, value) });
    }
    this.#out.setFlags(flagsOfAddition(old, value));
    this.#out.assign(source, old);
  }

  /** The destination is written in any case; the accumulator receives what was read, which changes it only on failure. */
  #compareExchange(target: Target, source: string): void {
    const name = accumulator(this.#dialect);
    const expected = register(name);
    const desired = register(source);
    const old = register('.old');
    const next = conditional(binary('==', old, expected), desired, old);
    if (target.kind === 'register') {
      this.#out.refuseLock();
      this.#out.assign('.old', register(target.name));
      this.#out.setFlags(flagsOfSubtraction(expected, old));
      this.#out.assign('.next', next);
      this.#out.assign(name, old);
      this.#out.assign(target.name, register('.next'));
      return;
    }
    if (this.#out.instruction.locked)
      this.#out.emit({
        kind: 'rmw',
        target: '.old',
        address: target.address,
        op: { kind: 'cas', expected, desired },
      });
    else {
      this.#out.emit({ kind: 'load', target: '.old', address: target.address });
      this.#out.emit({ kind: 'store', address: target.address, value: next });
    }
    this.#out.setFlags(flagsOfSubtraction(expected, old));
    this.#out.assign(name, old);
  }
}
