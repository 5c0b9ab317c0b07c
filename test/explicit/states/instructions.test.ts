// The code of a thread as the search by states sees it: straight runs, instructions that may follow, and registers that may be read. Each
// is compared with a walk along the instructions, one by one.

import { describe, expect, it } from 'vitest';
import { type Code, compile, type ThreadCode } from '../../../src/explicit/bytecode/compile.js';
import * as op from '../../../src/explicit/bytecode/opcodes.js';
import { STOPPED_ASSUME, STOPPED_BOUND } from '../../../src/explicit/fast/state.js';
import { LiveSlots } from '../../../src/explicit/states/liveSlots.js';
import { Reach } from '../../../src/explicit/states/reach.js';
import { StraightRuns } from '../../../src/explicit/states/straightRuns.js';
import { randomProgram } from '../../../src/generate/random.js';
import { features } from '../../../src/generate/randomOptions.js';
import { randomSyncProgram } from '../../../src/generate/randomSync.js';
import { program } from '../../../src/program/builder.js';
import { binary, register, unary } from '../../../src/program/expression.js';
import type { Program } from '../../../src/program/program.js';
import { assumeSpinLoops } from '../../../src/program/spinLoops.js';
import { Random } from '../../../src/support/prng.js';
import { forgetful } from './forgetful.js';

const sizeOf = (words: Int32Array): number => words.length / op.wordsPerInstruction;
const opcodeAt = (words: Int32Array, pc: number): number => words[pc * op.wordsPerInstruction];

function following(words: Int32Array, pc: number): number[] {
  const target = words[pc * op.wordsPerInstruction + 1];
  switch (opcodeAt(words, pc)) {
    case op.HALT:
      return [];
    case op.JUMP:
      return [target];
    case op.JUMP_IF_ZERO:
      return [target, pc + 1];
    default:
      return [pc + 1];
  }
}

/** All instructions that may come after it. */
function reachable(words: Int32Array, from: number): Set<number> {
  const found = new Set<number>();
  const left = following(words, from);
  for (let pc = left.pop(); pc !== undefined; pc = left.pop())
    if (!found.has(pc)) {
      found.add(pc);
      left.push(...following(words, pc));
    }
  return found;
}

/** Jumps everywhere, so that there are more runs than a word has bits. */
function jumps(seed: number): Int32Array {
  const random = new Random(seed);
  const size = random.int(1, 90);
  const words = new Int32Array(size * op.wordsPerInstruction).fill(op.MOVE);
  for (let pc = 0; pc < size - 1; pc++) {
    const opcode = random.pick([op.MOVE, op.MOVE, op.JUMP, op.JUMP_IF_ZERO, op.JUMP_IF_ZERO, op.HALT]);
    words.set([opcode, random.int(0, size - 1)], pc * op.wordsPerInstruction);
  }
  words[(size - 1) * op.wordsPerInstruction] = op.HALT;
  return words;
}

/** Registers as the operands of every instruction: nothing else reads them. */
function everyOperand(): Program {
  const p = program('operands');
  const [x, y] = [p.location('x'), p.location('y')];
  const r = register;
  p.thread((t) => {
    const loaded = (name: string) => t.load(x, name);
    const address = (name: string) => binary('+', loaded(name), y);
    // the first slot is that of the register which says whether a cell holds a value
    t.store(y, r('found')).add({ kind: 'load', target: 'a', address: x, has: 'found' }).store(y, r('found'));
    t.fence();
    t.add({ kind: 'load', target: 'a', address: x, has: 'second' }).store(y, r('second'));
    for (const op of ['-', '~', '!', 'sext8', 'sext16', 'zext8', 'zext16'] as const)
      t.store(y, unary(op, loaded(`of ${op}`)));
    t.store(y, binary('-', loaded('left'), loaded('right')));
    const [expected, desired] = [loaded('expected'), loaded('desired')];
    t.store(y, t.cas(x, expected, desired, 'old'));
    t.store(y, t.fetch('+', address('added to'), loaded('added'), 'before'));
    t.store(y, t.xchg(address('given'), loaded('gives'), 'got'));
    const [until, leaves] = [loaded('until'), loaded('leaves')];
    t.add({
      kind: 'lock',
      address: x,
      until: { test: '==', value: until },
      leaves: { op: '=', value: leaves },
    });
    t.add({ kind: 'unlock', address: x, holder: loaded('holder') });
    t.add({ kind: 'load', target: 'awaited', address: x, until: { test: '>=', value: loaded('least') } });
    t.store(y, r('awaited')).assume(loaded('assumed')).assert(loaded('asserted')).join(loaded('joined'));
    t.free(t.alloc(loaded('size'), 'block'))
      .lock(address('locked'))
      .unlock(address('unlocked'))
      .store(address('place'), loaded('stored'));
  });
  return p.build();
}

/** The same of 64 bits. */
function everyWideOperand(): Program {
  const p = program('wide operands');
  const [x, y] = [p.location('x'), p.location('y')];
  p.thread((t) => {
    const loaded = (name: string) => t.load(x, name, 64);
    t.assign('narrow', 0);
    const next = t.load(x, 'next');
    t.store(y, t.fetch('+', x, t.load(x, 'added'), 'narrow')).store(y, next);
    const [expected, desired] = [loaded('expected'), loaded('desired')];
    t.store(y, t.cas(x, expected, desired, 'old', 64), 64);
    t.store(y, t.fetch('+', x, loaded('wide added'), 'before', 64), 64).store(
      y,
      t.xchg(x, loaded('gives'), 'got', 64),
      64,
    );
    t.store(y, binary('*', loaded('left'), loaded('right')), 64).store(
      y,
      binary('<', loaded('less'), loaded('more')),
    );
    t.store(y, unary('low32', loaded('cut'))).store(y, unary('sext32', t.load(x, 'short')), 64);
    t.store(loaded('address'), unary('~', loaded('stored')), 64);
  });
  return p.build();
}

const codes = (): Code[] => [
  compile(everyOperand(), { unroll: 2 }),
  compile(everyWideOperand(), { unroll: 2 }),
  ...randomCodes(),
];

const randomCodes = (): Code[] =>
  Array.from({ length: 14 }, (_, seed) => [
    randomProgram(seed, { features, size: 8 }),
    randomProgram(seed, { features: ['width', 'rmw', 'array', 'nondet', 'wait'], mix: false, size: 8 }),
    randomSyncProgram(seed, { heap: true }),
    forgetful(seed, false, ['stores', 'takes', 'gives', 'joins', 'fails']),
    assumeSpinLoops(randomProgram(seed, { features: ['loop', 'if', 'dependency'], mix: false, size: 5 })),
  ])
    .flat()
    .map((program) => compile(program, { unroll: 2 }));

describe('straight runs', () => {
  it('begin where control comes in, and only there', () => {
    for (const words of Array.from({ length: 25 }, (_, seed) => jumps(seed))) {
      const size = sizeOf(words);
      const begins = new Set([0, size]);
      for (let pc = 0; pc < size; pc++) {
        const next = following(words, pc);
        if (next.length !== 1 || next[0] !== pc + 1 || opcodeAt(words, pc) === op.JUMP)
          for (const one of [...next, pc + 1]) begins.add(one);
      }
      const runs = new StraightRuns({ words });
      expect(runs.begins).toEqual([...begins].sort((a, b) => a - b));
      expect(runs.count).toBe(begins.size - 1);
      for (let pc = 0; pc < size; pc++) {
        const run = runs.of[pc];
        expect(runs.begins[run] <= pc && pc < runs.begins[run + 1]).toBe(true);
      }
      for (let run = 0; run < runs.count; run++)
        expect(new Set(runs.after(run))).toEqual(
          new Set(following(words, runs.begins[run + 1] - 1).map((pc) => runs.of[pc])),
        );
    }
  });

  it('say which instructions come after which', () => {
    for (const words of Array.from({ length: 25 }, (_, seed) => jumps(seed))) {
      const thread: Pick<ThreadCode, 'words'> = { words };
      const reach = new Reach(thread as ThreadCode);
      for (let from = 0; from < sizeOf(words); from++) {
        const found = reachable(words, from).add(from);
        const told = Array.from({ length: sizeOf(words) }, (_, pc) => pc).filter((pc) =>
          reach.reaches(from, pc),
        );
        expect([from, told]).toEqual([from, [...found].sort((a, b) => a - b)]);
      }
    }
  });
});

/** The slots an instruction reads and those it certainly writes, as opcodes.ts says; of a pair both words. */
function slotsOf(code: Code, t: number, pc: number): { readonly reads: number[]; readonly writes: number[] } {
  const { words, argumentLists } = code.threads[t];
  const i = pc * op.wordsPerInstruction;
  const [opcode, d, a, b] = words.subarray(i, i + op.wordsPerInstruction);
  const [, what, further] = words.subarray(i + op.wordsPerInstruction);
  const pair = (slot: number, isPair = true): number[] => (isPair ? [slot, slot + 1] : [slot]);
  const isWide = code.wideCells;
  switch (opcode) {
    case 0:
    case op.FENCE:
    case op.STORE_FENCE:
    case op.LOAD_FENCE:
    case op.ATOMIC_BEGIN:
    case op.ATOMIC_END:
    case op.JUMP:
    case op.HALT:
      return { reads: [], writes: [] };
    case op.SPAWN:
      return { reads: [...argumentLists[a]], writes: [] };
    case op.JUMP_IF_ZERO:
    case op.ASSUME:
    case op.ASSERT:
    case op.LOCK:
    case op.UNLOCK:
    case op.FREE:
    case op.JOIN:
      return { reads: [a], writes: [] };
    case op.GIVE_BACK:
      return { reads: [a, b], writes: [] };
    case op.TAKE:
      return { reads: [a, b, further], writes: [] };
    case op.ITERATE:
      return { reads: [d, a], writes: [] };
    case op.MOVE:
    case op.ALLOC:
      return { reads: [a], writes: [d] };
    case op.LOAD:
      return { reads: [a], writes: pair(d, isWide) };
    case op.AWAIT:
      return { reads: [a, b], writes: pair(d, isWide) };
    case op.STORE:
      return { reads: [d, ...pair(a, isWide)], writes: [] };
    case op.CAS:
      return { reads: [a, b, further], writes: [d] };
    case op.RMW: {
      const isPair = op.rmwWidth(what) === 64;
      return { reads: [a, ...pair(b, isPair), ...pair(further, isPair)], writes: pair(d, isPair) };
    }
    case op.XCHG:
    case op.CHOOSE:
      return { reads: [a, b], writes: [d] };
    case op.CHOOSE_WIDE:
      return { reads: [...pair(a), ...pair(b)], writes: pair(d) };
    default: {
      // an operator of one operand has no other slot
      if (opcode >= op.firstExpression && opcode < op.binaryOpcode['+']) return { reads: [a], writes: [d] };
      if (opcode > 0) return { reads: [a, b], writes: [d] };
      const single = [op.LOW32, op.NARROW, op.WIDE_NOT].includes(opcode) || opcode <= -op.binaryOpcode['=='];
      return { reads: [...pair(a), ...pair(b)], writes: pair(d, !single) };
    }
  }
}

function observedSlots({ program, threads }: Code, t: number): Set<number> {
  const { slotOf, wide } = threads[t];
  return new Set(
    program.observed.flatMap((o) => {
      if (o.kind !== 'register' || o.thread !== t) return [];
      const slot = slotOf.get(o.register) ?? -1;
      return wide.has(o.register) ? [slot, slot + 1] : [slot];
    }),
  );
}

/** Whether the slot may be read from the instruction on before it is written. */
function isLive(code: Code, t: number, from: number, slot: number, atEnd: ReadonlySet<number>): boolean {
  const { words } = code.threads[t];
  const seen = new Set<number>();
  const left = [from];
  for (let pc = left.pop(); pc !== undefined; pc = left.pop()) {
    if (seen.has(pc)) continue;
    seen.add(pc);
    const { reads, writes } = slotsOf(code, t, pc);
    if (reads.includes(slot) || (opcodeAt(words, pc) === op.HALT && atEnd.has(slot))) return true;
    if (!writes.includes(slot)) left.push(...following(words, pc));
  }
  return false;
}

describe('live slots', () => {
  it('are those that may still be read, and that something writes', () => {
    let live = 0;
    for (const code of codes())
      code.threads.forEach(({ words, initial, parameters }, t) => {
        const slots = new LiveSlots(code, t);
        const atEnd = observedSlots(code, t);
        const written = new Set(parameters);
        for (let pc = 0; pc < sizeOf(words); pc++) {
          const [opcode, d, , b] = words.subarray(pc * op.wordsPerInstruction);
          const { writes } = slotsOf(code, t, pc);
          for (const slot of opcode === op.ITERATE ? [d] : writes) written.add(slot);
          if (opcode === op.LOAD && b > 0) written.add(b - 1);
        }
        for (let pc = 0; pc < sizeOf(words); pc++) {
          const found = slots.at(pc);
          // a slot after one that is written counts as written
          const expected = Array.from(initial.keys()).filter(
            (slot) =>
              (written.has(slot) || (written.has(slot - 1) && found.includes(slot))) &&
              isLive(code, t, pc, slot, atEnd),
          );
          expect([pc, slots.at(pc)]).toEqual([pc, Int32Array.from(expected)]);
          live += found.length;
        }
      });
    expect(live).toBeGreaterThan(500);
  });

  it('of a stopped thread are those that final states show, or all if its loop looks again', () => {
    let [waits, others] = [0, 0];
    for (const code of codes())
      code.threads.forEach(({ statements, initial }, t) => {
        const slots = new LiveSlots(code, t);
        const atEnd = [...observedSlots(code, t)].sort((a, b) => a - b);
        const sorted = (of: Int32Array): number[] => [...of].sort((a, b) => a - b);
        statements.forEach((s, pc) => {
          const looksAgain = s?.kind === 'assume' && s.awaits !== undefined;
          const [assumed, cut] = [STOPPED_ASSUME, STOPPED_BOUND].map((status) =>
            slots.ofStopped(pc + 1, status),
          );
          expect([sorted(assumed), sorted(cut)]).toEqual([looksAgain ? [...initial.keys()] : atEnd, atEnd]);
          if (looksAgain) waits++;
          else others++;
        });
      });
    expect(Math.min(waits, others)).toBeGreaterThan(3);
  });
});
