// Program order of an unrolled program: within a thread, and across threads where spawn and join order them.

import type { EventId } from '../../execution/event.js';
import type { ThreadId } from '../../program/identity.js';
import type { Term } from './term.js';
import type { Unrolled } from './unrolled.js';

/** Everything an event of `after` does comes after event `event` of another thread, if `when`. */
interface Starts {
  readonly event: EventId;
  readonly when: Term;
}

/** Everything thread `thread` did comes before event `event` of another thread, if `when`. */
interface Awaits {
  readonly event: EventId;
  readonly thread: ThreadId;
  readonly when: Term;
}

export class ProgramOrder {
  readonly #unrolled: Unrolled;
  /** By event: its place in its thread. */
  readonly #place: number[] = [];
  readonly #starts: readonly Starts[][];
  readonly #awaits: readonly Awaits[][];
  /** By thread and place: how many joins the thread has had by then. */
  readonly #joins: readonly number[][];
  readonly #known = new Map<number, Term>();
  /** By pair of threads: whether anything of the first may come before anything of the second. */
  readonly #crosses: Uint8Array;

  constructor(unrolled: Unrolled) {
    this.#unrolled = unrolled;
    const { terms, events, threads } = unrolled;
    for (const thread of threads)
      thread.events.forEach((event, i) => {
        this.#place[event] = i;
      });
    const starts: Starts[][] = threads.map(() => []);
    const awaits: Awaits[][] = threads.map(() => []);
    for (const { id, kind, other, guard, thread } of events) {
      if (other === undefined || (kind !== 'spawn' && kind !== 'join')) continue;
      threads.forEach((_, t) => {
        const when = terms.and(guard, terms.equal(other, terms.constant(t)));
        if (when === terms.no || t === thread) return;
        if (kind === 'spawn') starts[t].push({ event: id, when });
        else awaits[thread].push({ event: id, thread: t, when });
      });
    }
    this.#joins = threads.map((thread, t) => {
      let count = 0;
      return thread.events.map((event) => {
        while (count < awaits[t].length && this.#place[awaits[t][count].event] <= this.#place[event]) count++;
        return count;
      });
    });
    this.#starts = starts;
    this.#awaits = awaits;
    const crosses = threads.map((_, p) => this.#reached(p));
    this.#crosses = Uint8Array.from(crosses.flatMap((row) => row.map(Number)));
  }

  /** Whether events of the first of two threads may be program-ordered before events of the second. */
  mayOrder(p: ThreadId, q: ThreadId): boolean {
    return p === q || this.#crosses[p * this.#awaits.length + q] === 1;
  }

  /** When both events are executed: the condition under which `a` is program-ordered before `b`. */
  before(a: number, b: number): Term {
    const { terms, events } = this.#unrolled;
    const p = events[a].thread;
    const q = events[b].thread;
    if (p === q) return this.#place[a] < this.#place[b] ? terms.yes : terms.no;
    if (!this.mayOrder(p, q)) return terms.no;
    const condition = this.#reaches(a, q, this.#place[b]);
    return terms.implies(events[b].guard, condition) || terms.implies(events[a].guard, condition)
      ? terms.yes
      : condition;
  }

  /** Whether `a` is before `b` in every execution that has both. */
  alwaysBefore(a: number, b: number): boolean {
    return this.before(a, b) === this.#unrolled.terms.yes;
  }

  /** When `a` is before the event at `place` of thread `q`, or could be if there were one. */
  #reaches(a: number, q: number, place: number): Term {
    const { terms, events } = this.#unrolled;
    const awaits = this.#awaits[q];
    const count = this.#joins[q][place] ?? awaits.length;
    const key = (a * this.#awaits.length + q) * (events.length + 1) * this.#awaits.length + count;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const p = events[a].thread;
    // Threads that join each other: the direct edges already make a cycle of it.
    this.#known.set(key, terms.no);
    const from = (thread: ThreadId, upTo: number): Term => {
      if (thread !== p) return this.#reaches(a, thread, upTo);
      return this.#place[a] <= upTo ? terms.yes : terms.no;
    };
    const all = Number.POSITIVE_INFINITY;
    const starts = this.#starts[q].map(({ event, when }) =>
      terms.and(when, from(events[event].thread, this.#place[event])),
    );
    // A spawned thread runs only if it was started: one of the spawns was executed.
    const started =
      this.#starts[q].length > 0 && starts.every((s, i) => s === this.#starts[q][i].when)
        ? terms.yes
        : terms.or(...starts);
    const awaited = awaits.slice(0, count).map(({ thread, when }) => terms.and(when, from(thread, all)));
    const condition = terms.or(started, ...awaited);
    this.#known.set(key, condition);
    return condition;
  }

  /** The threads of which an event may come after one of thread `p`. */
  #reached(p: ThreadId): boolean[] {
    const { events } = this.#unrolled;
    const never = Number.POSITIVE_INFINITY;
    /** By thread: the first place that may come after. */
    const from = this.#awaits.map((_, t) => (t === p ? 0 : never));
    for (let grows = true; grows; ) {
      grows = false;
      const reach = (thread: ThreadId, place: number): void => {
        if (from[thread] <= place) return;
        from[thread] = place;
        grows = true;
      };
      from.forEach((_, t) => {
        for (const { event } of this.#starts[t])
          if (from[events[event].thread] <= this.#place[event]) reach(t, 0);
        for (const { event, thread } of this.#awaits[t])
          if (from[thread] < never) reach(t, this.#place[event]);
      });
    }
    return from.map((place) => place < never);
  }
}
