// Waits of the plain machine: the condition of a lock or of a waiting load, and the finding when no thread can go on.

import { deadlockFinding } from '../../execution/deadlock.js';
import type { Event } from '../../execution/event.js';
import type { Blocked } from '../../execution/execution.js';
import type { Finding } from '../../execution/finding.js';
import { type Integer, lowWord } from '../../program/integer.js';
import { mayBeInterrupted } from '../../program/statement.js';
import { present } from '../../support/present.js';
import * as op from '../bytecode/opcodes.js';
import { type FinalState, hangFinding, hangingThreads } from '../hang.js';
import type { Cell } from './memory.js';
import type { MachineState } from './state.js';

/** The operands that stand in the instruction after the one thread `t` has come to. */
function further(machine: MachineState, t: number): readonly [d: number, a: number] {
  const next = (machine.threads[t].pc + 1) * op.wordsPerInstruction;
  const { words } = machine.code.threads[t];
  return [words[next + 1], words[next + 2]];
}

/**
 * Whether the wait ends with this cell; `b` holds the value to compare with. A cell without a value ends the wait.
 */
export function waitIsOver(
  machine: MachineState,
  t: number,
  b: number,
  { state, value }: Pick<Cell, 'state' | 'value'>,
): boolean {
  const [code] = further(machine, t);
  return state !== 'ok' || op.passes(op.takeTest(code), lowWord(value), machine.threads[t].registers[b]);
}

/** The condition of TAKE and AWAIT, in the form of their event. */
export function untilOf(machine: MachineState, t: number, b: number): Pick<Event, 'until'> {
  const [code] = further(machine, t);
  const test = op.takeTest(code) === op.tests['=='] ? '==' : '>=';
  return { until: { test, value: machine.threads[t].registers[b] } };
}

/** The value that TAKE leaves in its cell. */
export function taken(machine: MachineState, t: number): (old: Integer) => Integer {
  const [code, slot] = further(machine, t);
  const change = machine.threads[t].registers[slot];
  return (old) => (op.takeAdds(code) ? (lowWord(old) + change) | 0 : change);
}

/** The reason why a started thread can go no further. */
export function waitsAt(machine: MachineState, t: number): Blocked {
  if (mayBeInterrupted(machine.statement(t))) return 'interruptible';
  return machine.instruction(t)[0] === op.JOIN ? 'join' : 'lock';
}

/** A deadlock, if some thread waits for a lock or another thread and none was stopped by anything else. */
function deadlockOf(machine: MachineState, blocked: ReadonlyMap<number, Blocked>): Finding[] {
  if ([...blocked.values()].some((why) => why !== 'lock' && why !== 'join')) return [];
  const { program, layout } = machine.code;
  const waiting = machine.threads.flatMap((thread, t) => {
    const why = blocked.get(t);
    if (why === undefined) return [];
    const [, , a] = machine.instruction(t);
    const register = thread.registers[a];
    const awaited =
      why === 'lock'
        ? { cell: register, ...present({ value: machine.memory.cell(register)?.value }) }
        : { other: register };
    return [{ thread: t, ...awaited, ...present({ at: machine.statement(t)?.at }) }];
  });
  return deadlockFinding(program, layout, waiting, machine.trace.allocs);
}

/** Deadlocks and hangs, where no step is possible. */
export function waitingFindings(machine: MachineState, blocked: ReadonlyMap<number, Blocked>): Finding[] {
  const { code, threads } = machine;
  const { endsWith } = code.program;
  if (endsWith !== undefined && !blocked.has(endsWith)) return [];
  const state: FinalState = {
    code,
    register: (thread, name) => machine.register(thread, name),
    cell: (address) => {
      const cell = machine.memory.cell(address);
      return cell?.state === 'ok' ? cell.value : undefined;
    },
  };
  const hanging = hangingThreads(state, blocked, (thread) => threads[thread].pc);
  return [...deadlockOf(machine, blocked), ...hanging.map((t) => hangFinding(code, t, threads[t].pc))];
}
