// An SC execution run again on the plain machine: every value of each cell and its readers, the behaviour of atomic
// blocks on other values, and the locks that threads wait for at its end.

import type { Event } from '../../../execution/event.js';
import type { Address, ThreadId } from '../../../program/identity.js';
import type { Integer } from '../../../program/integer.js';
import { bug } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import type { Code } from '../../bytecode/compile.js';
import * as op from '../../bytecode/opcodes.js';
import { storeBufferModels } from '../../machines/index.js';
import { Machine } from '../../machines/machine.js';
import type { Cell } from '../../machines/memory.js';
import { untilOf } from '../../machines/waiting.js';
import { HbClock } from '../clocks/hbClock.js';
import { forEachCell, type Past } from '../monitor.js';

interface History {
  /** Before the first write and after each; undefined where there was no such cell yet. */
  readonly values: (Cell | undefined)[];
  readonly writes: Event[];
  /** The readers of the initial value (position 0) and of each write that do not write the cell. */
  readonly readers: Event[][];
}

/** A lock that is not free when the execution ends, as the event it would be. */
interface WaitingLock {
  readonly lock: Event;
  readonly past: Past;
}

interface Before {
  /** The machine just before the block. */
  readonly machine: Machine;
  readonly past: Past;
}

/** Per cell the position of a write to it, -1 for the initial value. */
export type Positions = ReadonlyMap<number, number>;

export class CellHistories {
  readonly #histories = new Map<number, History>();
  readonly #clocks = new Map<Event, Past>();
  readonly #blocks = new Map<Event, Before>();
  readonly #waiting: WaitingLock[] = [];

  constructor(code: Code, events: readonly Event[]) {
    const machine = Machine.start(code, storeBufferModels.sc);
    const hb = new HbClock(code.threads.length);
    for (const event of events) {
      const { thread, choice } = event;
      if (event.kind === 'A')
        this.#blocks.set(event, { machine: machine.clone(), past: hb.past(thread).slice() });
      forEachCell(event, (address, reads, writes) => {
        const history = this.#history(address, machine);
        if (reads && !writes) history.readers[history.writes.length].push(event);
      });
      // Steps that are no events (a free of nothing) go with the next event.
      while (machine.threads[thread].events <= event.index)
        machine.apply({ kind: 'execute', thread, ...present({ choice }) });
      for (const { address } of event.writes) this.#write(event, address, machine);
      hb.advance(event);
      this.#clocks.set(event, hb.past(thread).slice());
    }
    for (const before of this.#blocks.values())
      for (const [address, cell] of machine.memory.cells())
        if (before.machine.memory.cell(address) === undefined) before.machine.memory.put(address, cell);
    for (const [thread, why] of machine.blocked())
      if (why === 'lock') this.#waiting.push({ lock: nextLock(machine, thread), past: hb.past(thread) });
  }

  waiting(): readonly WaitingLock[] {
    return this.#waiting;
  }

  /** The writes to the cell, in coherence order. */
  writes(address: Address): readonly Event[] {
    return this.#histories.get(address)?.writes ?? [];
  }

  /** The value of the cell there. */
  value(address: Address, position: number): Integer | undefined {
    return this.#histories.get(address)?.values[position + 1]?.value;
  }

  /** The readers of the write at `position`, or of the initial value at -1, that do not write the cell. */
  readers(address: Address, position: number): readonly Event[] {
    return this.#histories.get(address)?.readers[position + 1] ?? [];
  }

  /** The event and everything before it. */
  clock(event: Event): Past {
    return this.#clocks.get(event) ?? bug('an event without a clock');
  }

  /** The events that happen before the block's prev, and prev itself. */
  pastBefore(block: Event): Past {
    return this.#before(block).past;
  }

  /** The block's event if each cell holds the write at its position. Cells that are not named hold anything. */
  runBlock(block: Event, positions: Positions): Event {
    const machine = this.#before(block).machine.clone();
    for (const [address, position] of positions) {
      const cell = this.#histories.get(address)?.values[position + 1];
      if (cell !== undefined) machine.memory.put(address, cell);
    }
    machine.apply({ kind: 'execute', thread: block.thread });
    return machine.trace.events.at(-1) ?? bug('an atomic block is no event');
  }

  #before(block: Event): Before {
    return this.#blocks.get(block) ?? bug('an atomic block of another execution');
  }

  #write(event: Event, address: Address, machine: Machine): void {
    const history = this.#history(address, machine);
    history.values.push(machine.memory.cell(address));
    history.writes.push(event);
    history.readers.push([]);
  }

  #history(address: Address, machine: Machine): History {
    let history = this.#histories.get(address);
    if (history === undefined) {
      history = { values: [machine.memory.cell(address)], writes: [], readers: [[]] };
      this.#histories.set(address, history);
    }
    return history;
  }
}

function nextLock(machine: Machine, thread: ThreadId): Event {
  const { registers, events } = machine.threads[thread];
  const [opcode, , a, b] = machine.instruction(thread);
  const address = registers[a];
  const at = machine.statement(thread)?.at;
  return {
    id: machine.trace.events.length,
    thread,
    index: events,
    kind: opcode === op.AWAIT ? 'R' : 'lock',
    reads: [{ address, value: 0 }],
    writes: opcode === op.AWAIT ? [] : [{ address, value: 1 }],
    ...(opcode === op.LOCK ? {} : untilOf(machine, thread, b)),
    ...present({ at }),
  };
}
