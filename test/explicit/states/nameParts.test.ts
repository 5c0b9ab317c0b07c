// The name of a state depends on each part of the state that counts, and on no other. At states of random executions one word of the
// machine is changed at a time. The set of names, the sum over memory and the choices of a step have tests of their own.

import { describe, expect, it } from 'vitest';
import { type ModelName, modelNames } from '../../../src/execution/execution.js';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import { startThreads } from '../../../src/explicit/fast/advance.js';
import { visitMaximalExecutions } from '../../../src/explicit/fast/maximalExecutions.js';
import { AT_EVENT, ENDED, type FastState, NOT_SPAWNED, WAITING } from '../../../src/explicit/fast/state.js';
import { enabled, execute } from '../../../src/explicit/fast/steps.js';
import { rewind, undo } from '../../../src/explicit/fast/undo.js';
import { EachChoice } from '../../../src/explicit/states/eachChoice.js';
import { LikeThreads } from '../../../src/explicit/states/likeThreads.js';
import { LiveSlots } from '../../../src/explicit/states/liveSlots.js';
import { MemoryName, mixed } from '../../../src/explicit/states/memoryName.js';
import { StateName } from '../../../src/explicit/states/stateName.js';
import { StateSet } from '../../../src/explicit/states/stateSet.js';
import { likenessOf } from '../../../src/explicit/symmetry/likeness.js';
import { randomProgram } from '../../../src/generate/random.js';
import { features } from '../../../src/generate/randomOptions.js';
import { randomSyncProgram } from '../../../src/generate/randomSync.js';
import type { Program } from '../../../src/program/program.js';
import { Random } from '../../../src/support/prng.js';
import { withHolders } from '../symmetry/copies.js';
import { forgetful } from './forgetful.js';

interface Looks {
  readonly start: (m: FastState) => void;
  readonly step?: (m: FastState) => void;
  readonly back?: (m: FastState) => void;
}

/** A random walk, which goes back now and then. */
function walk(tested: Program, model: ModelName, seed: number, { start, step, back }: Looks): void {
  visitMaximalExecutions(compile(tested, { unroll: 2 }), {
    model,
    searcher: (m) => {
      const values = new EachChoice(m);
      m.script = values;
      return {
        explored: () => 0,
        run: () => {
          const random = new Random(seed);
          rewind(m, 0);
          values.begin([]);
          startThreads(m);
          start(m);
          for (let left = 16; left > 0; left--) {
            const options = Array.from({ length: m.processes }, (_, p) => p).filter((p) => enabled(m, p));
            if (m.depth > 0 && (options.length === 0 || random.chance(0.25))) {
              undo(m);
              back?.(m);
            } else if (options.length > 0) {
              const process = random.pick(options);
              values.begin([]);
              execute(m, process);
              const others = values.next();
              if (others !== undefined && random.chance(0.5)) {
                undo(m);
                values.begin(others);
                execute(m, process);
              }
              step?.(m);
            }
          }
          return { finished: true, redundant: 0 };
        },
      };
    },
    groups: [],
    choices: 'every-value',
    onTick: () => true,
    onRestart: () => {},
    onVisit: () => true,
  });
}

type Words = Int32Array | Uint8Array;
/** A word of the machine, and what else it may hold. */
type Part = readonly [of: string, words: Words, index: number, other: number];

const isPending = (m: FastState, s: number): boolean =>
  s % m.maxStores < m.storeCount[Math.floor(s / m.maxStores)] && m.storeCommit[s] < 0;

/** The words of the machine that count for its future, and those that do not. */
function partsOf(m: FastState, live: readonly LiveSlots[], held: Int32Array, like?: LikeThreads) {
  const [counts, doesNot]: [Part[], Part[]] = [[], []];
  const bit = (of: string, words: Words, index: number): Part => [of, words, index, words[index] ^ 1];
  for (let t = 0; t < m.threads; t++) {
    const [status, pc, size] = [m.status[t], m.pc[t], m.code.threads[t].statements.length];
    counts.push(['pc', m.pc, t, (pc + 1) % size]);
    const isUnderWay = status === AT_EVENT || status === WAITING;
    counts.push([
      'status',
      m.status,
      t,
      status === AT_EVENT ? WAITING : status === NOT_SPAWNED ? ENDED : AT_EVENT,
    ]);
    (isUnderWay ? counts : doesNot).push(bit('held', held, t));
    (isUnderWay || status === ENDED ? counts : doesNot).push(bit('joined', m.joined, t));
    const slots = isUnderWay || status === ENDED ? live[t].at(pc) : live[t].ofStopped(pc, status);
    for (const slot of m.code.threads[t].initial.keys())
      (status !== NOT_SPAWNED && slots.includes(slot) ? counts : doesNot).push(
        bit('register', m.registers, m.registerBase[t] + slot),
      );
    if (m.cells > m.globals) counts.push(bit('heap', m.heapTop, t));
  }
  for (const [s, cell] of m.storeCell.entries()) {
    // one more than there are
    if (s % m.maxStores > m.storeCount[Math.floor(s / m.maxStores)]) continue;
    const parts = [m.storeValue, m.storeState, m.storePc, m.storeEpoch, ...(m.wide ? [m.storeHigh] : [])];
    const where = isPending(m, s) ? counts : doesNot;
    for (const words of parts) where.push(bit('store', words, s));
    where.push(['store to', m.storeCell, s, (cell + 1) % m.cells]);
  }
  for (const [cell, value] of m.memory.entries()) {
    const t = Math.floor((cell - m.globals) / m.heapStride);
    const inHeap = (cell - m.globals) % m.heapStride;
    const isThere = cell < m.globals || inHeap < m.heapTop[t];
    if (!isThere && inHeap > m.heapTop[t] + 1) continue;
    const isLock = like?.locks.includes(cell) === true;
    const where = isThere ? counts : doesNot;
    if (!isLock) where.push(bit('memory', m.memory, cell));
    // by a thread that has no number here
    else counts.push(['memory', m.memory, cell, value === 0 ? 99 : 0]);
    if (m.wide) where.push(bit('memory', m.memoryHigh, cell));
    (isThere && m.accessMayFail ? counts : doesNot).push(bit('memory', m.cellState, cell));
    (isThere && cell >= m.globals ? counts : doesNot).push(bit('memory', m.blockSize, cell));
  }
  return { counts: counts.filter(([, words, index, other]) => words[index] !== other), doesNot };
}

/** Whether the name of the state is another while the word is another. */
function isTold(name: StateName, [of, words, index, other]: Part): boolean {
  const names = new StateSet();
  name.addTo(names);
  const before = words[index];
  words[index] = other;
  if (of === 'memory') name.memory.begin();
  const isNew = name.addTo(names);
  words[index] = before;
  if (of === 'memory') name.memory.begin();
  return isNew;
}

const programs: readonly (readonly [string, (seed: number) => Program])[] = [
  ['any features', (seed) => randomProgram(seed, { features, size: 6 })],
  [
    'widths',
    (seed) => randomProgram(seed, { features: ['width', 'rmw', 'store-fence'], mix: false, size: 6 }),
  ],
  ['the heap', (seed) => randomSyncProgram(seed, { heap: true, moves: 2 })],
  ['arrays', (seed) => randomProgram(seed, { features: ['array', 'alloc', 'rmw'], mix: false, size: 6 })],
  ['starts of threads', (seed) => forgetful(seed, false, ['stores', 'fences', 'fails', 'joins'])],
];
const runs = 4;

const alike: readonly (readonly [string, (seed: number) => Program])[] = [
  ['copies that hold locks', (seed) => withHolders(seed, 2 + (seed % 2))],
  ['cells of their own', (seed) => forgetful(seed, true, ['own', 'takes', 'stores', 'fails'])],
];

describe('the name of a state', () => {
  it.each([
    ...programs.map(([of, make]) => [of, make, false] as const),
    ...alike.map(([of, make]) => [of, make, true] as const),
  ])('tells every part that counts, and no other: %s', (_, make, exchanged) => {
    let told = 0;
    for (let seed = 0; seed < runs; seed++) {
      let look = (_: FastState): void => {};
      walk(make(seed), modelNames[seed % modelNames.length], seed, {
        start: (m) => {
          const live = m.code.threads.map((_, t) => new LiveSlots(m.code, t));
          const held = new Int32Array(m.threads);
          const likeness = exchanged ? likenessOf(m.code) : undefined;
          const like = likeness === undefined ? undefined : new LikeThreads(m, likeness);
          const name = new StateName(m, live, held, like);
          look = () => {
            name.memory.begin();
            const names = new StateSet();
            expect([name.addTo(names), name.addTo(names)]).toEqual([true, false]);
            const { counts, doesNot } = partsOf(m, live, held, like);
            const wrong = [
              ...doesNot.filter((part) => isTold(name, part)),
              ...counts.filter((part) => !isTold(name, part)),
            ];
            expect([seed, wrong.map(([of]) => of)]).toEqual([seed, []]);
            told += counts.length;
            // later by one fence, as all that its buffer holds
            for (const by of [1, -1]) {
              m.epoch.forEach((_, t) => {
                m.epoch[t] += by;
              });
              m.storeEpoch.forEach((_, s) => {
                m.storeEpoch[s] += by;
              });
              expect([seed, by, name.addTo(names)]).toEqual([seed, by, false]);
            }
            for (const list of [m.findings, m.cuts]) {
              const all = Array.from({ length: m.threads }, (_, thread) =>
                [3, 4].map((pc) => ({ kind: 2, thread, pc })),
              );
              // of like threads it is not told which
              for (const one of exchanged
                ? all[0]
                : [...all.flat(), { kind: 1, thread: 0, pc: 3 }].slice(list === m.cuts ? 1 : 0, -1)) {
                list.push(one);
                expect([seed, one, name.addTo(names)]).toEqual([seed, one, true]);
                list.pop();
              }
            }
          };
          look(m);
        },
        step: (m) => look(m),
      });
    }
    expect(told).toBeGreaterThan(300);
  });
});

describe('a set of names', () => {
  it('knows which were added', () => {
    const states = new StateSet();
    const random = new Random(1);
    const known = new Set<string>();
    const again: [number[], number[][]][] = [];
    const add = (words: readonly number[], parts: readonly (readonly number[])[]): boolean => {
      states.begin();
      const sum = new Int32Array(4);
      for (const part of parts) {
        states.beginPart();
        for (const word of part) states.word(word);
        states.endPart(sum);
      }
      for (const word of [...sum, ...words]) states.word(word);
      return states.add();
    };
    const wrong: string[] = [];
    for (let i = 0; i < 6_000; i++) {
      const some = (): number[] => Array.from({ length: random.int(0, 2) }, () => random.int(-4, 4));
      const [words, parts] = [some(), Array.from({ length: random.int(0, 2) }, some)];
      // parts have no order
      const key = JSON.stringify([words, parts.map((part) => part.join()).sort()]);
      if (add(words, parts) === known.has(key)) wrong.push(key);
      known.add(key);
      if (add(words, parts.toReversed()) || states.size !== known.size) wrong.push(key);
      if (i % 5 === 0) again.push([words, parts]);
    }
    for (const [words, parts] of again) if (add(words, parts)) wrong.push('forgotten');
    expect(wrong).toEqual([]);
    // it has grown
    expect(known.size).toBeGreaterThan(2_100);
  });

  it('tells 300,000 names apart', () => {
    const states = new StateSet();
    let known = 0;
    for (let i = 0; i < 300_000; i++) {
      states.begin();
      states.word(Math.imul(i, 0x9e3779b1));
      states.word(Math.imul(i, 0x85ebca77) >>> 7);
      if (!states.add()) known++;
    }
    expect([known, states.size]).toEqual([0, 300_000]);
  });
});

describe('the sum over memory', () => {
  it.each(programs)('is another for other memory, and the same for the same: %s', (_, make) => {
    for (let seed = 0; seed < 2 * runs; seed++) {
      const contents = new Map<string, string>();
      const sums = new Map<string, string>();
      let name: MemoryName | undefined;
      const look = (m: FastState): void => {
        const cells = [
          m.memory,
          m.memoryHigh,
          m.blockSize,
          m.accessMayFail ? m.cellState.map((state) => state) : [],
        ];
        const content = cells.map((words) => words.join()).join(' ');
        const sum = name?.sum.join() ?? '';
        expect([seed, contents.get(sum) ?? content, sums.get(content) ?? sum]).toEqual([seed, content, sum]);
        contents.set(sum, content);
        sums.set(content, sum);
      };
      walk(make(seed), modelNames[seed % modelNames.length], seed, {
        start: (m) => {
          name = new MemoryName(m);
          name.begin();
          look(m);
        },
        step: (m) => {
          name?.stepped();
          look(m);
        },
        back: (m) => {
          name?.takenBack();
          look(m);
        },
      });
    }
  });

  it('mixes numbers so that none is lost', () => {
    const found = new Set(Array.from({ length: 5_000 }, (_, i) => mixed(i * 0x10001)));
    expect(found.size).toBe(5_000);
  });
});

describe('the values of the choices of a step', () => {
  it('are all combinations in their order', () => {
    const ranges = new Map([
      [1, 2],
      [2, 3],
      [3, 1],
    ]);
    const each = new EachChoice({ ranges } as unknown as FastState);
    const taken: string[] = [];
    for (let values: readonly number[] | undefined = []; values !== undefined; values = each.next()) {
      each.begin(values);
      const first = each.get(1);
      // the second choice is made only after the greater first one, and the last by an unknown key
      const second = first === 1 ? each.get(2) : undefined;
      taken.push([first, second, each.get(3), each.get(4)].join());
    }
    expect(taken).toEqual(['0,,0,0', '1,0,0,0', '1,1,0,0', '1,2,0,0']);
    each.begin([]);
    expect(each.next()).toBeUndefined();
  });
});
