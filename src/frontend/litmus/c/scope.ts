// The meaning of names in one thread of the C dialect: its registers, and the locations its parameters point to.

import { addressOf, type Expr, type ExprWidth, register } from '../../../program/expression.js';
import type { Memory } from '../memory.js';
import type { Source } from '../source.js';
import { didYouMean } from '../suggest.js';
import type { Span } from '../syntax.js';
import type { CFunction, CStatement } from './syntax.js';

export class Scope {
  readonly source: Source;
  readonly memory: Memory;
  readonly function: CFunction;
  readonly registers = new Set<string>();
  /** Those declared `wide`: of 64 bits. */
  readonly #wide = new Set<string>();
  /** Parameters of a thread that runs from the start: each is the address of the location of its name. */
  readonly #pointers = new Set<string>();

  constructor(source: Source, memory: Memory, f: CFunction) {
    this.source = source;
    this.memory = memory;
    this.function = f;
    const parameters = new Set<string>();
    for (const parameter of f.parameters) {
      if (parameters.has(parameter.name))
        source.fail('duplicate-name', `${f.name} has two parameters ${parameter.name}`, parameter);
      parameters.add(parameter.name);
      if (f.spawned) {
        this.registers.add(parameter.name);
        if (parameter.wide) this.#wide.add(parameter.name);
      } else if (parameter.pointer) this.#pointers.add(memory.mention(parameter.name, parameter));
      else
        source.fail(
          'bad-parameter',
          `parameter ${parameter.name} of ${f.name} must be a pointer to a location of the test`,
          parameter,
          'only a thread that is started by spawn(...) takes values: write spawned before its name',
        );
    }
    for (const name of assignedIn(f.body)) this.registers.add(name);
    for (const name of wideIn(f.body)) this.#wide.add(name);
    this.#checkDeclarations(f.body, parameters);
  }

  width(register: string): ExprWidth {
    return this.#wide.has(register) ? 64 : 32;
  }

  /** Makes a register of 64 bits. */
  widen(register: string): void {
    this.#wide.add(register);
  }

  register(name: string): Expr {
    return register(name, this.width(name));
  }

  /** A register is one variable in the whole thread, so a name is declared once among those that can be seen. */
  #checkDeclarations(body: readonly CStatement[], visible: ReadonlySet<string>): void {
    const here = new Set(visible);
    for (const statement of body)
      switch (statement.kind) {
        case 'declare':
          for (const declarator of statement.declarators) {
            if (here.has(declarator.name))
              this.source.fail(
                'duplicate-name',
                `${declarator.name} is declared before in ${this.function.name}`,
                declarator,
                'every variable of a thread needs a name of its own',
              );
            here.add(declarator.name);
          }
          break;
        case 'if':
          this.#checkDeclarations(statement.whenTrue, here);
          this.#checkDeclarations(statement.whenFalse, here);
          break;
        case 'while':
        case 'block':
        case 'atomic':
          this.#checkDeclarations(statement.body, here);
          break;
        default:
          break;
      }
  }

  /** The meaning of a bare name. */
  resolve(name: string, span: Span): Expr {
    if (this.registers.has(name)) return this.register(name);
    if (this.#pointers.has(name)) return addressOf(name);
    if (this.memory.has(name))
      return this.source.fail(
        'unknown-name',
        `${name} is a location of the test, but not a parameter of ${this.function.name}`,
        span,
        `add int* ${name} to its parameters, or write &${name}`,
      );
    return this.source.fail(
      'unknown-name',
      `${name} is neither a variable nor a parameter of ${this.function.name}`,
      span,
      didYouMean(name, [...this.registers, ...this.#pointers]),
    );
  }
}

/** The labels of blocks and loops. */
export function* labelsIn(body: readonly CStatement[]): Generator<string> {
  for (const statement of body)
    switch (statement.kind) {
      case 'if':
        yield* labelsIn(statement.whenTrue);
        yield* labelsIn(statement.whenFalse);
        break;
      case 'while':
      case 'block':
        if (statement.label !== undefined) yield statement.label;
        yield* labelsIn(statement.body);
        break;
      case 'atomic':
        yield* labelsIn(statement.body);
        break;
      default:
        break;
    }
}

/** The names that statements declare or assign. */
function* assignedIn(body: readonly CStatement[]): Generator<string> {
  for (const statement of body)
    switch (statement.kind) {
      case 'declare':
        for (const { name } of statement.declarators) yield name;
        break;
      case 'assign':
        if (statement.target.kind === 'name') yield statement.target.name;
        break;
      case 'if':
        yield* assignedIn(statement.whenTrue);
        yield* assignedIn(statement.whenFalse);
        break;
      case 'while':
      case 'block':
      case 'atomic':
        yield* assignedIn(statement.body);
        break;
      default:
        break;
    }
}

/** The names that are declared `wide`, wherever that is. */
function* wideIn(body: readonly CStatement[]): Generator<string> {
  for (const statement of body)
    switch (statement.kind) {
      case 'declare':
        if (statement.wide) for (const { name } of statement.declarators) yield name;
        break;
      case 'if':
        yield* wideIn(statement.whenTrue);
        yield* wideIn(statement.whenFalse);
        break;
      case 'while':
      case 'block':
      case 'atomic':
        yield* wideIn(statement.body);
        break;
      default:
        break;
    }
}
