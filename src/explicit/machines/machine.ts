// The plain machine: a program running on SC, TSO or PSO, one step at a time, written to be believed by reading.
// It serves the reference explorer and the replayer; the fast explorers of dpor/ have a machine of their own.
// A step is an event of a thread together with the local code that follows it, or a commit of a buffered store.

import type { Event, EventKind } from '../../execution/event.js';
import type { Blocked, Execution, Outcome, Step } from '../../execution/execution.js';
import { evaluateFormula, type Formula, type Observable } from '../../program/condition.js';
import type { Address } from '../../program/identity.js';
import { type Integer, lowWord, toInteger, wrap } from '../../program/integer.js';
import { cellAddress, operandValues } from '../../program/layout.js';
import { applyRmw } from '../../program/rmw.js';
import { bug } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import { fetchResult } from '../bytecode/arithmetic.js';
import type { Code } from '../bytecode/compile.js';
import * as op from '../bytecode/opcodes.js';
import { atomicBlock } from './atomicBlock.js';
import { freeBlock, spawn } from './effects.js';
import { holdsNothing, stateLeft } from './memory.js';
import { asWidth, failedOrder, rmwOperands } from './rmw.js';
import { MachineState } from './state.js';
import type { Entry, StoreBufferModel } from './storeBuffer.js';
import { taken, untilOf, waitIsOver, waitingFindings, waitsAt } from './waiting.js';

export class Machine extends MachineState {
  static start(code: Code, model: StoreBufferModel): Machine {
    const machine = new Machine(code, model);
    for (let t = 0; t < machine.threads.length; t++) machine.runLocal(t);
    return machine;
  }

  clone(): Machine {
    return new Machine(this.code, this.model, this);
  }

  /** Every step that is possible now. */
  steps(): Step[] {
    const steps: Step[] = [];
    this.threads.forEach((thread, t) => {
      if (thread.status === 'ready' && this.#enabled(t)) {
        const [opcode] = this.instruction(t);
        if (opcode === op.CHOOSE || opcode === op.CHOOSE_WIDE)
          for (const choice of this.#choices(t)) steps.push({ kind: 'execute', thread: t, choice });
        else steps.push({ kind: 'execute', thread: t });
      }
      thread.buffer.forEach((entry, i) => {
        if (this.model.mayCommit(thread.buffer, i))
          steps.push({ kind: 'commit', thread: t, address: entry.address });
      });
    });
    return steps;
  }

  /** Whether the step is possible now. */
  can(step: Step): boolean {
    const thread = this.threads[step.thread];
    if (thread === undefined) return false;
    if (step.kind === 'commit') {
      const i = thread.buffer.findIndex((entry) => entry.address === step.address);
      return i >= 0 && this.model.mayCommit(thread.buffer, i);
    }
    if (thread.status !== 'ready' || !this.#enabled(step.thread)) return false;
    const range = this.choiceRange(step.thread);
    const { choice } = step;
    if (range === undefined || choice === undefined) return range === choice;
    return range.from <= choice && choice <= range.to;
  }

  /** The range of the thread's next choice, if it is at a choice. */
  choiceRange(t: number): { readonly from: Integer; readonly to: Integer } | undefined {
    const [opcode, , a, b] = this.instruction(t);
    const { registers } = this.threads[t];
    if (opcode === op.CHOOSE) return { from: registers[a], to: registers[b] };
    return opcode === op.CHOOSE_WIDE ? { from: this.pair(t, a), to: this.pair(t, b) } : undefined;
  }

  *#choices(t: number): Generator<Integer> {
    const range = this.choiceRange(t);
    if (range === undefined) return;
    for (let choice = range.from; choice <= range.to; choice = next(choice)) yield choice;
  }

  /** Whether the thread can execute its next event now. */
  canExecute(t: number): boolean {
    return this.threads[t].status === 'ready' && this.#enabled(t);
  }

  /** Whether no step is possible. */
  isIdle(): boolean {
    return this.threads.every(
      (thread, t) => (thread.status !== 'ready' || !this.#enabled(t)) && thread.buffer.length === 0,
    );
  }

  apply(step: Step): void {
    if (step.kind === 'commit') this.#commit(step.thread, step.address);
    else {
      this.#execute(step.thread, step.choice);
      this.runLocal(step.thread);
    }
  }

  /** Why each thread that was started and has not ended is stopped or waits; only meaningful when no step is possible. */
  blocked(): Map<number, Blocked> {
    const blocked = new Map<number, Blocked>();
    this.threads.forEach((thread, t) => {
      if (thread.status === 'ready') blocked.set(t, waitsAt(this, t));
      else if (thread.status !== 'ended' && thread.status !== 'not-spawned') blocked.set(t, thread.status);
    });
    return blocked;
  }

  /** The execution so far. Only once no step is possible is it known which threads wait for ever. */
  execution(): Execution {
    const blocked = this.blocked();
    const findings = [...this.trace.findings, ...(this.isIdle() ? waitingFindings(this, blocked) : [])];
    const outcome = this.#isFinal(blocked.size > 0 || findings.length > 0) ? this.#outcome() : undefined;
    const { events, rf, co, allocs } = this.trace;
    return {
      events,
      rf,
      co,
      blocked,
      findings,
      ...(allocs.length === 0 ? {} : { allocs }),
      ...(outcome === undefined ? {} : { outcome }),
    };
  }

  #isFinal(stopped: boolean): boolean {
    const { final } = this.code.program;
    return final === undefined ? !stopped : this.#satisfies(final);
  }

  #outcome(): Outcome | undefined {
    const { filter, observed } = this.code.program;
    if (filter !== undefined && !this.#satisfies(filter)) return undefined;
    return observed.map((o) => this.#value(o));
  }

  #satisfies(formula: Formula): boolean {
    return evaluateFormula(
      formula,
      operandValues(this.code.layout, (o) => this.#value(o)),
    );
  }

  #value(o: Observable): Integer {
    if (o.kind === 'register') return this.register(o.thread, o.register);
    return this.memory.cell(cellAddress(this.code.layout, o.location, o.index))?.value ?? 0;
  }

  /** Whether the event thread `t` has come to may happen now. */
  #enabled(t: number): boolean {
    const thread = this.threads[t];
    const [opcode, d, a, b] = this.instruction(t);
    const operand = thread.registers[a];
    switch (opcode) {
      case op.LOAD:
      case op.STORE:
      case op.FREE:
      case op.STORE_FENCE:
      case op.CHOOSE:
      case op.CHOOSE_WIDE:
        return true;
      case op.LOCK: {
        const cell = this.memory.cell(operand);
        return thread.buffer.length === 0 && (cell === undefined || cell.state !== 'ok' || cell.value === 0);
      }
      case op.TAKE: {
        const cell = this.memory.cell(operand);
        return thread.buffer.length === 0 && (cell === undefined || waitIsOver(this, t, b, cell));
      }
      case op.AWAIT: {
        const cell = this.memory.cell(operand);
        return cell === undefined || waitIsOver(this, t, b, thread.forwarded(operand) ?? cell);
      }
      case op.JOIN: {
        const child = this.threads[operand];
        return (
          thread.buffer.length === 0 &&
          (child === undefined ||
            (child.status === 'ended' && child.buffer.length === 0 && operand !== this.code.program.endsWith))
        );
      }
      case op.ATOMIC_BEGIN:
        return d === 1 || thread.buffer.length === 0;
      case op.FENCE:
      case op.SPAWN:
      case op.UNLOCK:
      case op.GIVE_BACK:
        return thread.buffer.length === 0;
      default:
        return this.model.mayUpdate(thread.buffer, operand, thread.epoch);
    }
  }

  #commit(t: number, address: Address): void {
    const thread = this.threads[t];
    const i = thread.buffer.findIndex((entry) => entry.address === address);
    if (i < 0 || !this.model.mayCommit(thread.buffer, i))
      bug(`thread ${t} has nothing to commit to ${address}`);
    const entry = thread.buffer[i];
    thread.buffer = thread.buffer.filter((_, k) => k !== i);
    this.#write(t, entry);
  }

  #write(t: number, { address, freed: block, value, event, state, inObject }: Entry): void {
    if (block !== undefined) {
      freeBlock(this, t, block, event);
      return;
    }
    const freed = inObject && this.memory.cell(address)?.state === 'freed';
    this.memory.write(address, value, event, state);
    this.trace.committed(address, event);
    if (freed) this.find(t, 'use-after-free', `store to ${this.nameOfGone(address, 'ended')}`, event);
  }

  #execute(t: number, choice: Integer | undefined): void {
    const thread = this.threads[t];
    if (thread.status !== 'ready' || !this.#enabled(t)) bug(`thread ${t} cannot execute`);
    const r = thread.registers;
    const [opcode, d, a, b] = this.instruction(t);
    let next = thread.pc + 1;
    switch (opcode) {
      case op.LOAD:
        this.load(t, d, r[a], b);
        break;
      case op.STORE:
        this.#store(t, r[d], this.cellValue(t, a), b);
        break;
      case op.FENCE:
        this.record(t, 'F', [], [], []);
        break;
      case op.STORE_FENCE:
        this.record(t, 'S', [], [], []);
        thread.epoch++;
        break;
      case op.CHOOSE:
        r[d] = lowWord(choice ?? r[a]);
        this.record(t, 'choice', [], [], [], { choice: r[d] });
        break;
      case op.CHOOSE_WIDE:
        this.setPair(t, d, choice ?? this.pair(t, a));
        this.record(t, 'choice', [], [], [], { choice: this.pair(t, d) });
        break;
      case op.SPAWN:
        spawn(this, t, d, a);
        break;
      case op.JOIN:
        if (this.threads[r[a]] === undefined)
          this.find(t, 'invalid-join', `there is no thread ${this.named(t, r[a])} to join`);
        else this.record(t, 'join', [], [], [], { other: r[a] });
        break;
      case op.LOCK:
        this.#update(t, 'lock', r[a], () => 1);
        break;
      case op.TAKE:
        this.#update(t, 'lock', r[a], taken(this, t), undefined, undefined, untilOf(this, t, b));
        next++;
        break;
      case op.AWAIT:
        this.load(t, d, r[a], 0, untilOf(this, t, b));
        next++;
        break;
      case op.UNLOCK:
        this.#unlock(t, r[a]);
        break;
      case op.GIVE_BACK:
        this.#unlock(t, r[a], r[b]);
        break;
      case op.FREE:
        this.#free(t, r[a]);
        break;
      case op.ATOMIC_BEGIN:
        atomicBlock(this, t);
        next = thread.pc;
        break;
      case op.RMW:
        this.#rmw(t, r[a], d, b);
        next++;
        break;
      case op.XCHG:
        this.#update(t, 'U', r[a], () => r[b], d);
        break;
      case op.CAS: {
        const desired = r[this.code.threads[t].words[(thread.pc + 1) * op.wordsPerInstruction + 2]];
        const expected = r[b];
        const succeeds = (old: Integer): boolean => old === expected;
        this.#update(t, 'U', r[a], (old) => (succeeds(old) ? desired : old), d, succeeds);
        next++;
        break;
      }
      default: {
        const operand = r[b];
        this.#update(t, 'U', r[a], (old) => fetchResult(opcode - op.FETCH, lowWord(old), operand), d);
      }
    }
    thread.pc = next;
  }

  /** `has`: see LOAD. */
  protected load(
    t: number,
    d: number,
    address: Address,
    has: number,
    extra: Pick<Event, 'until'> = {},
  ): void {
    const thread = this.threads[t];
    const cell = this.access(t, address, 'load');
    if (cell === undefined) return;
    const entry = thread.forwarded(address);
    const value = entry?.value ?? cell.value;
    const unset = has > 0 && holdsNothing(entry ?? cell) ? true : undefined;
    const read = { address, value, ...present({ unset }) };
    this.record(t, 'R', [read], [], [entry?.event ?? cell.writer], extra);
    this.setCellValue(t, d, value);
    this.checkRead(t, address, entry ?? cell, has);
  }

  #store(t: number, address: Address, value: Integer, stored: number): void {
    if (this.access(t, address, 'store') === undefined) return;
    const event = this.record(t, 'W', [], [{ address, value }], []);
    const state = stateLeft(stored);
    const inObject = stored !== op.stored.begins && stored !== op.stored.ends;
    if (state !== 'ok') this.trace.left.set(event, state);
    this.#issue(t, { address, value, event, state, inObject });
  }

  #issue(t: number, store: Omit<Entry, 'epoch'>): void {
    const thread = this.threads[t];
    const entry: Entry = { ...store, epoch: thread.epoch };
    if (this.model.buffers) thread.buffer = [...thread.buffer, entry];
    else this.#write(t, entry);
  }

  #rmw(t: number, address: Address, d: number, b: number): void {
    const { pc } = this.threads[t];
    const [, what, desired] = this.code.threads[t].words.slice((pc + 1) * op.wordsPerInstruction);
    const width = asWidth(op.rmwWidth(what));
    const operands = rmwOperands(this, t, what, b, desired);
    const old = this.memory.cell(address)?.value;
    const succeeds = (cell: Integer): boolean =>
      operands.kind !== 'cas' || wrap(cell, width) === wrap(operands.expected, width);
    this.#update(t, 'U', address, (cell) => applyRmw(operands, cell, width), undefined, succeeds);
    if (old === undefined) return;
    if (width === 64) this.setPair(t, d, old);
    else this.threads[t].registers[d] = lowWord(wrap(old, width));
  }

  #update(
    t: number,
    kind: EventKind,
    address: Address,
    modify: (old: Integer) => Integer,
    d?: number,
    succeeds: (old: Integer) => boolean = () => true,
    extra: Pick<Event, 'until'> = {},
  ): void {
    const cell = this.access(t, address, 'atomic access');
    if (cell === undefined) return;
    const value = modify(cell.value);
    const failure = succeeds(cell.value) ? {} : failedOrder(this.statement(t));
    const accesses = [[{ address, value: cell.value }], [{ address, value }], [cell.writer]] as const;
    const event = this.record(t, kind, ...accesses, { ...failure, ...extra });
    this.checkRead(t, address, cell);
    this.memory.write(address, value, event);
    this.trace.committed(address, event);
    if (d !== undefined) this.threads[t].registers[d] = lowWord(cell.value);
  }

  #unlock(t: number, address: Address, holder?: number): void {
    const held = this.memory.cell(address)?.value;
    this.#update(t, 'unlock', address, () => 0);
    const name = this.name(address);
    if (held === 0) this.find(t, 'unlock-of-free-lock', `unlock of ${name}, which is not locked`);
    else if (held !== undefined && holder !== undefined && lowWord(held) !== holder)
      this.find(t, 'unlock-by-another', `unlock of ${name}, which another thread has locked`);
  }

  #free(t: number, address: Address): void {
    const block = this.memory.block(address);
    if (block === undefined) {
      this.find(t, 'invalid-free', `free of ${this.name(this.named(t, address))}, where no block starts`);
      return;
    }
    const { cells } = block;
    const writes = cells.map((cell) => ({ address: cell, value: 0 }));
    const event = this.record(t, 'free', [], writes, []);
    const freed = { base: address, cells };
    this.#issue(t, { address: cells[0], freed, value: 0, event, state: 'freed', inObject: false });
  }
}

const next = (value: Integer): Integer => toInteger(BigInt(value) + 1n);
