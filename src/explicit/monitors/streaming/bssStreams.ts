// The monitors `bss-tso` and `bss-pso` for streams: the levels of bssTso.ts and bssPso.ts, with bssStream.ts.

import { type Event, isFullFence } from '../../../execution/event.js';
import type { ThreadId } from '../../../program/identity.js';
import { BssStream } from './bssStream.js';
import { ForcedSteps } from './forcedSteps.js';
import { noReaders, type RecentWrite } from './recentWrites.js';

/** A level is a place in program order: buffers are FIFO. */
export class BssTsoStream extends BssStream {
  readonly name = 'bss-tso';
  readonly model = 'tso';
  protected readonly forced = new ForcedSteps();
  /** Per thread how many events it had. */
  readonly #events: number[] = [];

  protected levelOf(event: Event): number {
    return event.index;
  }

  protected isPending({ event, level }: RecentWrite, past: Int32Array, from: number): boolean {
    return !this.forced.isForced(event.thread, level, past, from);
  }

  protected commitsWith(store: RecentWrite, other: RecentWrite): boolean {
    return store.level <= other.level;
  }

  protected noteTouch({ thread, index }: Event, { event, level }: RecentWrite): void {
    this.forced.force(event.thread, level + 1, thread, index);
  }

  protected note({ thread, index, kind, other }: Event): void {
    if (kind === 'U' || isFullFence(kind)) this.forced.force(thread, index, thread, index);
    if (kind === 'join' && other !== undefined)
      this.forced.force(other, this.#events[other] ?? 0, thread, index);
    while (this.#events.length <= thread) this.#events.push(0);
    this.#events[thread] = index + 1;
  }
}

/** A level is an epoch; within one, a read forces a store. */
export class BssPsoStream extends BssStream {
  readonly name = 'bss-pso';
  readonly model = 'pso';
  protected readonly forced = new ForcedSteps();
  readonly #epoch: number[] = [];

  protected levelOf({ thread }: Event): number {
    return this.#epochOf(thread);
  }

  protected isPending(
    { event: { thread }, level, readers }: RecentWrite,
    past: Int32Array,
    from: number,
  ): boolean {
    for (let i = 0; i < readers.length; i += 2) if (readers[i + 1] < past[from + readers[i]]) return false;
    return !this.forced.isForced(thread, level, past, from);
  }

  protected commitsWith(store: RecentWrite, other: RecentWrite): boolean {
    return store.level < other.level;
  }

  protected noteTouch({ thread, index }: Event, write: RecentWrite): void {
    const { event, level, readers } = write;
    let known = false;
    for (let i = 0; i < readers.length; i += 2) known ||= readers[i] === thread;
    if (readers === noReaders) write.readers = [thread, index];
    else if (!known) readers.push(thread, index);
    this.forced.force(event.thread, level, thread, index);
  }

  protected note({ thread, index, kind, other }: Event): void {
    if (kind === 'U') this.forced.force(thread, this.#epochOf(thread), thread, index);
    const full = isFullFence(kind);
    if (kind === 'S' || full) this.#epoch[thread] = this.#epochOf(thread) + 1;
    if (full) this.forced.force(thread, this.#epochOf(thread), thread, index);
    if (kind === 'join' && other !== undefined)
      this.forced.force(other, this.#epochOf(other) + 1, thread, index);
  }

  #epochOf(thread: ThreadId): number {
    while (this.#epoch.length <= thread) this.#epoch.push(0);
    return this.#epoch[thread];
  }
}
