// The course of a thread, against executions of the plain machine: as far as the course is known, every execution follows it.

import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import * as op from '../../../src/explicit/bytecode/opcodes.js';
import { storeBufferModels } from '../../../src/explicit/machines/index.js';
import { Machine } from '../../../src/explicit/machines/machine.js';
import { type Action, courseOf, mayStartOrJoin } from '../../../src/explicit/symmetry/course.js';
import { parseC } from '../../../src/frontend/c/index.js';
import { everything } from '../../../src/generate/observe.js';
import { randomProgram } from '../../../src/generate/random.js';
import { type Feature, features } from '../../../src/generate/randomOptions.js';
import { addressOf, binary, constant, type Expr, register, unary } from '../../../src/program/expression.js';
import type { Program } from '../../../src/program/program.js';
import type { Statement } from '../../../src/program/statement.js';
import { validate } from '../../../src/program/validate.js';
import { Random } from '../../../src/support/prng.js';
import { withStarter } from './copies.js';

/** Events that the course does not list, or that may be none. */
const unlisted = new Set([op.FENCE, op.STORE_FENCE, op.CHOOSE, op.CHOOSE_WIDE, op.FREE]);

interface Step {
  readonly text: string;
  readonly pc?: number;
  /** Absent: not known beforehand. */
  readonly cell?: number | undefined;
}

interface Done {
  readonly steps: Step[];
  /** The end, a bound or an assumption that does not hold; not a finding or a wait. */
  isWhole: boolean;
}

/** The steps of each thread in one execution. */
function observed(machine: Machine, random: Random): Done[] {
  const threads = machine.threads.map(() => ({ steps: [] as Step[], isWhole: false }));
  for (let steps = machine.steps(); steps.length > 0; steps = machine.steps()) {
    const step = random.pick(steps);
    if (step.kind === 'execute') {
      const t = step.thread;
      const [opcode, d, a] = machine.instruction(t);
      const { registers, pc } = machine.threads[t];
      const seen = threads[t].steps;
      if (opcode === op.SPAWN) seen.push({ text: `spawn ${d}`, pc });
      else if (opcode === op.JOIN) seen.push({ text: 'join', pc, cell: registers[a] });
      else if (!unlisted.has(opcode))
        seen.push({ text: `${opcode} at ${pc}`, pc, cell: registers[opcode === op.STORE ? d : a] });
    }
    machine.apply(step);
  }
  threads.forEach((thread, t) => {
    thread.isWhole = ['ended', 'bound', 'assume'].includes(machine.threads[t].status);
  });
  return threads;
}

/** The course as such steps; an atomic block is one. */
function foreseen(words: Int32Array, actions: readonly Action[]): Step[] {
  let inside = 0;
  return actions.flatMap((action): Step[] => {
    if (action.kind === 'spawn') return [{ text: `spawn ${action.thread}` }];
    if (action.kind === 'join') return [{ text: 'join', cell: action.thread }];
    if (action.kind === 'check' || action.pc < inside || action.opcode === op.FREE) return [];
    inside = 0;
    if (action.opcode === op.ATOMIC_BEGIN) {
      inside = action.pc;
      while (words[inside * op.wordsPerInstruction] !== op.ATOMIC_END) inside++;
      return [{ text: `${op.ATOMIC_BEGIN} at ${action.pc}` }];
    }
    return [{ text: `${action.opcode} at ${action.pc}`, cell: action.address }];
  });
}

function compare(program: Program, seed: number): { readonly open: number; readonly whole: number } {
  const code = compile(program, { unroll: 2 });
  const random = new Random(seed);
  const counts = { open: 0, whole: 0 };
  for (let run = 0; run < 4; run++)
    observed(Machine.start(code, storeBufferModels.tso), random).forEach(({ steps, isWhole }, t) => {
      const { actions, open } = courseOf(code, t);
      const expected = foreseen(code.threads[t].words, actions);
      const name = `${program.name} thread ${t}`;
      const isChecked = actions.some(({ kind }) => kind === 'check');
      if (isWhole && open === undefined && !isChecked) {
        counts.whole++;
        expect(steps.length, name).toBe(expected.length);
      }
      if (isWhole && !isChecked) expect(steps.length, name).toBeGreaterThanOrEqual(expected.length);
      if (open !== undefined) counts.open++;
      const lastStart = steps.findLastIndex(({ text }) => /^(spawn|join)/.test(text));
      for (const { pc = 0 } of steps.slice(0, lastStart + 1))
        expect(mayStartOrJoin(code.threads[t], pc), name).toBe(true);
      for (const [i, { text, cell }] of expected.slice(0, steps.length).entries()) {
        expect(steps[i].text, name).toBe(text);
        if (cell !== undefined) expect(steps[i].cell, name).toBe(cell);
      }
    });
  return counts;
}

/** One thread that computes with 64 bits, first with what is known and then with what it reads, and branches by it. */
function wideBranches(seed: number): Program {
  const random = new Random(seed);
  const w = register('w', 64);
  const wide = (): Expr => constant(random.pick([1n, -1n, 3n, 2n ** 32n, 2n ** 32n + 1n, -(2n ** 33n)]), 64);
  const store = (cell: string): Statement => ({
    kind: 'store',
    address: addressOf(cell),
    value: constant(1),
  });
  const computed = (): Statement => ({
    kind: 'assign',
    target: 'w',
    value: random.weighted<Expr>([
      [4, binary(random.pick(['+', '-', '*', '^', '|', '&'] as const), w, wide())],
      [1, unary(random.pick(['-', '~'] as const), w)],
      [2, unary(random.pick(['sext32', 'zext32'] as const), register('k'))],
    ]),
  });
  const branch = (): Statement => ({
    kind: 'if',
    condition: random.chance(0.7)
      ? binary(random.pick(['<', '==', '!='] as const), w, wide())
      : unary('low32', w),
    whenTrue: [store('x')],
    whenFalse: [store('y')],
  });
  const looks: Statement[] = [
    { kind: 'load', target: 'u', address: addressOf('x'), has: 'h' },
    { kind: 'if', condition: register('h'), whenTrue: [store('x')], whenFalse: [store('y')] },
  ];
  const body: Statement[] = [
    // the load of `looks` makes it unknown, also in the first slot
    { kind: 'assign', target: 'h', value: constant(0) },
    { kind: 'assign', target: 'k', value: constant(random.int(-3, 3)) },
    { kind: 'assign', target: 'w', value: wide() },
    ...Array.from({ length: 4 }, () => [computed(), branch()]).flat(),
    ...(random.chance(0.2) ? [{ kind: 'assume', condition: binary('<', w, wide()) } as const] : []),
    ...(random.chance(0.3) ? looks : []),
    ...(random.chance(0.5)
      ? [{ kind: 'load', target: 'w', address: addressOf('v'), width: 64 } as const, computed(), branch()]
      : []),
  ];
  const locations = ['x', 'y', 'v'].map((name) => ({ name, initial: [0] }));
  const threads = [{ name: 'P', start: 'initial' as const, parameters: [], registers: new Map(), body }];
  return validate({ name: `wide${seed}`, locations, threads, observed: everything(locations, threads) });
}

const random = (wanted: readonly Feature[], mix: boolean) => (seed: number) =>
  randomProgram(seed, { features: wanted, mix, size: 10 });

describe('the course of a thread', () => {
  it.each([
    ['everything', random(features, true)],
    ['loops and checks', random(['loop', 'assume', 'assert', 'if', 'dependency', 'nondet'], false)],
    ['values of 64 bits', random(['width', 'if', 'loop', 'array', 'rmw', 'nondet', 'dependency'], false)],
    ['branches by values of 64 bits', wideBranches],
    ['a thread that starts others', (seed: number) => withStarter(seed, 3)],
  ])('is what it does, in programs of %s', (_, make) => {
    const counts = { open: 0, whole: 0 };
    for (let seed = 0; seed < 60; seed++) {
      const { open, whole } = compare(make(seed), seed);
      counts.open += open;
      counts.whole += whole;
    }
    expect(counts.open).toBeGreaterThan(10);
    expect(counts.whole).toBeGreaterThan(10);
  });
});

describe('a thread', () => {
  it('may start or join others where it can come to such a statement', () => {
    const at = (text: string): boolean[] => {
      const code = compile(parseC(`#include <pthread.h>\nint x; ${text}`, 'a.c'), { unroll: 2 });
      const [{ words }] = code.threads;
      const last = words.length / op.wordsPerInstruction - 1;
      return [mayStartOrJoin(code.threads[0], 0), mayStartOrJoin(code.threads[0], last)];
    };
    const rest = 'void *f(void *a) { return a; } int main(void) { pthread_t t;';
    expect(at(`${rest} x = 1; if (x) x = 2; else x = 3; }`)).toEqual([false, false]);
    const choice = 'int __VERIFIER_nondet_int(void);';
    expect(
      at(`${choice} ${rest} if (__VERIFIER_nondet_int()) pthread_create(&t, 0, f, 0); x = 1; }`),
    ).toEqual([true, false]);
    expect(
      at(`${rest} pthread_create(&t, 0, f, 0); __atomic_fetch_add(&x, 1, 5); pthread_join(t, 0); }`),
    ).toEqual([true, false]);
  });
});
