// gcc's labels: `__label__` names one of a block, `&&name` is a value, and `goto *value` jumps to the label that it is. A value is
// a number that no object has; the jump is a switch over the labels of the function whose values were taken.

import type { SourceSpan } from '../../../program/statement.js';
import type { Expression, Statement, TypeName } from '../ast.js';

/** Between the objects of a program and what is no address. */
const firstValue = 0x6c00_0000;
const distance = 16;

/** Those of the function that is being read. */
export class FunctionLabels {
  /** Innermost last: the name in the function of each label of the block. */
  readonly #blocks: Map<string, string>[] = [];
  #locals = 0;
  readonly #values = new Map<string, number>();
  readonly #jumps: { readonly items: Statement[]; readonly at: SourceSpan }[] = [];

  /** `before`: how many labels of other functions have values. */
  constructor(readonly before = 0) {}

  get count(): number {
    return this.before + this.#values.size;
  }

  openBlock(): void {
    this.#blocks.push(new Map());
  }

  closeBlock(): void {
    this.#blocks.pop();
  }

  /** `__label__ name;` */
  declare(name: string): void {
    this.#blocks.at(-1)?.set(name, `${name}#${++this.#locals}`);
  }

  /** The name in the function of the label. */
  named(name: string): string {
    return this.#blocks.findLast((block) => block.has(name))?.get(name) ?? name;
  }

  /** `&&name` */
  valueOf(name: string, at: SourceSpan): Expression {
    const label = this.named(name);
    const value = this.#values.get(label) ?? firstValue + distance * this.count;
    this.#values.set(label, value);
    return { kind: 'cast', type: typeNamed(['void'], at, true), operand: numberOf(value, at), at };
  }

  /** `goto *value;` */
  jumpTo(value: Expression, at: SourceSpan): Statement {
    const items: Statement[] = [];
    this.#jumps.push({ items, at });
    const number: Expression = {
      kind: 'cast',
      type: typeNamed(['unsigned', 'long'], at),
      operand: value,
      at,
    };
    return { kind: 'switch', value: number, body: { kind: 'block', items, at }, at };
  }

  /** At the end of the function, when all labels with values are known. */
  complete(): void {
    for (const { items, at } of this.#jumps) {
      for (const [label, value] of this.#values)
        items.push({ kind: 'case', low: numberOf(value, at), at }, { kind: 'goto', label, at });
      const callee = { kind: 'name', name: '__builtin_unreachable', at } as const;
      items.push(
        { kind: 'default', at },
        { kind: 'expression', value: { kind: 'call', callee, args: [], at }, at },
      );
    }
  }
}

export const numberOf = (value: number, at: SourceSpan): Expression => ({
  kind: 'number',
  text: String(value),
  at,
});

/** A type that is written so, or a pointer to it. */
export function typeNamed(words: readonly string[], at: SourceSpan, pointer = false): TypeName {
  const qualifiers = { const: false, atomic: false };
  const inner = { kind: 'abstract', at } as const;
  return {
    specifiers: {
      threadLocal: false,
      attributes: { packed: false, aligned: [] },
      qualifiers,
      type: { kind: 'basic', words, at },
      at,
    },
    declarator: pointer ? { kind: 'pointer', qualifiers, inner, at } : inner,
    at,
  };
}
