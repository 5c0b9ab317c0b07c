// A set H of events that is closed under C11's happens-before, chosen by the solver. Any closed set contains what happens
// after its members, so one that contains e and not f proves that e does not happen before f. Only the closure is encoded:
// the clauses say what must be in H, never what may not.

import { type Lit, no } from '../../formula/cnf.js';
import type { Problem } from '../../problem.js';
import type { UnrolledEvent } from '../../unroll/unrolled.js';
import {
  acquireLit,
  isAcquireFence,
  isAtomic,
  isReleaseFence,
  isSection,
  releaseLit,
} from './synchronises.js';

export class Future {
  /** By event and by allocation: whether it is in H. */
  readonly events: readonly Lit[];
  readonly allocs: readonly Lit[];
  /** By write: an acquire of it is in H. */
  readonly #released: readonly Lit[];
  /** By write: it is atomic, and it or a release fence before it is in H. */
  readonly #heads: Lit[];
  /** By read that is atomic: an acquire fence after it is in H. */
  readonly #learns: readonly Lit[];
  /** By thread: its beginning, its end. */
  readonly #starts: readonly Lit[];
  readonly #ends: Lit[] = [];

  constructor(readonly problem: Problem) {
    const { cnf, unrolled, memory } = problem;
    const fresh = (possible: boolean): Lit => (possible ? cnf.fresh() : no);
    this.events = unrolled.events.map(({ id }) => fresh(memory.executed[id] !== no));
    this.allocs = unrolled.allocs.map(() => cnf.fresh());
    this.#released = unrolled.writes.map(({ id }) => fresh(memory.writeGuard[id] !== no));
    this.#learns = unrolled.reads.map((read) =>
      fresh(memory.readGuard[read.id] !== no && !read.ghost && isAtomic(unrolled.events[read.event], read)),
    );
    this.#heads = unrolled.writes.map(() => no);
    this.#starts = unrolled.threads.map(() => cnf.fresh());
    unrolled.threads.forEach((_, t) => {
      this.#thread(t);
    });
    for (const event of unrolled.events) this.#joinAndSpawn(event);
    for (const { id } of unrolled.writes) this.#releaseSequence(id);
    for (const { id } of unrolled.reads) this.#acquire(id);
    this.#sections();
  }

  /** Program order, and what fences make of it. */
  #thread(t: number): void {
    const { cnf, unrolled, memory, values } = this.problem;
    let passed = this.#starts[t];
    let learnt: Lit = no;
    let fenced: Lit = no;
    const fences = unrolled.acquireFences.filter(({ thread }) => thread === t);
    const allocs = unrolled.allocs.map((alloc, i) => ({ ...alloc, i })).filter(({ thread }) => thread === t);
    const between = (next: number): void => {
      for (const { i } of allocs.filter(({ event }) => event === next))
        passed = cnf.or2(passed, this.allocs[i]);
      for (const { guard } of fences.filter(({ event }) => event === next))
        passed = cnf.or2(passed, cnf.and2(learnt, values.lit(guard)));
    };
    for (const id of unrolled.threads[t].events) {
      between(id);
      const event = unrolled.events[id];
      const executed = memory.executed[id];
      if (executed === no) continue;
      const here = this.events[id];
      cnf.add(-passed, -executed, here);
      if (isAcquireFence(event)) cnf.add(-learnt, -executed, here);
      for (const w of event.writes) {
        const write = unrolled.writes[w];
        if (!isAtomic(event, write)) continue;
        this.#heads[w] = cnf.or2(fenced, cnf.and2(releaseLit(this.problem, event, write), here));
      }
      for (const r of event.reads) learnt = cnf.or2(learnt, this.#learns[r]);
      if (isReleaseFence(event)) fenced = cnf.or2(fenced, cnf.and2(executed, here));
      passed = cnf.or2(passed, cnf.and2(executed, here));
    }
    const last = unrolled.threads[t].events.at(-1);
    for (const position of new Set([...allocs, ...fences].map(({ event }) => event)))
      if (last === undefined || position > last) between(position);
    this.#ends[t] = passed;
  }

  #joinAndSpawn({ id, kind, other }: UnrolledEvent): void {
    const { cnf, unrolled, memory, values } = this.problem;
    if ((kind !== 'spawn' && kind !== 'join') || other === undefined || memory.executed[id] === no) return;
    unrolled.threads.forEach((_, t) => {
      const it = values.is(other, t);
      if (kind === 'spawn') cnf.add(-memory.executed[id], -it, -this.events[id], this.#starts[t]);
      else cnf.add(-memory.executed[id], -it, -this.#ends[t], this.events[id]);
    });
  }

  /** The write is in a release sequence of a release in H. */
  #releaseSequence(w: number): void {
    const { cnf, unrolled, memory, values } = this.problem;
    const released = this.#released[w];
    if (released === no) return;
    const write = unrolled.writes[w];
    const event = unrolled.events[write.event];
    cnf.add(-this.#heads[w], released);
    // A read-modify-write goes on with what it read.
    for (const r of event.reads) {
      const read = unrolled.reads[r];
      if (read.ghost || memory.readGuard[r] === no) continue;
      const same = values.same(read.address, write.address);
      for (const { write: source, lit } of memory.sources[r])
        if (source !== undefined) cnf.add(-lit, -same, -this.#released[source], released);
    }
    // A store goes on with what its own thread released, unless a store of another came between.
    for (const x of memory.writersOf(memory.analysis.writeCells[w])) {
      const head = unrolled.writes[x];
      if (x === w || unrolled.events[head.event].thread !== event.thread || this.#heads[x] === no) continue;
      const between = memory.co(x, w);
      if (between !== no) cnf.add(-between, -this.#heads[x], this.#broken(x, w), released);
    }
  }

  /** A store of another thread came between. */
  #broken(x: number, w: number): Lit {
    const { cnf, unrolled, memory } = this.problem;
    const { thread } = unrolled.events[unrolled.writes[w].event];
    const others = memory.writersOf(memory.analysis.writeCells[w]).map((z) => {
      if (unrolled.events[unrolled.writes[z].event].thread === thread) return no;
      return cnf.and([memory.co(x, z), memory.co(z, w), -this.#updates(z)]);
    });
    return cnf.or(others);
  }

  /** Whether the write's event read the cell in the same step. */
  #updates(w: number): Lit {
    const { cnf, unrolled, memory, values } = this.problem;
    const { event, address } = unrolled.writes[w];
    return cnf.or(
      unrolled.events[event].reads
        .filter((r) => !unrolled.reads[r].ghost)
        .map((r) => cnf.and2(memory.readGuard[r], values.same(unrolled.reads[r].address, address))),
    );
  }

  #acquire(r: number): void {
    const { cnf, unrolled, memory } = this.problem;
    const learns = this.#learns[r];
    if (learns === no) return;
    const read = unrolled.reads[r];
    for (const { write, lit } of memory.sources[r])
      if (write !== undefined) cnf.add(-lit, -this.#released[write], learns);
    const acquire = acquireLit(this.problem, unrolled.events[read.event], read);
    cnf.add(-learns, -acquire, -memory.readGuard[r], this.events[read.event]);
  }

  /** Atomic sections that touch the same cell, one of them to write, in the order in which they come. */
  #sections(): void {
    const { cnf, unrolled, memory } = this.problem;
    const sections = unrolled.events.filter((event) => isSection(event) && this.events[event.id] !== no);
    const edge = (from: UnrolledEvent, to: UnrolledEvent, ...when: Lit[]): void =>
      cnf.add(-this.events[from.id], ...when.map((l) => -l), this.events[to.id]);
    for (const a of sections)
      for (const b of sections) {
        if (a.thread === b.thread) continue;
        for (const x of a.writes) for (const y of b.writes) edge(a, b, memory.co(x, y));
        for (const x of a.reads)
          for (const y of b.writes) if (!unrolled.reads[x].ghost) edge(a, b, memory.fr(x, y));
        for (const x of a.writes)
          for (const y of b.reads)
            if (!unrolled.reads[y].ghost) edge(a, b, memory.conflict(y, x), -memory.fr(y, x));
      }
  }
}
