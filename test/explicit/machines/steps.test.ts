// The plain machine can take the steps that it lists, and no others. A schedule with another step is impossible.

import { describe, expect, it } from 'vitest';
import { modelNames, type Schedule, type Step } from '../../../src/execution/execution.js';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import { storeBufferModels } from '../../../src/explicit/machines/index.js';
import { Machine } from '../../../src/explicit/machines/machine.js';
import { replaySchedule } from '../../../src/explicit/machines/runSchedule.js';
import { randomProgram } from '../../../src/generate/random.js';
import { features } from '../../../src/generate/randomOptions.js';
import { addressOf, binary, constant, type Expr, register } from '../../../src/program/expression.js';
import { toInteger } from '../../../src/program/integer.js';
import type { Program, Thread } from '../../../src/program/program.js';
import { forEachStatement, type Statement } from '../../../src/program/statement.js';
import { validate } from '../../../src/program/validate.js';
import { Random } from '../../../src/support/prng.js';

const programs = Array.from({ length: 60 }, (_, seed) => randomProgram(seed, { features, size: 8 }));

/** Steps that may be possible, and some beside each that never are. */
function imagined(machine: Machine): Step[] {
  const cells = [...machine.memory.cells().keys()];
  const threads = [...machine.threads.keys(), machine.threads.length];
  return threads.flatMap((thread): Step[] => {
    const range = thread < machine.threads.length ? machine.choiceRange(thread) : undefined;
    const from = BigInt(range?.from ?? 0) - 1n;
    const count = BigInt(range?.to ?? 0) - from + 2n;
    const choices = Array.from({ length: Number(count) }, (_, i) => toInteger(from + BigInt(i)));
    return [
      { kind: 'execute', thread },
      ...choices.map((choice): Step => ({ kind: 'execute', thread, choice })),
      ...cells.map((address): Step => ({ kind: 'commit', thread, address })),
    ];
  });
}

const keyOf = (step: Step): string =>
  step.kind === 'commit'
    ? `commit ${step.thread} ${step.address}`
    : `execute ${step.thread} ${step.choice ?? ''}`;

/** One execution, chosen at random, with a look at the machine before each step. */
function runOf(
  program: Program,
  seed: number,
  model: (typeof modelNames)[number],
  look: (m: Machine) => void,
) {
  const machine = Machine.start(compile(program, { unroll: 2 }), storeBufferModels[model]);
  const random = new Random(seed);
  const schedule: Step[] = [];
  for (;;) {
    look(machine);
    const steps = machine.steps();
    if (steps.length === 0) return { schedule, execution: machine.execution() };
    const step = random.pick(steps);
    schedule.push(step);
    machine.apply(step);
  }
}

describe('the plain machine', () => {
  it.each(modelNames)('can take the steps that it lists, and no others, under %s', (model) => {
    for (const [seed, program] of programs.entries())
      runOf(program, seed, model, (machine) => {
        const listed = machine.steps();
        const can = imagined(machine).filter((step) => machine.can(step));
        expect([...new Set(can.map(keyOf))].sort()).toEqual([...new Set(listed.map(keyOf))].sort());
        expect(machine.isIdle()).toBe(listed.length === 0);
        for (const t of machine.threads.keys())
          expect(machine.canExecute(t)).toBe(listed.some((s) => s.kind === 'execute' && s.thread === t));
      });
  });

  it.each(modelNames)('comes to the same end again, and only by the same steps, under %s', (model) => {
    for (const [seed, program] of programs.entries()) {
      const { schedule, execution } = runOf(program, seed, model, () => {});
      const replay = (steps: Schedule) => replaySchedule(program, steps, { model, unroll: 2 });
      expect(replay(schedule)).toEqual({ kind: 'replayed', execution, maximal: true });
      expect(replay(schedule.slice(0, -1))).toMatchObject({ maximal: schedule.length === 0 });
      const step: Step = { kind: 'execute', thread: program.threads.length };
      const position = schedule.length >> 1;
      const wrong = [...schedule.slice(0, position), step, ...schedule.slice(position)];
      expect(replay(wrong)).toEqual({ kind: 'impossible', position, step });
    }
  });

  it.each(modelNames)('refuses the steps of a thread that cannot take them, under %s', (model) => {
    for (const [seed, program] of programs.slice(0, 6).entries())
      runOf(program, seed, model, (machine) => {
        for (const step of imagined(machine)) {
          const possible =
            step.kind === 'commit'
              ? machine.can(step)
              : step.thread in machine.threads && machine.canExecute(step.thread);
          if (!possible) expect(() => machine.clone().apply(step)).toThrow();
        }
      });
  });

  it('names the blocks of the heap in its execution, and none where there are none', () => {
    let blocks = 0;
    for (const [seed, program] of programs.entries()) {
      const { execution } = runOf(program, seed, 'tso', () => {});
      let allocates = false;
      for (const { body } of program.threads)
        forEachStatement(body, (s) => {
          allocates ||= s.kind === 'alloc';
        });
      if (!allocates) expect(execution).not.toHaveProperty('allocs');
      if (execution.allocs !== undefined) expect(execution.allocs.length).toBeGreaterThan(0);
      blocks += execution.allocs?.length ?? 0;
    }
    expect(blocks).toBeGreaterThan(5);
  });

  /** The stores that may reach memory once a thread has executed all of its body under PSO. */
  function commits(body: readonly Statement[]): string[] {
    const locations = ['x', 'y'].map((name) => ({ name, initial: [0] }));
    const thread: Thread = { name: 'P', start: 'initial', parameters: [], registers: new Map(), body };
    const program = validate({ name: 'p', locations, threads: [thread], observed: [] });
    const machine = Machine.start(compile(program, { unroll: 2 }), storeBufferModels.pso);
    while (machine.canExecute(0)) machine.apply({ kind: 'execute', thread: 0 });
    const { buffer } = machine.threads[0];
    return buffer.flatMap(({ value, freed }, i) =>
      storeBufferModels.pso.mayCommit(buffer, i) ? [freed === undefined ? `${value}` : 'free'] : [],
    );
  }
  const store = (address: Expr, value: number): Statement => ({
    kind: 'store',
    address,
    value: constant(value),
  });

  it('keeps the order of stores of two epochs, of one cell, and of a block that is freed', () => {
    const fence: Statement = { kind: 'fence', fence: 'store-store' };
    const [x, y, p] = [addressOf('x'), addressOf('y'), register('p')];
    const block: Statement = { kind: 'alloc', target: 'p', size: constant(2), zeroed: false };
    expect(commits([store(x, 1), store(y, 2)])).toEqual(['1', '2']);
    expect(commits([store(x, 1), fence, store(y, 2)])).toEqual(['1']);
    expect(commits([store(x, 1), store(x, 2), store(y, 3)])).toEqual(['1', '3']);
    expect(commits([block, store(binary('+', p, constant(1)), 1), { kind: 'free', address: p }])).toEqual([
      '1',
    ]);
    expect(commits([block, store(x, 1), { kind: 'free', address: p }])).toEqual(['1', 'free']);
  });
});
