// The lists of statements around the one that is emitted: their variables end, and their deferred calls are made, where control leaves
// them.

import type { TypedStatement, Value } from '../typed.js';

type Items = readonly TypedStatement[];

interface Scope {
  readonly items: Items;
  /** Calls that leaving the list makes, the last one first. */
  readonly deferred: Value[];
}

/** Where break and continue lead, and how many scopes are open there. */
interface Target {
  readonly label: string;
  readonly depth: number;
}

export class Scopes {
  readonly #open: Scope[] = [];
  readonly #breaks: Target[] = [];
  readonly #continues: Target[] = [];
  /** The lists around each label of the program, outermost first. */
  #labels: ReadonlyMap<string, readonly Items[]> = new Map();

  /** Before the body of the function. */
  setLabels(body: Items): void {
    this.#labels = labelsIn(body);
  }

  open(items: Items): void {
    this.#open.push({ items, deferred: [] });
  }

  close(): void {
    this.#open.pop();
  }

  defer(value: Value): void {
    this.#open.at(-1)?.deferred.push(value);
  }

  enter(breaks: string | undefined, continues: string | undefined): void {
    const depth = this.#open.length;
    this.#breaks.push(
      breaks === undefined ? (this.#breaks.at(-1) ?? { label: '', depth }) : { label: breaks, depth },
    );
    this.#continues.push(
      continues === undefined
        ? (this.#continues.at(-1) ?? { label: '', depth })
        : { label: continues, depth },
    );
  }

  leave(): void {
    this.#breaks.pop();
    this.#continues.pop();
  }

  get breaks(): Target | undefined {
    return this.#breaks.at(-1);
  }

  get continues(): Target | undefined {
    return this.#continues.at(-1);
  }

  /** The open scopes from the innermost one outwards, as far as `depth` stay open. */
  above(depth: number): Scope[] {
    return this.#open.slice(depth).reverse();
  }

  /** How many of the open scopes are around the label too. */
  depthOf(label: string): number {
    const around = this.#labels.get(label) ?? [];
    const other = this.#open.findIndex(({ items }, i) => around[i] !== items);
    return other < 0 ? this.#open.length : other;
  }
}

function labelsIn(body: Items): Map<string, readonly Items[]> {
  const found = new Map<string, readonly Items[]>();
  const list = (items: Items, around: readonly Items[]): void => {
    const inside = [...around, items];
    for (const s of items) one(s, inside);
  };
  const one = (s: TypedStatement, around: readonly Items[]): void => {
    switch (s.kind) {
      case 'label':
        found.set(s.name, around);
        return;
      case 'block':
      case 'switch':
        list(s.items, around);
        return;
      case 'if':
        one(s.whenTrue, around);
        if (s.whenFalse !== undefined) one(s.whenFalse, around);
        return;
      case 'loop':
        one(s.body, around);
        return;
      default:
        return;
    }
  };
  list(body, []);
  return found;
}
