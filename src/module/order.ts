// Which instructions of a body may come after which.

import { successorsOf } from './instruction.js';
import type { Body } from './module.js';

export interface Position {
  readonly label: string;
  readonly index: number;
}

export class Order {
  readonly #body: Body;
  readonly #after = new Map<string, ReadonlySet<string>>();

  constructor(body: Body) {
    this.#body = body;
  }

  /** Whether the second instruction may run after the first one, which may be the same. */
  mayFollow(first: Position, second: Position): boolean {
    return (
      (first.label === second.label && first.index < second.index) ||
      this.#blocksAfter(first.label).has(second.label)
    );
  }

  /** The blocks that come after a block; the block itself if it is part of a cycle. */
  #blocksAfter(label: string): ReadonlySet<string> {
    const known = this.#after.get(label);
    if (known !== undefined) return known;
    const next = (at: string): readonly string[] => {
      const block = this.#body.blocks.get(at);
      return block === undefined ? [] : successorsOf(block.end);
    };
    const after = new Set(next(label));
    for (const at of after) for (const to of next(at)) after.add(to);
    this.#after.set(label, after);
    return after;
  }
}
