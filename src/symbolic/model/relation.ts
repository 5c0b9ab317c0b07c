// A relation between the nodes of an execution whose pairs hold under literals; pairs that never hold are absent.

import { type Lit, no } from '../formula/cnf.js';

export class Relation {
  readonly #rows = new Map<number, Map<number, Lit>>();

  get(a: number, b: number): Lit {
    return this.#rows.get(a)?.get(b) ?? no;
  }

  set(a: number, b: number, lit: Lit): void {
    if (lit === no) return;
    const row = this.#rows.get(a);
    if (row === undefined) this.#rows.set(a, new Map([[b, lit]]));
    else row.set(b, lit);
  }

  row(a: number): ReadonlyMap<number, Lit> {
    return this.#rows.get(a) ?? noRow;
  }

  *pairs(): Generator<[a: number, b: number, lit: Lit]> {
    for (const [a, row] of this.#rows) for (const [b, lit] of row) yield [a, b, lit];
  }
}

const noRow: ReadonlyMap<number, Lit> = new Map();
