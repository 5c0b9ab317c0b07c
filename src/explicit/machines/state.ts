// The base of the plain machine: its state, local instructions, and the record of its events.

import type { Access, Event, EventKind } from '../../execution/event.js';
import type { CutLoop, FindingKind } from '../../execution/finding.js';
import { AddressNames, type Gone } from '../../program/addressNames.js';
import { accessWidth } from '../../program/cells.js';
import { evaluate, widthOf } from '../../program/expression.js';
import type { Address } from '../../program/identity.js';
import { fromWords, highWord, type Integer, lowWord } from '../../program/integer.js';
import { acquires } from '../../program/memoryOrder.js';
import { bug } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import { arithmetic } from '../bytecode/arithmetic.js';
import type { Code } from '../bytecode/compile.js';
import * as op from '../bytecode/opcodes.js';
import { type Cell, Memory } from './memory.js';
import type { StoreBufferModel } from './storeBuffer.js';
import { ThreadState } from './thread.js';
import { Trace } from './trace.js';
import { namingExpr, wideExpression } from './wide.js';

export class MachineState {
  readonly trace: Trace;
  readonly memory: Memory;
  readonly threads: readonly ThreadState[];

  constructor(
    readonly code: Code,
    readonly model: StoreBufferModel,
    from?: MachineState,
  ) {
    this.trace = new Trace(from?.trace);
    this.memory = from?.memory.clone() ?? Memory.initial(code.layout, code.threads.length);
    this.threads = code.threads.map(
      (threadCode, t) =>
        from?.threads[t].clone(threadCode) ??
        new ThreadState(threadCode, code.program.threads[t].start === 'initial' ? 'ready' : 'not-spawned'),
    );
  }

  instruction(t: number): readonly [opcode: number, d: number, a: number, b: number] {
    const { words } = this.code.threads[t];
    const i = this.threads[t].pc * op.wordsPerInstruction;
    return [words[i], words[i + 1], words[i + 2], words[i + 3]];
  }

  statement(t: number) {
    return this.code.threads[t].statements[this.threads[t].pc];
  }

  /** The value of 64 bits that starts at a slot. */
  pair(t: number, slot: number): Integer {
    const { registers } = this.threads[t];
    return fromWords(registers[slot], registers[slot + 1]);
  }

  setPair(t: number, slot: number, value: Integer): void {
    const { registers } = this.threads[t];
    registers[slot] = lowWord(value);
    registers[slot + 1] = highWord(value);
  }

  /** The value that cells take from and give to a slot. */
  cellValue(t: number, slot: number): Integer {
    return this.code.wideCells ? this.pair(t, slot) : this.threads[t].registers[slot];
  }

  setCellValue(t: number, slot: number, value: Integer): void {
    if (this.code.wideCells) this.setPair(t, slot, value);
    else this.threads[t].registers[slot] = lowWord(value);
  }

  /** The value of a named register. */
  register(t: number, name: string): Integer {
    const { slotOf, wide } = this.code.threads[t];
    const slot = slotOf.get(name) ?? 0;
    return wide.has(name) ? this.pair(t, slot) : this.threads[t].registers[slot];
  }

  /** The address, size or thread that the statement of thread `t` names, before it was cut to a word. */
  named(t: number, word: number): Integer {
    const s = this.statement(t);
    const expr = s === undefined ? undefined : namingExpr(s);
    if (expr === undefined || widthOf(expr) === 32) return word;
    return evaluate(
      expr,
      (name) => this.register(t, name),
      (location) => this.code.layout.addressOf.get(location) ?? 0,
    );
  }

  name(address: Integer): string {
    return this.addressNames().cell(address) ?? `address ${address}`;
  }

  /** Of a cell that is not there any more, and since when. */
  nameOfGone(address: Address, how: Gone): string {
    return `${this.name(address)} ${this.addressNames().gone(address, how)}`;
  }

  /** Of now: blocks have the names they have in this execution. */
  addressNames(): AddressNames {
    return new AddressNames(this.code.program, this.code.layout, this.trace.allocs);
  }

  /** Records a finding and stops the thread. */
  find(t: number, kind: FindingKind, message: string, event?: number): void {
    const at = event === undefined ? this.statement(t)?.at : this.trace.events[event].at;
    this.trace.findings.push({ kind, thread: t, message, ...(at === undefined ? {} : { at }) });
    this.threads[t].status = 'finding';
  }

  record(
    t: number,
    kind: EventKind,
    reads: readonly Access[],
    writes: readonly Access[],
    sources: readonly number[],
    extra: Pick<Event, 'other' | 'choice' | 'order' | 'failed' | 'until'> = {},
  ): number {
    const thread = this.threads[t];
    const { at, order } = this.statement(t) ?? {};
    const index = thread.events++;
    const acquireFence = thread.acquireFence ? true : undefined;
    thread.acquireFence = false;
    return this.trace.add(
      {
        thread: t,
        index,
        kind,
        reads,
        writes,
        ...present({ order, acquireFence }),
        ...extra,
        ...present({ at }),
      },
      sources,
    );
  }

  /** The cell at `address`, if the statement that the thread has come to can touch it: it has as many bits. */
  fittingCell(t: number, address: Address): Cell | undefined {
    const width = accessWidth(this.statement(t));
    const fits = width === undefined || (this.memory.width(address) ?? width) === width;
    return fits ? this.memory.cell(address) : undefined;
  }

  /** The cell at `address`, or a finding. */
  access(t: number, address: Address, what: string): Cell | undefined {
    const fitting = this.fittingCell(t, address);
    if (fitting !== undefined) return fitting;
    const width = accessWidth(this.statement(t));
    if (this.memory.isInside(address))
      this.find(
        t,
        'mixed-size',
        `${what} of ${width} bits at ${this.addressNames().inside(this.named(t, address))}, where a cell has other bits`,
      );
    else this.find(t, 'invalid-address', `${what} of ${this.addressNames().nowhere(this.named(t, address))}`);
    return undefined;
  }

  /** A read finds the cell in this state; `has`: see LOAD. */
  checkRead(t: number, address: Address, cell: Pick<Cell, 'state'>, has = 0): void {
    if (has > 0) this.threads[t].registers[has - 1] = cell.state === 'ok' ? 1 : 0;
    if (cell.state === 'freed' || (cell.state === 'destroyed' && has === 0))
      this.find(
        t,
        'use-after-free',
        `load from ${this.nameOfGone(address, cell.state === 'freed' ? 'ended' : 'destroyed')}`,
      );
    else if (cell.state === 'uninitialised' && has === 0)
      this.find(t, 'uninitialised-read', `load from ${this.name(address)}, which was never written`);
  }

  /** Runs local instructions until the thread comes to an event or stops. */
  runLocal(t: number): void {
    const thread = this.threads[t];
    const r = thread.registers;
    while (thread.status === 'ready') {
      const [opcode, d, a, b] = this.instruction(t);
      if (opcode >= op.firstExpression) r[d] = arithmetic(opcode, r[a], r[b]);
      else if (opcode < 0) wideExpression(this, t, opcode, d, a, b);
      else if (opcode === op.ATOMIC_END) return;
      else if (opcode >= op.firstEvent) {
        // Freeing nothing is no event.
        if (opcode !== op.FREE || r[a] !== 0) return;
      } else if (opcode === op.JUMP || (opcode === op.JUMP_IF_ZERO && r[a] === 0)) {
        thread.pc = d;
        continue;
      } else this.#local(t, opcode, d, a, b);
      thread.pc++;
    }
  }

  /** Loads happen in order: there is nothing to do. */
  protected loadFence(_t: number): void {}

  /** The loop whose next round its bound forbids. */
  #cutLoop(t: number): CutLoop {
    const statement = this.statement(t);
    if (statement?.kind !== 'while') return bug(`a cut ${statement?.kind} is no loop`);
    const { label, at } = statement;
    return at === undefined ? { thread: t, label } : { thread: t, label, at };
  }

  #local(t: number, opcode: number, d: number, a: number, b: number): void {
    const thread = this.threads[t];
    const r = thread.registers;
    switch (opcode) {
      case op.MOVE:
        r[d] = r[a];
        return;
      case op.ASSUME:
        if (r[a] === 0) thread.status = 'assume';
        return;
      case op.ASSERT: {
        const statement = this.statement(t);
        if (r[a] !== 0 || statement?.kind !== 'assert') return;
        this.find(t, statement.finding ?? 'assertion', statement.message || 'assertion fails');
        return;
      }
      case op.ITERATE: {
        if (r[d]++ < r[a]) return;
        thread.status = 'bound';
        this.trace.cutLoops.push(this.#cutLoop(t));
        return;
      }
      case op.ALLOC: {
        const statement = this.statement(t);
        const shape = statement?.kind === 'alloc' ? statement.shape : undefined;
        const address = this.memory.alloc(t, r[a], b === 1, shape);
        if (address === undefined)
          this.find(t, 'out-of-memory', `no room for a block of ${this.named(t, r[a])} cells`);
        else {
          r[d] = address;
          const at = this.statement(t)?.at;
          const index = thread.events;
          this.trace.allocs.push({ thread: t, index, address, size: Math.max(1, r[a]), ...present({ at }) });
        }
        return;
      }
      case op.LOAD_FENCE: {
        const { order } = this.statement(t) ?? {};
        if (order === undefined || (order !== 'volatile' && acquires(order))) thread.acquireFence = true;
        this.loadFence(t);
        return;
      }
      case op.HALT:
        thread.status = 'ended';
        return;
      default:
        return;
    }
  }
}
