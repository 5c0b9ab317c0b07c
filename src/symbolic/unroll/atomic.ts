// An atomic block: several reads and writes that are one event. Inside, a read of a cell the block has written takes the
// block's own value; outside, only the last write to each cell is seen.

import type { StatementOf } from '../../program/statement.js';
import type { Path } from './path.js';
import type { Term } from './term.js';
import type { ThreadUnroller } from './thread.js';
import type { Read } from './unrolled.js';

interface InnerWrite {
  readonly guard: Term;
  readonly address: Term;
  readonly value: Term;
  readonly at: StatementOf<'store'>['at'];
}

export class AtomicBlock {
  readonly #writes: InnerWrite[] = [];
  readonly #reads: Read[] = [];

  constructor(
    readonly unroller: ThreadUnroller,
    readonly event: number,
  ) {}

  access(s: StatementOf<'load' | 'store' | 'rmw'>, path: Path): void {
    const { unroller } = this;
    const address = unroller.value(path, s.address);
    unroller.checkAddress(path, address, s.kind === 'store' ? 'store' : 'load', s.at);
    const write = (value: Term): void => {
      this.#writes.push({ guard: unroller.executed(path), address, value, at: s.at });
    };
    if (s.kind === 'store') {
      write(unroller.value(path, s.value));
      return;
    }
    const old = this.#read(path, address, s.at);
    if (s.kind === 'rmw') write(unroller.updated(path, s.op, old));
    if (s.target !== undefined) path.registers.set(s.target, old);
  }

  #read(path: Path, address: Term, at: InnerWrite['at']): Term {
    const { unroller } = this;
    const { terms } = unroller.building;
    const guard = unroller.executed(path);
    // Own writes that this read may see, newest first, down to one it certainly sees.
    const own: { matches: Term; value: Term }[] = [];
    let value: Term | undefined;
    for (const write of this.#writes.toReversed()) {
      const same = terms.equal(write.address, address);
      if (same === terms.yes && terms.implies(guard, write.guard)) {
        value = write.value;
        break;
      }
      const matches = terms.and(write.guard, same);
      if (matches !== terms.no) own.push({ matches, value: write.value });
    }
    if (value === undefined) {
      const outside = terms.and(guard, ...own.map(({ matches }) => terms.not(matches)));
      value = this.#readOutside(path, outside, address, at);
    }
    return own.reduceRight((rest, { matches, value: inner }) => terms.ite(matches, inner, rest), value);
  }

  #readOutside(path: Path, guard: Term, address: Term, at: InnerWrite['at']): Term {
    const { unroller } = this;
    const { terms } = unroller.building;
    const earlier = this.#reads.find((r) => r.address === address && terms.implies(guard, r.guard));
    if (earlier !== undefined) return earlier.value;
    const read = unroller.building.addRead(this.event, { guard, address });
    this.#reads.push(read);
    unroller.checkRead(path, read, at);
    return read.value;
  }

  /** Adds the writes that are seen outside. */
  finish(): void {
    const { building } = this.unroller;
    const { terms } = building;
    this.#writes.forEach((write, i) => {
      const overwritten = this.#writes
        .slice(i + 1)
        .map((later) => terms.and(later.guard, terms.equal(later.address, write.address)));
      const guard = terms.and(write.guard, terms.not(terms.or(...overwritten)));
      if (guard === terms.no) return;
      this.unroller.checkWrite(building.addWrite(this.event, { ...write, guard }, write.value), write.at);
    });
  }
}
