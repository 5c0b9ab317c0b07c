// Writes down all that the future of a state depends on. Of threads that can be exchanged it is written how many are how, not which
// (docs/adr/0015-states-up-to-exchange.md).

import { AT_EVENT, ENDED, type FastState, NOT_SPAWNED, WAITING } from '../fast/state.js';
import type { LikeThreads } from './likeThreads.js';
import type { LiveSlots } from './liveSlots.js';
import { MemoryName, mixed } from './memoryName.js';
import type { StateSet } from './stateSet.js';

const lanes = 4;

export class StateName {
  readonly memory: MemoryName;
  readonly #m: FastState;
  readonly #live: readonly LiveSlots[];
  /** By thread the locks it holds, if that counts, and the threads it has joined. */
  readonly #held: Int32Array | undefined;
  readonly #like: LikeThreads | undefined;
  readonly #sum = new Int32Array(lanes);

  constructor(
    m: FastState,
    live: readonly LiveSlots[],
    held: Int32Array | undefined,
    like: LikeThreads | undefined,
  ) {
    this.#m = m;
    this.#live = live;
    this.#held = held;
    this.#like = like;
    this.memory = new MemoryName(m, like?.kind);
  }

  /** Adds the state that the machine is in; whether it was not there before. */
  addTo(states: StateSet): boolean {
    const m = this.#m;
    const like = this.#like;
    states.begin();
    for (let t = 0; t < m.threads; t++) if (like === undefined || like.isIn[t] === 0) this.#thread(t, states);
    for (const group of like?.groups ?? []) {
      this.#sum.fill(0);
      for (const t of group) {
        states.beginPart();
        this.#thread(t, states);
        this.#own(t, states);
        states.endPart(this.#sum);
      }
      for (let i = 0; i < lanes; i++) states.word(this.#sum[i]);
    }
    if (m.cells > m.globals) for (let t = 0; t < m.threads; t++) states.word(m.heapTop[t]);
    for (let i = 0; i < lanes; i++) states.word(this.memory.sum[i]);
    this.#findings(-1, states);
    return states.add();
  }

  #thread(t: number, states: StateSet): void {
    const m = this.#m;
    const status = m.status[t];
    states.word(status);
    states.word(m.pc[t]);
    if (status === NOT_SPAWNED) return;
    const isUnderWay = status === AT_EVENT || status === WAITING;
    // the joining thread learns which threads the joined one had joined
    if (this.#held !== undefined && (isUnderWay || status === ENDED)) states.word(m.joined[t]);
    if (this.#held !== undefined && isUnderWay) states.word(this.#held[t]);
    const base = m.registerBase[t];
    const live = this.#live[t];
    const slots = isUnderWay || status === ENDED ? live.at(m.pc[t]) : live.ofStopped(m.pc[t], status);
    for (let i = 0; i < slots.length; i++) states.word(m.registers[base + slots[i]]);
    if (m.buffered) this.#buffer(t, states);
    if (this.#like !== undefined && this.#like.number[t] !== 0)
      for (const cell of this.#like.locks) states.word(m.memory[cell] === this.#like.number[t] ? 1 : 0);
  }

  /** The private part of a thread of a group. */
  #own(t: number, states: StateSet): void {
    const m = this.#m;
    for (const cell of this.#like?.own[t] ?? []) {
      states.word(m.memory[cell]);
      if (m.wide) states.word(m.memoryHigh[cell]);
      if (m.accessMayFail) states.word(m.cellState[cell]);
    }
    this.#findings(t, states);
  }

  /** The findings of one thread, or of all threads without a group, in any order. */
  #findings(of: number, states: StateSet): void {
    const m = this.#m;
    const isMeant = (thread: number): boolean =>
      of >= 0 ? thread === of : this.#like === undefined || this.#like.isIn[thread] === 0;
    const who = (thread: number): number => (of >= 0 ? 0 : thread);
    let [found, cut] = [0, 0];
    for (const { kind, thread, pc } of m.findings)
      if (isMeant(thread)) found += mixed(mixed(mixed(kind + 1) + who(thread)) + pc);
    for (const { thread, pc } of m.cuts) if (isMeant(thread)) cut += mixed(mixed(who(thread) + 1) + pc);
    states.word(found | 0);
    states.word(cut | 0);
  }

  /** The stores of a thread that have not reached memory, oldest first. */
  #buffer(t: number, states: StateSet): void {
    const m = this.#m;
    states.word(m.pending[t]);
    let left = m.pending[t];
    for (let k = m.storeCount[t] - 1; left > 0; k--) {
      const s = t * m.maxStores + k;
      if (m.storeCommit[s] >= 0) continue;
      left--;
      states.word(this.#like?.nameFor(t, m.storeCell[s]) ?? m.storeCell[s]);
      states.word(m.storeValue[s]);
      if (m.wide) states.word(m.storeHigh[s]);
      states.word(m.storeState[s]);
      states.word(m.storePc[s]);
      states.word(m.epoch[t] - m.storeEpoch[s]);
    }
  }
}
