// Collects the statements of one instruction, and complains about its operands.

import { type Expr, register } from '../../../program/expression.js';
import type { Statement } from '../../../program/statement.js';
import type { DiagnosticCode, InputError } from '../../../support/diagnostic.js';
import type { Source } from '../source.js';
import type { Span } from '../syntax.js';
import type { FlagPart, FlagUpdate } from './flags.js';
import type { Instruction, Operand } from './instruction.js';

/** An operand that an instruction can write to. */
export type Target = Extract<Operand, { kind: 'register' | 'memory' }>;

export class Emitter {
  readonly instruction: Instruction;
  /** The parts of the flags that the thread reads. */
  readonly flags: ReadonlySet<FlagPart>;
  readonly #source: Source;
  readonly #statements: Statement[] = [];

  constructor(source: Source, flags: ReadonlySet<FlagPart>, instruction: Instruction) {
    this.#source = source;
    this.flags = flags;
    this.instruction = instruction;
  }

  statements(): Statement[] {
    const at = this.#source.at(this.instruction);
    return this.#statements.map((statement) => ({ ...statement, at }));
  }

  refuseLock(): void {
    if (this.instruction.locked) this.fail('bad-lock', 'needs a memory operand', this.instruction);
  }

  setFlags(update: FlagUpdate): void {
    for (const part of ['.of', '.cf', '.res'] as const) {
      const value = update[part];
      if (value !== undefined && this.flags.has(part)) this.assign(part, value);
    }
  }

  /** The value of an operand; memory is loaded first. */
  read(operand: Operand): Expr {
    switch (operand.kind) {
      case 'register':
        return register(operand.name);
      case 'immediate':
        return operand.value;
      case 'memory': {
        const target = this.#statements.some((s) => s.kind === 'load' && s.target === '.in') ? '.in2' : '.in';
        this.emit({ kind: 'load', target, address: operand.address });
        return register(target);
      }
      case 'label':
        return this.fail('bad-operand', 'takes no label', operand);
    }
  }

  write(target: Target, value: Expr): void {
    if (target.kind === 'register') this.assign(target.name, value);
    else this.emit({ kind: 'store', address: target.address, value });
  }

  assign(target: string, value: Expr): void {
    this.emit({ kind: 'assign', target, value });
  }

  emit(statement: Statement): void {
    // A locked instruction synchronises as the strongest atomic of C does.
    this.#statements.push(statement.kind === 'rmw' ? { ...statement, order: 'seq_cst' } : statement);
  }

  expect(count: number): void {
    const { operands } = this.instruction;
    if (operands.length !== count)
      this.fail(
        'bad-operand-count',
        `takes ${count === 0 ? 'no operands' : count === 1 ? 'one operand' : `${count} operands`}, not ${operands.length}`,
        this.instruction,
      );
  }

  target(operand: Operand): Target {
    if (operand.kind === 'register' || operand.kind === 'memory') return operand;
    return this.fail('bad-operand', 'cannot write to this operand', operand);
  }

  register(operand: Operand): string {
    if (operand.kind === 'register') return operand.name;
    return this.fail('bad-operand', 'needs a register here', operand);
  }

  fail(code: DiagnosticCode, message: string, span: Span, hint?: string): never {
    throw this.error(code, message, span, hint);
  }

  error(code: DiagnosticCode, message: string, span: Span, hint?: string): InputError {
    return this.#source.error(code, `${this.instruction.mnemonic} ${message}`, span, hint);
  }
}
