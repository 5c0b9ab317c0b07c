// Is there a data race? The formula asks for two accesses to one cell, the first executed before the second. It also
// asks for a set of events closed under happens-before that contains the first and not the second. The second does
// not happen before the first, because happens-before agrees with execution order on sequentially consistent
// executions.

import type { EventId } from '../../../execution/event.js';
import { type Race, race } from '../../../execution/race.js';
import type { ThreadId } from '../../../program/identity.js';
import { toNumber } from '../../../program/integer.js';
import type { SourceSpan } from '../../../program/statement.js';
import { constantBits, less, readBits, add as sum } from '../../formula/bits.js';
import { type Lit, no } from '../../formula/cnf.js';
import type { Problem } from '../../problem.js';
import type { Session } from '../../session.js';
import type { Read, UnrolledEvent, Write } from '../../unroll/unrolled.js';
import { Future } from './future.js';
import { isAtomic, isSection, writtenLit } from './synchronises.js';

/** Addresses are below 2^31. */
const addressBits = 32;

/** Two sides that may race, and the literal whose solutions show it. */
interface Candidate {
  readonly chosen: Lit;
  readonly address: Read['address'];
  /** An event, or an allocation by its number. */
  readonly first: { readonly event: EventId } | { readonly alloc: number };
  readonly second: number;
  readonly places: string;
}

interface Touch {
  readonly event: UnrolledEvent;
  readonly access: Read | Write;
  readonly writes: boolean;
  readonly guard: Lit;
  readonly atomic: boolean;
}

export class RaceQuery {
  readonly #candidates: readonly Candidate[];
  readonly #future: Future;

  constructor(readonly problem: Problem) {
    problem.memory.exactFr();
    this.#future = new Future(problem);
    this.#candidates = [...this.#pairs(), ...this.#ofBlocks()];
  }

  /** Calls `visit` for each pair of places that race while the solver holds a solution; false if time was over. */
  enumerate(session: Session, visit: (race: Race) => void): boolean {
    const { cnf } = this.problem;
    let open = [...this.#candidates];
    while (open.length > 0) {
      const answer = session.check(cnf.or(open.map(({ chosen }) => chosen)));
      if (answer !== 'sat') return answer === 'unsat';
      const found = new Map(
        open.filter(({ chosen }) => session.holds(chosen)).map((candidate) => [candidate.places, candidate]),
      );
      for (const candidate of found.values()) visit(this.#race(session, candidate));
      open = open.filter(({ places }) => !found.has(places));
    }
    return true;
  }

  #race(session: Session, { first, second, address }: Candidate): Race {
    const { unrolled, memory, values } = this.problem;
    const side = (thread: ThreadId, before: number): { thread: ThreadId; index: number } => ({
      thread,
      index: unrolled.threads[thread].events.filter((id) => id < before && session.holds(memory.executed[id]))
        .length,
    });
    const cell = toNumber(readBits(values.bits(address), (l) => session.holds(l)));
    const other = side(unrolled.events[second].thread, second);
    if ('event' in first) return race(side(unrolled.events[first.event].thread, first.event), other, cell);
    const { thread, event } = unrolled.allocs[first.alloc];
    return race({ ...side(thread, event), allocation: true }, other, cell);
  }

  #touches(): Touch[] {
    const { unrolled, memory, cnf } = this.problem;
    const reads = unrolled.reads
      .filter((read) => !read.ghost)
      .map((access): Touch => {
        const event = unrolled.events[access.event];
        const guard = memory.readGuard[access.id];
        return { event, access, writes: false, guard, atomic: isAtomic(event, access) };
      });
    const writes = unrolled.writes.map((access): Touch => {
      const event = unrolled.events[access.event];
      const guard = cnf.and2(memory.writeGuard[access.id], writtenLit(this.problem, event));
      return { event, access, writes: true, guard, atomic: isAtomic(event, access) };
    });
    return [...reads, ...writes].filter(({ guard }) => guard !== no);
  }

  #pairs(): Candidate[] {
    const { cnf, memory, values } = this.problem;
    const touches = this.#touches();
    const candidates: Candidate[] = [];
    for (const x of touches)
      for (const y of touches) {
        if (x.event.thread === y.event.thread || !(x.writes || y.writes) || (x.atomic && y.atomic)) continue;
        if (isSection(x.event) && isSection(y.event)) continue;
        if (memory.analysis.order.alwaysBefore(x.event.id, y.event.id)) continue;
        if (memory.analysis.order.alwaysBefore(y.event.id, x.event.id)) continue;
        const order = this.#before(x, y);
        if (order.includes(no)) continue;
        const chosen = cnf.fresh();
        const same = values.same(x.access.address, y.access.address);
        for (const lit of [x.guard, y.guard, same, ...order]) cnf.add(-chosen, lit);
        this.#apart(chosen, this.#future.events[x.event.id], y.event.id);
        const places = [placeOf(x.event), placeOf(y.event)].sort().join(' ');
        const { address } = x.access;
        candidates.push({ chosen, address, first: { event: x.event.id }, second: y.event.id, places });
      }
    return candidates;
  }

  /** The set contains the first and not the second. */
  #apart(chosen: Lit, first: Lit, second: number): void {
    this.problem.cnf.add(-chosen, first);
    this.problem.cnf.add(-chosen, -this.#future.events[second]);
  }

  /** The literals that hold when the first access to a shared cell comes before the second. */
  #before(x: Touch, y: Touch): Lit[] {
    const { memory } = this.problem;
    if (x.writes && y.writes) return [memory.co(x.access.id, y.access.id)];
    if (y.writes) return [memory.fr(x.access.id, y.access.id)];
    return [memory.conflict(y.access.id, x.access.id), -memory.fr(y.access.id, x.access.id)];
  }

  /** Accesses to a block whose allocation does not happen before them. */
  #ofBlocks(): Candidate[] {
    const { cnf, unrolled, memory, values } = this.problem;
    if (unrolled.allocs.length === 0) return [];
    return this.#touches().flatMap(({ event, access, writes, guard }) => {
      const cells = writes ? memory.analysis.writeCells[access.id] : memory.analysis.readCells[access.id];
      return unrolled.allocs.flatMap((alloc, i): Candidate[] => {
        if (alloc.thread === event.thread) return [];
        const base = values.bits(alloc.base);
        const end = sum(cnf, base, values.bits(alloc.size), addressBits);
        const inside = cnf.or(
          cells.map((cell) => {
            const at = constantBits(cell);
            return cnf.and([
              values.is(access.address, cell),
              -less(cnf, at, base, true),
              less(cnf, at, end, true),
            ]);
          }),
        );
        const all = cnf.and([guard, values.lit(alloc.guard), inside]);
        if (all === no) return [];
        const chosen = cnf.fresh();
        cnf.add(-chosen, all);
        this.#apart(chosen, this.#future.allocs[i], event.id);
        const place = `alloc ${placeText(alloc.thread, alloc.at, `${alloc.event}`)}`;
        const places = [place, placeOf(event)].sort().join(' ');
        return [{ chosen, address: access.address, first: { alloc: i }, second: event.id, places }];
      });
    });
  }
}

const placeText = (thread: ThreadId, at: SourceSpan | undefined, otherwise: string): string =>
  at === undefined ? `${thread}#${otherwise}` : `${thread}@${at.file ?? ''}:${at.line}:${at.column}`;

const placeOf = ({ thread, at, id, kind }: UnrolledEvent): string =>
  `${kind}${placeText(thread, at, `${id}`)}`;
