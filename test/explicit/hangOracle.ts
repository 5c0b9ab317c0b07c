// Whether a program can hang, from its graph of states: some state is reachable from which no end is. Loops have no bound
// to speak of here, and a state leaves out how often they ran and what only counts; a loop that is cut all the same never comes to an event.

import type { ModelName } from '../../src/execution/execution.js';
import { compile } from '../../src/explicit/bytecode/compile.js';
import { storeBufferModels } from '../../src/explicit/machines/index.js';
import { Machine } from '../../src/explicit/machines/machine.js';
import { forEachRegister } from '../../src/program/expression.js';
import type { Program } from '../../src/program/program.js';
import { expressionsOf, forEachStatement } from '../../src/program/statement.js';

/** Values of 64 bits may be bigints. */
const written = (state: unknown): string =>
  JSON.stringify(state, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

/** Registers of a thread from which follows what it does, or what is observed. */
function consequential({ threads, observed }: Program, t: number): ReadonlySet<string> {
  const found = new Set(
    observed.flatMap((o) => (o.kind === 'register' && o.thread === t ? [o.register] : [])),
  );
  for (let before = -1; before < found.size; ) {
    before = found.size;
    forEachStatement(threads[t].body, (s) => {
      if (s.kind === 'assign' && !found.has(s.target)) return;
      for (const expr of expressionsOf(s)) forEachRegister(expr, (name) => found.add(name));
    });
  }
  return found;
}

/** Undefined when there are too many states. */
export function canHang(program: Program, model: ModelName, most = 3000): boolean | undefined {
  const code = compile(program, { unroll: 200 });
  const addresses = [...code.layout.initial.keys()];
  const slots = code.threads.map(({ slotOf }, t) => {
    const matter = consequential(program, t);
    return [...slotOf].flatMap(([name, slot]) => (matter.has(name) ? [slot] : []));
  });
  const stateOf = (machine: Machine): string =>
    written([
      machine.threads.map((thread, t) => [
        thread.pc,
        thread.status,
        slots[t].map((slot) => thread.registers[slot]),
        thread.buffer.map(({ address, value, epoch }) => [address, value, thread.epoch - epoch]),
      ]),
      addresses.map((address) => machine.memory.cell(address)?.value),
    ]);
  const predecessors = new Map<string, string[]>();
  const ends: string[] = [];
  const start = Machine.start(code, storeBufferModels[model]);
  const pending: [string, Machine][] = [[stateOf(start), start]];
  predecessors.set(pending[0][0], []);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [state, machine] = next;
    const steps = machine.steps();
    const cut = machine.threads.some((thread) => thread.status === 'bound');
    if (steps.length === 0 && !cut) ends.push(state);
    for (const step of steps) {
      const after = machine.clone();
      after.apply(step);
      const key = stateOf(after);
      const known = predecessors.get(key);
      if (known !== undefined) known.push(state);
      else {
        if (predecessors.size >= most) return undefined;
        predecessors.set(key, [state]);
        pending.push([key, after]);
      }
    }
  }
  const ending = new Set(ends);
  for (let next = ends.pop(); next !== undefined; next = ends.pop())
    for (const before of predecessors.get(next) ?? [])
      if (!ending.has(before)) {
        ending.add(before);
        ends.push(before);
      }
  return ending.size < predecessors.size;
}
