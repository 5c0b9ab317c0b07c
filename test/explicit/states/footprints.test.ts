// Footprints answer what was touched, by which instructions, with which threads joined and which locks held. A plain list of all touches
// answers the same. The version grows when an answer turns out to have been wrong.

import { describe, expect, it } from 'vitest';
import { type ModelName, modelNames } from '../../../src/execution/execution.js';
import { type Code, compile } from '../../../src/explicit/bytecode/compile.js';
import * as op from '../../../src/explicit/bytecode/opcodes.js';
import { startThreads } from '../../../src/explicit/fast/advance.js';
import { visitMaximalExecutions } from '../../../src/explicit/fast/maximalExecutions.js';
import { AT_EVENT, BLOCK, type FastState } from '../../../src/explicit/fast/state.js';
import { enabled, execute } from '../../../src/explicit/fast/steps.js';
import { rewind } from '../../../src/explicit/fast/undo.js';
import { EachChoice } from '../../../src/explicit/states/eachChoice.js';
import { Footprints } from '../../../src/explicit/states/footprints.js';
import { program, type ThreadBuilder } from '../../../src/program/builder.js';
import { constant, type Expr } from '../../../src/program/expression.js';
import { globalBase } from '../../../src/program/layout.js';
import type { Program } from '../../../src/program/program.js';
import type { Statement } from '../../../src/program/statement.js';
import { Random } from '../../../src/support/prng.js';

type Kind = 'looks' | 'locks' | 'changes';
interface Touch {
  readonly thread: number;
  readonly pc: number;
  readonly cell: number;
  readonly kind: Kind;
  readonly joined: number;
  readonly held: number;
}
interface Question {
  readonly thread: number;
  readonly from: number;
  readonly running: number;
  readonly locks: number;
  readonly cell: number;
  readonly what: 'meets a load' | 'meets a store' | 'breaks';
}

function reaches({ threads }: Code, thread: number, from: number, to: number): boolean {
  const { words } = threads[thread];
  const seen = new Set<number>();
  const left = [from];
  for (let pc = left.pop(); pc !== undefined; pc = left.pop()) {
    if (pc === to) return true;
    if (seen.has(pc)) continue;
    seen.add(pc);
    const [opcode, target] = words.subarray(pc * op.wordsPerInstruction);
    if (opcode === op.JUMP || opcode === op.JUMP_IF_ZERO) left.push(target);
    if (opcode !== op.JUMP && opcode !== op.HALT) left.push(pc + 1);
  }
  return false;
}

/** Of a statement that waits until its cell is 0, and leaves something else there. */
function takesLock(s: Statement | undefined): boolean {
  if (s?.kind !== 'lock') return false;
  const { until, leaves } = s;
  const isFree = until === undefined || (until.test === '==' && isConstant(until.value, 0));
  return isFree && (leaves === undefined || (leaves.op === '=' && !isConstant(leaves.value, 0)));
}
const isConstant = (e: Expr, value: number): boolean => e.kind === 'const' && e.value === value;

class Touches {
  readonly #all: Touch[] = [];
  readonly locks: number[] = [];
  readonly gates = new Set<number>();
  readonly blocks = new Map<string, boolean>();
  readonly denied = new Map<string, Question>();
  isWrong = false;

  constructor(readonly code: Code) {}

  bit(cell: number): number {
    return this.locks.includes(cell) ? 1 << this.locks.indexOf(cell) : 0;
  }

  add(touch: Touch): void {
    this.#all.push(touch);
    for (const [key, question] of this.denied)
      if (this.answer(question)) {
        this.denied.delete(key);
        this.isWrong = true;
      }
  }

  /** A cell that is written while it is closed is no lock. */
  opened(cell: number): void {
    if (this.gates.has(cell) || !this.locks.includes(cell)) return;
    this.gates.add(cell);
    this.isWrong = true;
  }

  answer({ thread, from, running, locks, cell, what }: Question): boolean {
    const mine = this.#all.filter((one) => one.thread === thread && one.cell === cell);
    return mine.some(({ pc, kind }) => {
      const same = mine.filter((one) => one.pc === pc && one.kind === kind);
      const joined = same.reduce((bits, one) => bits & one.joined, ~0);
      const held = same.reduce((bits, one) => bits & one.held, ~0);
      const isMeant =
        what === 'breaks'
          ? kind === 'changes'
          : (what === 'meets a store' || kind !== 'looks') && (held & locks) === 0;
      return isMeant && (joined & (1 << running)) === 0 && reaches(this.code, thread, from, pc);
    });
  }

  ask(question: Question): boolean {
    const is = this.answer(question);
    if (!is) this.denied.set(JSON.stringify(question), question);
    return is;
  }

  note(m: FastState, thread: number, held: number): number {
    const pc = m.pc[thread];
    const s = this.code.threads[thread].statements[pc];
    if (s === undefined || !('address' in s) || s.kind === 'free' || s.address.kind !== 'address')
      return held;
    const cell = (this.code.layout.addressOf.get(s.address.location) ?? 0) - globalBase;
    const touch = { thread, pc, cell, joined: m.joined[thread] };
    if (takesLock(s) && !this.gates.has(cell)) {
      if (!this.locks.includes(cell)) this.locks.push(cell);
      this.add({ ...touch, kind: 'locks', held: held | this.bit(cell) });
      return held | this.bit(cell);
    }
    if (s.kind === 'unlock' && (held & this.bit(cell)) !== 0) {
      this.add({ ...touch, kind: 'locks', held });
      return held & ~this.bit(cell);
    }
    if (s.kind !== 'load' && m.memory[cell] !== 0) this.opened(cell);
    this.add({ ...touch, kind: s.kind === 'load' ? 'looks' : 'changes', held });
    return held;
  }

  noteStores(m: FastState, thread: number, held: number): void {
    for (let s = thread * m.maxStores; s < thread * m.maxStores + m.storeCount[thread]; s++) {
      if (m.storeStep[s] !== m.depth - 1) continue;
      const cell = m.storeCell[s];
      if (m.memory[cell] !== 0) this.opened(cell);
      this.add({ thread, pc: m.storePc[s], cell, kind: 'changes', joined: m.joined[thread], held });
    }
  }

  noteBlock(m: FastState, joined: number, held: number): void {
    const n = m.depth - 1;
    if (m.eventKind[n] !== BLOCK) return;
    const [thread, pc] = [m.eventProcess[n], m.oldPc[n]];
    for (const touched of m.footprints[m.eventFootprint[n]]) {
      const [cell, isWritten] = [touched >> 1, touched % 2 === 1];
      const key = `${thread} ${pc} ${cell}`;
      const before = this.blocks.get(key);
      if (before === undefined || (isWritten && !before)) {
        this.blocks.set(key, isWritten);
        this.isWrong = true;
      }
      if (isWritten) this.opened(cell);
      this.add({ thread, pc, cell, kind: isWritten ? 'changes' : 'looks', joined, held });
    }
  }
}

/** Random statements around a few cells and locks, in threads that are started and joined. */
function made(seed: number): Program {
  const random = new Random(seed);
  const p = program('touches');
  const cells = ['x', 'y', 'm', 'k', 'n'].map((name) => p.location(name));
  const [x, y, m, k, n] = cells;
  const lock = (leaves: number, from = 0, test: '==' | '>=' = '=='): Statement => ({
    kind: 'lock',
    address: m,
    until: { test, value: constant(from) },
    leaves: { op: '=', value: constant(leaves) },
  });
  const statements: readonly ((t: ThreadBuilder, self: number) => unknown)[] = [
    (t) => t.store(x, 1),
    (t) => t.load(y),
    (t) => t.fetch('+', y, 1),
    (t) => t.lock(k),
    (t) => t.unlock(k),
    (t) => t.unlock(y),
    (t, self) => t.add(lock(self + 7)),
    (t, self) => t.add({ kind: 'unlock', address: m, holder: constant(self + 7) }),
    (t) => t.add(lock(0)),
    (t) => t.add(lock(1, 0, '>=')),
    (t) =>
      t.add({
        kind: 'lock',
        address: n,
        until: { test: '==', value: constant(1) },
        leaves: { op: '=', value: constant(0) },
      }),
    (t) =>
      t.add({
        kind: 'lock',
        address: n,
        until: { test: '==', value: constant(0) },
        leaves: { op: '+', value: constant(1) },
      }),
    (t) => t.store(k, random.int(0, 1)),
    (t) => t.store(m, random.int(0, 1)),
    (t) =>
      t.if(
        t.load(x),
        (s) => void s.load(k),
        (s) => s.store(y, 2),
      ),
    (t) =>
      t.atomic((s) =>
        s.if(
          s.load(x),
          (b) => b.store(y, 1),
          (b) => void b.load(y),
        ),
      ),
    (t) => t.atomic((s) => s.store(random.pick([k, m]), 0)),
    (t) => t.while(t.load(x), (s) => void s.load(y)),
  ];
  const body =
    (self: number) =>
    (t: ThreadBuilder): void => {
      for (let left = random.int(2, 5); left > 0; left--) random.pick(statements)(t, self);
      if (self === 0)
        for (const other of [1, 2]) if (random.chance(0.5)) random.pick(statements)(t.join(other), self);
    };
  for (let t = 0; t < 3; t++) p.thread(body(t));
  return p.build();
}

function compared(seed: number, model: ModelName): { readonly asked: number; readonly wrong: number } {
  const code = compile(made(seed), { unroll: 2 });
  const footprints = new Footprints(code, undefined);
  const touches = new Touches(code);
  const random = new Random(seed);
  const seen = { asked: 0, wrong: 0 };
  const held = [0, 0, 0];
  /** Does the same to both. */
  function both<T>(m: FastState, act: (one: Footprints | Touches) => T): T {
    const { version, learned } = footprints;
    touches.isWrong = false;
    const [found, expected] = [act(footprints), act(touches)];
    const isSame =
      found === expected &&
      footprints.version > version === touches.isWrong &&
      footprints.learned >= learned &&
      footprints.lockCells.join() === touches.locks.join();
    if (!isSame) expect([seed, m.depth, found, expected, version, footprints.version]).toEqual('the same');
    if (touches.isWrong) seen.wrong++;
    return found;
  }
  function ask(): void {
    for (let i = 0; i < 6; i++) {
      const thread = random.int(0, 2);
      const question: Question = {
        thread,
        from: random.int(0, code.threads[thread].statements.length - 1),
        running: random.int(0, 2),
        locks: random.int(0, 3),
        cell: 2 * random.int(0, 4),
        what: random.pick(['meets a load', 'meets a store', 'breaks'] as const),
      };
      const { from, running, cell, what } = question;
      const locks = what === 'breaks' ? 0 : question.locks;
      const found =
        what === 'breaks'
          ? footprints.mayBreak(thread, from, running, cell)
          : footprints.mayMeet(thread, from, running, locks, cell, what === 'meets a store');
      if (found !== touches.ask({ ...question, locks })) expect([seed, question, found]).toEqual([]);
      seen.asked++;
    }
  }
  function compareBlocks(): void {
    for (let t = 0; t < 3; t++)
      for (let pc = 0; pc < code.threads[t].statements.length; pc++) {
        const found = [...footprints.ofBlock(t, pc)].map(([cell, isWritten]) => [
          `${t} ${pc} ${cell}`,
          isWritten,
        ]);
        expect(found.sort()).toEqual(
          [...touches.blocks].filter(([key]) => key.startsWith(`${t} ${pc} `)).sort(),
        );
      }
  }
  function run(m: FastState): void {
    const values = new EachChoice(m);
    m.script = values;
    rewind(m, 0);
    values.begin([]);
    startThreads(m);
    for (let left = 20; left > 0; left--) {
      for (let t = 0; t < m.threads; t++) {
        if (!enabled(m, t) && m.status[t] === AT_EVENT) both(m, (one) => one.note(m, t, held[t]));
        if (m.pending[t] > 0) both(m, (one) => one.noteStores(m, t, held[t]));
      }
      ask();
      const options = Array.from({ length: m.processes }, (_, p) => p).filter((p) => enabled(m, p));
      if (options.length === 0) return;
      const process = random.pick(options);
      const thread = m.processThread[process];
      const [joined, before] = [m.joined[thread], held[thread]];
      if (process < m.threads) held[thread] = both(m, (one) => one.note(m, thread, before));
      values.begin([]);
      execute(m, process);
      if (process < m.threads) both(m, (one) => one.noteBlock(m, joined, before));
    }
  }
  for (let walks = 0; walks < 3; walks++)
    visitMaximalExecutions(code, {
      model,
      searcher: (m) => ({
        explored: () => 0,
        run: () => {
          held.fill(0);
          run(m);
          compareBlocks();
          return { finished: true, redundant: 0 };
        },
      }),
      groups: [],
      onTick: () => true,
      onRestart: () => {},
      onVisit: () => true,
    });
  return seen;
}

describe('footprints', () => {
  it.each(modelNames)('answer what was touched, under %s', (model) => {
    let [asked, wrong] = [0, 0];
    for (let seed = 0; seed < 20; seed++) {
      const seen = compared(seed, model);
      asked += seen.asked;
      wrong += seen.wrong;
    }
    expect([asked > 1_000, wrong > 40]).toEqual([true, true]);
  });

  it('keep apart no more locks and threads than a word has bits', () => {
    const p = program('many locks');
    const locks = Array.from({ length: 34 }, (_, i) => p.location(`m${i}`));
    p.thread((t) => {
      t.lock(locks[0]).unlock(locks[0]);
      for (const lock of locks.slice(1)) t.lock(lock);
    });
    p.thread((t) => void t.join(0).load(locks[0]));
    const code = compile(p.build(), { unroll: 2 });
    const footprints = new Footprints(code, undefined);
    let held = 0;
    visitMaximalExecutions(code, {
      model: 'sc',
      searcher: (m) => ({
        explored: () => 0,
        run: () => {
          rewind(m, 0);
          startThreads(m);
          for (let t = 0; t < 2; t++)
            while (enabled(m, t)) {
              held = footprints.note(m, t, held);
              execute(m, t);
            }
          return { finished: true, redundant: 0 };
        },
      }),
      groups: [],
      onTick: () => true,
      onRestart: () => {},
      onVisit: () => true,
    });
    expect([held, footprints.lockCells.length]).toEqual([0x7ffffffe, 31]);
    expect(footprints.mayMeet(1, 0, 0, 0, 0, true)).toBe(false);
    expect(footprints.mayMeet(1, 0, 40, 0, 0, true)).toBe(true);
  });
});
