// A thread of a C test as a C function: static void P0(char *row, int64_t *registers). Cells are volatile ints, so that
// the compiler keeps every access; registers are ints. The functions of the dialect are macros of runtime/litmus-c.h.

import type { CExpr, CFunction, CStatement } from '../frontend/litmus/c/syntax.js';
import type { InitialValue } from '../program/program.js';
import type { Row } from './row.js';

interface CThread {
  readonly code: CFunction;
  readonly registers: ReadonlySet<string>;
  readonly initial: ReadonlyMap<string, InitialValue>;
  readonly saved: ReadonlyMap<string, number>;
  readonly row: Row;
  refuse(what: string): never;
}

export function cFunction(name: string, thread: CThread): string[] {
  const writer = new CWriter(thread);
  return [
    `static void ${name}(char *row, int64_t *registers) {`,
    ...[...thread.registers].map(
      (register) => `  int ${identifier(register)} = ${writer.initial(register)};`,
    ),
    ...thread.code.body.flatMap((statement) => writer.statement(statement)),
    ...[...thread.saved].map(([register, place]) => `  registers[${place}] = ${identifier(register)};`),
    '}',
  ];
}

/** Names of tests may hold characters that C does not know, and be words of C. */
const identifier = (name: string): string => `v_${name.replace(/\W/g, (c) => `_${c.charCodeAt(0)}_`)}`;

/** Functions of C11 and of the kernel under one name, with their arguments the other way round. */
const eitherOrder = /^atomic_fetch_(add|sub|and|or|xor)$/;

class CWriter {
  readonly #thread: CThread;

  constructor(thread: CThread) {
    this.#thread = thread;
  }

  initial(register: string): string {
    const value = this.#thread.initial.get(register) ?? 0;
    return typeof value === 'object' ? this.#address(value.location, value.index) : `${value}`;
  }

  statement(s: CStatement): string[] {
    switch (s.kind) {
      case 'declare':
        return s.declarators.flatMap(({ name, value }) =>
          value === undefined ? [] : [`${identifier(name)} = ${this.#value(value)};`],
        );
      case 'assign':
        return [`${this.#value(s.target)} ${s.op ?? ''}= ${this.#value(s.value)};`];
      case 'call':
        return [`${this.#value(s.call)};`];
      case 'if':
        return [
          `if (${this.#value(s.condition)}) {`,
          ...s.whenTrue.flatMap((inner) => this.statement(inner)),
          '} else {',
          ...s.whenFalse.flatMap((inner) => this.statement(inner)),
          '}',
        ];
      case 'while':
        if (s.bound !== undefined) return this.#thread.refuse('a loop with a bound');
        if (s.label !== undefined) return this.#thread.refuse('a loop with a label');
        return [
          `while (${this.#value(s.condition)}) {`,
          ...s.body.flatMap((inner) => this.statement(inner)),
          '}',
        ];
      case 'block':
        if (s.label !== undefined) return this.#thread.refuse('a block with a label');
        return ['{', ...s.body.flatMap((inner) => this.statement(inner)), '}'];
      case 'atomic':
        return this.#thread.refuse('an atomic block');
      case 'break':
      case 'continue':
        return [`${s.kind};`];
    }
  }

  #value(e: CExpr): string {
    switch (e.kind) {
      case 'number':
        return `(${e.text})`;
      case 'string':
        return this.#thread.refuse('a string');
      case 'name':
        return this.#thread.registers.has(e.name) ? identifier(e.name) : this.#address(e.name, 0);
      case 'address':
        return this.#thread.registers.has(e.name) ? `&${identifier(e.name)}` : this.#address(e.name, 0);
      case 'load':
        return `AT(${this.#value(e.address)})`;
      case 'index':
        return `AT(${this.#value(e.base)} + 4 * (${this.#value(e.index)}))`;
      case 'unary':
        return `(${e.op} ${this.#value(e.operand)})`;
      case 'binary':
        if (this.#isAddress(e.left) || this.#isAddress(e.right))
          return this.#thread.refuse('arithmetic on an address');
        return `(${this.#value(e.left)} ${e.op} ${this.#value(e.right)})`;
      case 'conditional':
        return `(${this.#value(e.condition)} ? ${this.#value(e.whenTrue)} : ${this.#value(e.whenFalse)})`;
      case 'call': {
        const swap =
          eitherOrder.test(e.name) &&
          e.args.length === 2 &&
          !this.#isAddress(e.args[0]) &&
          this.#isAddress(e.args[1]);
        const args = (swap ? [...e.args].reverse() : e.args).map((argument) => this.#argument(argument));
        return `${e.name}(${args.join(', ')})`;
      }
    }
  }

  /** The name of a memory order is no variable of the thread. */
  #argument(e: CExpr): string {
    return e.kind === 'name' && /^(memory_order_|mo_)\w+$/.test(e.name) && !this.#thread.registers.has(e.name)
      ? e.name
      : this.#value(e);
  }

  #isAddress = (e: CExpr): boolean =>
    (e.kind === 'name' || e.kind === 'address') && !this.#thread.registers.has(e.name);

  #address = (location: string, index: number): string =>
    `(int)(uintptr_t)(row + ${this.#thread.row.offset(location, index)})`;
}
