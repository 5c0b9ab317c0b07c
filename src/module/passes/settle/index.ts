// From functions to threads. Each thread becomes one body. Calls with a known target are inlined, constants
// propagated, loops with a known end written out, and locals promoted. This repeats until nothing changes, because
// each step enables others: a spawn in a loop, a function pointer in a table, a recursion with an end.

import { forEachValueIn } from '../../body.js';
import type { Body, Global, Module, Thread } from '../../module.js';
import type { Value } from '../../value.js';
import { shownBy } from '../observed.js';
import { PointsTo } from '../points/solve.js';
import { type Apart, comingIn, interrupted } from './between.js';
import { Changed, noteChanges, noteForeign } from './changed.js';
import { coalesced } from './coalesce.js';
import { defaultSettleOptions, refuse, type SettleOptions, Settling } from './context.js';
import { withCounters } from './counters.js';
import { firstBelief } from './firstBelief.js';
import { mentionsBlocks, withAddress, withAddresses } from './heapBlocks.js';
import { dispatchCalls, hasUnknownCall } from './indirect.js';
import { resolveJumps } from './landings.js';
import { handlesIn, withLastRound } from './lastRound.js';
import { ownedObjects, withKnownArguments, withoutUnread } from './ownState.js';
import { Again, noLoops, promoted, settleBody, toSettle, type Working } from './settleBody.js';
import { startThreads, TooDeep } from './spawns.js';
import { startOf } from './start.js';
import { refuseUnsupported, unknownCalls } from './unknown.js';
import type { Writer } from './writers.js';

export { defaultSettleOptions, type SettleOptions } from './context.js';

export function settle(module: Module, options: SettleOptions = defaultSettleOptions): Module {
  const changed = firstBelief(module);
  for (;;) {
    const run = new Run(new Settling(module, options, changed));
    if (run.ends()) return settled(run.settling, run.threads);
  }
}

class Run {
  readonly settling: Settling;
  readonly threads: Working[];
  /** Threads were changed by something that depends on all of them. */
  #entangled = false;
  /** Code may come between the steps of threads. */
  #isInterrupted = false;

  constructor(settling: Settling) {
    this.settling = settling;
    settling.threads = settling.changed.threads;
    // A program of one thread has no interleavings to save. But how many threads there are may depend on what main knows.
    settling.follows = settling.threads !== 1 || settling.changed.wasRecounted;
    this.threads = [toSettle('main', startOf(settling))];
  }

  get #bodies(): readonly Body[] {
    return this.threads.map(({ body }) => body);
  }

  set #bodies(bodies: readonly Body[]) {
    for (const [k, working] of this.threads.entries()) working.body = bodies[k];
  }

  /** False if the settling has to begin again with another belief. */
  ends(): boolean {
    try {
      while (!this.#all() || this.#contradicts());
      this.#ownState();
      return true;
    } catch (error) {
      if (error instanceof Again || error instanceof TooDeep) return false;
      throw error;
    }
  }

  /** False if a thread is to be settled anew. */
  #all(): boolean {
    const { settling, threads } = this;
    this.#discover(1);
    settling.threads ??= threads.length;
    // Where settling begins again there are probably as many.
    settling.changed.threads ??= settling.threads;
    if (threads.length > settling.threads) this.#count();
    return this.#finish() && (!this.#interrupt() || this.#finish());
  }

  #finish(): boolean {
    do {
      this.#discover();
      if (this.#renewOutdated()) return false;
    } while (this.#dispatch() || this.#jump());
    if (this.threads.length !== this.settling.threads) this.#count();
    const settled = this.threads.every((working, k) => {
      this.settling.thread = k;
      working.body = unknownCalls(this.settling, working.body);
      return this.#isSettled(k, working);
    });
    // Not before: what `known` has decided leaves out refusals.
    if (settled) refuseUnsupported(this.#bodies);
    return settled;
  }

  /** False if a belief that the thread was settled with is wrong. Then it is to be settled anew, or everything, if others depend on it. */
  #isSettled(k: number, working: Working): boolean {
    try {
      settleBody(this.settling, k, working);
      return true;
    } catch (error) {
      if (!(error instanceof Again)) throw error;
      this.#renew(k, working);
      return false;
    }
  }

  #renew(k: number, working: Working): void {
    if (working.hasStarted === true || this.#entangled) throw new Again();
    this.settling.forget(k);
    working.body = working.first;
    working.loops = noLoops();
    delete working.settled;
  }

  /** Whether there was code that may run between any two events of a thread. */
  #interrupt(): boolean {
    const { settling, threads } = this;
    if (threads.every(({ body }) => comingIn(body).size === 0)) return false;
    // The code depends on what changes: it is not looked for under a belief that is wrong.
    this.#entangled = true;
    this.#isInterrupted = true;
    if (this.#contradicts()) throw new Again();
    const settleApart = (bodies: readonly Apart[]): readonly Body[] => {
      const all = bodies.map(({ thread, body }) => ({ ...toSettle(`${thread}`, body), thread }));
      const simplify = (): void => {
        settling.isApart = true;
        for (const working of all) settleBody(settling, working.thread, working);
        settling.isApart = false;
      };
      do simplify();
      while (this.#dispatch(all));
      for (const working of all) working.body = unknownCalls(settling, working.body);
      simplify();
      refuseUnsupported(all.map(({ body }) => body));
      for (const { body } of all) this.#note(body);
      return all.map(({ body }) => body);
    };
    this.#bodies = interrupted(settling, this.#bodies, settleApart);
    for (const [k, working] of threads.entries()) working.body = ownedObjects(settling, this.#bodies, k);
    return true;
  }

  #forgetBlocks(): never {
    this.settling.changed.followsBlocks = false;
    throw new Again();
  }

  /** The number of threads that was believed is wrong. */
  #count(): never {
    this.settling.changed.count(this.threads.length);
    throw new Again();
  }

  /** State of the model that only one thread uses, or none. */
  #ownState(): void {
    const { settling } = this;
    for (const [k, working] of this.threads.entries()) {
      working.body = withKnownArguments(this.#bodies, k);
      const owning = ownedObjects(settling, this.#bodies, k);
      if (owning !== working.body) working.body = promoted(settling, k, owning);
      settleBody(settling, k, working);
      working.body = withCounters(settling, this.#bodies, k);
      settleBody(settling, k, working);
    }
    const read = withoutUnread(settling, this.#bodies);
    this.#bodies = this.#isInterrupted ? read.map(coalesced) : read;
  }

  /** Settles the threads and those that they start, or only the first ones. */
  #discover(most = Number.POSITIVE_INFINITY): void {
    // Threads that have started none come first. If one of them contradicts a belief, the others do not rely on it yet.
    for (let k = 0; k < Math.min(most, this.threads.length); k++)
      if (this.threads[k]?.hasStarted !== true) this.#follow(k);
    for (let k = 0; k < Math.min(most, this.threads.length); k++) this.#follow(k);
  }

  /** Settles a thread, and finds those that it starts. */
  #follow(k: number): void {
    const working = this.threads[k];
    for (let again = true; again; ) {
      while (!this.#isSettled(k, working));
      const started = startThreads(this.settling, working.body, working.lineage, (spawned) => {
        working.hasStarted = true;
        const thread = this.threads.length;
        this.threads.push(toSettle(spawned.name, spawned.body, spawned.lineage));
        const { startedThrough } = this.settling;
        startedThrough.set(thread, startedThrough.get(k) ?? thread);
        return thread;
      });
      again = started !== working.body;
      if ('loop' in started) this.#writeOut(working, started.loop);
      else working.body = started;
    }
  }

  /** The end of a loop that starts threads may be known if a thread reads what it wrote; if not, the loop is cut at the bound. */
  #writeOut(working: Working, header: string): void {
    const { loops } = working;
    const { changed } = this.settling;
    if (!changed.forwards) {
      changed.forwards = true;
      throw new Again();
    }
    // Rounds that are left out store handles too.
    for (const name of handlesIn(working.body, header))
      if (changed.add(name, { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }))
        throw new Again();
    if (loops.forced.has(header)) refuse('a thread that is started in a loop is not supported');
    loops.forced.add(header);
    const last = withLastRound(this.settling, working.body, header);
    if (last === undefined) return;
    working.body = last.body;
    loops.last.set(last.test, { header, isLast: last.isLast });
  }

  /** Whether a call through an unknown address has found functions that it may mean. `apart`: bodies that are no threads. */
  #dispatch(apart: readonly Working[] = []): boolean {
    const all = [...this.threads, ...apart];
    if (!all.some(({ body }) => hasUnknownCall(body))) return false;
    this.#entangled = true;
    // Code that comes between two steps is given nothing.
    if (apart.some(({ body }) => mentionsBlocks(this.settling, body))) this.#forgetBlocks();
    const points = new PointsTo(settled(this.settling, all), 'and functions');
    let found = false;
    all.forEach((working, k) => {
      const targets = (address: Value): Iterable<string> =>
        points.functionsAt(k, withAddress(this.settling, address));
      const body = dispatchCalls(this.settling, targets, working.body);
      found ||= body !== working.body;
      working.body = body;
    });
    return found;
  }

  /** Whether threads write bytes that were read as bytes that do not change. The threads that read them are to be settled anew. */
  #contradicts(): boolean {
    const { settling, threads } = this;
    let all = false;
    threads.forEach(({ body }, thread) => {
      const empties = this.#note(body, { settling, thread, isApart: false });
      const isForeign = settling.changed.forwards && noteForeign(settling, body, thread);
      all ||= empties || isForeign;
    });
    if (all || settling.isOutdated(undefined)) throw new Again();
    return this.#renewOutdated();
  }

  /** Notes the bytes that a body writes. Whether bytes without a value get where they were believed not to get. */
  #note(body: Body, writer?: Writer): boolean {
    const { settling } = this;
    const { written, empties } = noteChanges(body, (name) => settling.global(name), settling.changed, writer);
    settling.news.push(...written);
    return empties;
  }

  /** Whether threads were settled with bytes that were found to change later. They are to be settled anew. */
  #renewOutdated(): boolean {
    let found = false;
    this.threads.forEach((working, k) => {
      if (!this.settling.isOutdated(k)) return;
      this.#renew(k, working);
      found = true;
    });
    return found;
  }

  /** Whether there was a setjmp or a longjmp. */
  #jump(): boolean {
    let found = false;
    for (const [k, working] of this.threads.entries()) {
      const body = resolveJumps(this.settling, working.body);
      found ||= body !== working.body;
      // Main may come back to where it allocates.
      if (k === 0 && body !== working.body && this.settling.hasBlocks) this.#forgetBlocks();
      working.body = body;
    }
    this.#entangled ||= found;
    return found;
  }
}

/** The same of a settled module, where a pass has found more constants. */
export function settleThreads(module: Module, options: SettleOptions = defaultSettleOptions): Module {
  const settling = new Settling(module, options, new Changed());
  settling.threads = module.threads.length;
  markShared(settling, module.threads);
  for (const { body } of module.threads) noteChanges(body, (name) => settling.global(name), settling.changed);
  for (const g of module.globals.values()) if (g.storage.kind === 'local') settling.objects.set(g.name, g);
  const threads = module.threads.map(({ name, body }) => toSettle(name, body));
  for (const [k, working] of threads.entries()) settleBody(settling, k, working);
  return settled(settling, threads);
}

/** Locals that another thread than their own mentions. */
function markShared(settling: Settling, threads: readonly Thread[]): void {
  const { globals } = settling.module;
  threads.forEach(({ body }, k) => {
    forEachValueIn(body, (v) => {
      const storage = v.kind === 'symbol' ? globals.get(v.name)?.storage : undefined;
      if (v.kind === 'symbol' && storage?.kind === 'local' && storage.thread !== k)
        settling.shared.add(v.name);
    });
  });
}

/** Threads of the same function are numbered. */
const numbered = (names: readonly string[]): string[] =>
  names.map((name, k) => {
    const isAlone = names.indexOf(name) === names.lastIndexOf(name);
    return isAlone ? name : `${name}/${names.slice(0, k + 1).filter((other) => other === name).length}`;
  });

/** The module of the threads, with the objects that they mention and those that a final state shows. */
function settled(settling: Settling, working: readonly Working[]): Module {
  const bodies = withAddresses(
    settling,
    working.map(({ body }) => body),
  );
  const globals = new Map<string, Global>();
  const want = (name: string): void => {
    const global = settling.global(name);
    if (global === undefined || globals.has(name)) return;
    globals.set(name, global);
    for (const { target } of global.relocations) want(target);
  };
  for (const body of bodies)
    forEachValueIn(body, (v) => {
      if (v.kind === 'symbol') want(v.name);
    });
  const { module, options } = settling;
  for (const { object } of shownBy(module, options.observe)) want(object);
  const ordered = new Map([...module.globals].filter(([name]) => globals.has(name)));
  for (const [name, global] of globals) ordered.set(name, global);
  const threads = numbered(working.map((t) => t.name)).map((name, k) => ({ name, body: bodies[k] }));
  return { ...module, globals: ordered, functions: settling.declarations, threads };
}
