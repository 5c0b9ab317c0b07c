// The names of a thread's registers and labels.

import { type Expr, type ExprWidth, register } from '../../../program/expression.js';

export class Names {
  readonly #used = new Map<string, number>();
  #temporaries = 0;
  #labels = 0;
  /** Registers of 64 bits. */
  readonly #wide = new Set<string>();

  readonly fresh = (name: string, width: ExprWidth = 32): string => {
    const count = (this.#used.get(name) ?? 0) + 1;
    this.#used.set(name, count);
    return this.#sized(count === 1 ? name : `${name}#${count}`, width);
  };

  readonly temporary = (width: ExprWidth = 32): string => this.#sized(`$${++this.#temporaries}`, width);

  readonly register = (name: string): Expr => register(name, this.#wide.has(name) ? 64 : 32);

  readonly label = (name: string): string => `${name}.${++this.#labels}`;

  #sized(name: string, width: ExprWidth): string {
    if (width === 64) this.#wide.add(name);
    return name;
  }
}
