// An atomic block: several reads and writes that are one event. Inside, a read of a cell the block has written takes the
// block's own value; outside, only the last write to each cell is seen, and none of a block that does not come to its end.

import type { EventId } from '../../execution/event.js';
import { accessWidth } from '../../program/cells.js';
import type { StatementOf } from '../../program/statement.js';
import { present } from '../../support/present.js';
import type { Path } from './path.js';
import type { Term } from './term.js';
import type { ThreadUnroller } from './thread.js';
import type { Read } from './unrolled.js';

/** The result of a read: a value, if the cell `holds` one. */
interface Found {
  readonly value: Term;
  readonly holds: Term;
}

/** A write of the block that a read in it sees if `matches`. */
interface VisibleWrite extends Found {
  readonly matches: Term;
}

interface InnerWrite {
  readonly guard: Term;
  readonly address: Term;
  readonly value: Term;
  /** It leaves no value there. */
  readonly empties: boolean;
  readonly at: StatementOf<'store'>['at'];
  readonly order: StatementOf<'store'>['order'];
}

export class AtomicBlock {
  readonly #writes: InnerWrite[] = [];
  readonly #reads: Read[] = [];
  /** Those of them that may have found no value. */
  readonly #unchecked = new Set<Read>();

  constructor(
    readonly unroller: ThreadUnroller,
    readonly event: EventId,
  ) {}

  access(s: StatementOf<'load' | 'store' | 'rmw'>, path: Path): void {
    const { unroller } = this;
    const address = unroller.value(path, s.address);
    unroller.checkAddress(path, address, s.kind === 'store' ? 'store' : 'load', s.at, accessWidth(s));
    const write = (value: Term, empties = false): void => {
      const guard = unroller.executed(path);
      this.#writes.push({ guard, address, value, empties, at: s.at, order: s.order });
    };
    if (s.kind === 'store') {
      const value = unroller.stored(path, s);
      this.#checkStore(path, address, s.at);
      write(value, s.lifetime === 'empties');
      return;
    }
    const { terms } = unroller.building;
    const { own, certain, guard } = this.#ownWrites(path, address);
    const outside = certain ?? this.#readOutside(path, guard, address, s);
    const old = own.reduceRight((rest, { matches, value }) => terms.ite(matches, value, rest), outside.value);
    const holds = own.reduceRight((rest, w) => terms.ite(w.matches, w.holds, rest), outside.holds);
    if (s.kind === 'load' && s.has !== undefined) path.registers.set(s.has, holds);
    else this.#checkOwn(path, address, own, certain, s.at);
    if (s.kind === 'rmw') write(unroller.updated(path, s, old));
    if (s.target !== undefined) path.registers.set(s.target, unroller.building.terms.cut(old, s.width ?? 32));
  }

  /** The block's own write may have left the cell without a value. */
  #checkOwn(
    path: Path,
    address: Term,
    own: readonly VisibleWrite[],
    certain: Found | undefined,
    at: InnerWrite['at'],
  ): void {
    const { unroller } = this;
    const { terms } = unroller.building;
    if ([...own, ...(certain === undefined ? [] : [certain])].every(({ holds }) => holds === terms.yes))
      return;
    const unset = own.reduceRight<Term>(
      (rest, { matches, holds }) => terms.ite(matches, terms.not(holds), rest),
      certain === undefined ? terms.no : terms.not(certain.holds),
    );
    const message = { before: 'load from ', value: address, named: true, after: ', which was never written' };
    unroller.find(path, 'uninitialised-read', unset, at, message);
  }

  /** Own writes that a read may see, newest first, down to one it certainly sees; `guard`: it sees none of them. */
  #ownWrites(path: Path, address: Term): { own: VisibleWrite[]; certain: Found | undefined; guard: Term } {
    const { terms } = this.unroller.building;
    const executed = this.unroller.executed(path);
    const own: VisibleWrite[] = [];
    for (const write of this.#writes.toReversed()) {
      const same = terms.equal(write.address, address);
      const found = { value: write.value, holds: write.empties ? terms.no : terms.yes };
      if (same === terms.yes && terms.implies(executed, write.guard))
        return { own, certain: found, guard: terms.no };
      const matches = terms.and(write.guard, same);
      if (matches !== terms.no) own.push({ matches, ...found });
    }
    const guard = terms.and(executed, ...own.map(({ matches }) => terms.not(matches)));
    return { own, certain: undefined, guard };
  }

  /** A store to a freed cell is found at once: it looks at the cell as a read would. */
  #checkStore(path: Path, address: Term, at: InnerWrite['at']): void {
    const { unroller } = this;
    const { building } = unroller;
    if (!building.frees || building.isImmortal(address)) return;
    const { guard } = this.#ownWrites(path, address);
    if (guard === building.terms.no) return;
    const read = building.addRead(this.event, { guard, address }, { ghost: true });
    const freed = building.terms.and(guard, building.fact({ kind: 'freed', read: read.id }));
    const message = { before: 'store to ', value: address, gone: 'ended' as const, after: '' };
    unroller.find(path, 'use-after-free', freed, at, message);
  }

  #readOutside(path: Path, guard: Term, address: Term, s: StatementOf<'load' | 'rmw'>): Found {
    const { unroller } = this;
    const { terms } = unroller.building;
    const { at, order } = s;
    const mayBeUnset = s.kind === 'load' && s.has !== undefined;
    const earlier = this.#reads.find((r) => r.address === address && terms.implies(guard, r.guard));
    const read = earlier ?? unroller.building.addRead(this.event, { guard, address }, present({ order }));
    if (earlier === undefined) this.#reads.push(read);
    if (earlier === undefined || (!mayBeUnset && this.#unchecked.has(read)))
      unroller.checkRead(path, { ...read, guard }, at, mayBeUnset);
    if (mayBeUnset && earlier === undefined) this.#unchecked.add(read);
    return { value: read.value, holds: unroller.holdsValue(read) };
  }

  /** Adds the writes that are seen outside; `completed`: nothing stopped the thread inside. */
  finish(completed: Term): void {
    const { building } = this.unroller;
    const { terms } = building;
    this.#writes.forEach((write, i) => {
      const overwritten = this.#writes
        .slice(i + 1)
        .map((later) => terms.and(later.guard, terms.equal(later.address, write.address)));
      const guard = terms.and(write.guard, completed, terms.not(terms.or(...overwritten)));
      if (guard === terms.no) return;
      const lifetime = write.empties ? 'empties' : undefined;
      building.addWrite(
        this.event,
        { ...write, guard },
        write.value,
        present({ order: write.order, lifetime }),
      );
    });
  }
}
