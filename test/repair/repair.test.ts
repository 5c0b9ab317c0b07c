import { beforeAll, describe, expect, it } from 'vitest';
import { editableLitmus } from '../../src/frontend/edit/index.js';
import { randomProgram } from '../../src/generate/random.js';
import type { Editable } from '../../src/program/editable.js';
import { printProgram } from '../../src/program/printer.js';
import { equalCosts } from '../../src/repair/costs.js';
import { type RepairQuestion, type RepairResult, repair } from '../../src/repair/repair.js';
import { fencesText } from '../../src/report/fences/text.js';
import { createStyle } from '../../src/report/style.js';
import { type Engine, nothingSeen, shortfallOf } from '../../src/verdict/engine.js';
import { startEngines } from '../../src/verdict/engines.js';
import { cheaperSets, holds } from './bruteForce.js';

let both: readonly Engine[] = [];
let explicit: readonly Engine[] = [];

beforeAll(async () => {
  both = await startEngines('both');
  explicit = await startEngines('explicit');
});

const unroll = 3;
const ask = (editable: Editable, question: Partial<RepairQuestion>): Promise<RepairResult> =>
  repair(editable, { model: 'tso', engines: both, limits: { unroll }, ...question });

const thread = (name: string, statements: string): string =>
  `${name}(int* x, int* y, int* z) {\n${statements
    .split(';')
    .map((s) => s.trim())
    .filter((s) => s !== '')
    .map((s) => `  ${s};\n`)
    .join('')}}\n\n`;
const test = (p0: string, p1: string, condition = 'exists (x=0)'): Editable =>
  editableLitmus(`C t\n{ }\n\n${thread('P0', p0)}${thread('P1', p1)}${condition}\n`, 't.litmus');

const chosen = (editable: Editable, { answer }: RepairResult): string[][] =>
  answer.kind !== 'repaired'
    ? []
    : answer.repairs.map(({ choices }) =>
        choices.map(({ candidate }) => {
          const { add, source } = editable.candidates[candidate];
          return `${add} ${source.line}`;
        }),
      );

/** It never finds or proves anything, and ends when it is told to. */
const silent: Engine = {
  name: 'symbolic',
  async explore(_program, _model, limits) {
    while (limits.stop?.() !== true) await new Promise((resolve) => setTimeout(resolve, 1));
    return nothingSeen(shortfallOf(limits));
  },
  async robust(_program, _model, limits) {
    while (limits.stop?.() !== true) await new Promise((resolve) => setTimeout(resolve, 1));
    return { robust: null, cutLoops: [], statistics: { ms: 0 } };
  },
};

describe('a repair that one engine confirms', () => {
  it.each(['robust', 'assertions'] as const)('is one, and says which (%s)', async (goal) => {
    const sb = test('*x = 1; int r = *y', '*y = 1; int s = *x', '~exists (0:r=0 /\\ 1:s=0)');
    const result = await ask(sb, { goal, engines: [...explicit, silent], confirm: 20 });
    expect(chosen(sb, result)).toEqual([['full 6', 'full 11']]);
    expect(result.answer).toMatchObject({
      repairs: [{ verification: { verdict: 'holds', confirmedBy: ['explicit'], silent: ['symbolic'] } }],
    });
    const text = fencesText('t.litmus', sb, [result], unroll, createStyle(false));
    expect(text).toContain('verified by explicit alone, symbolic has no answer');
    expect(text).toContain('+++ ');
  });
});

describe('a repair', () => {
  it('has a full fence between each store and the load that overtakes it', async () => {
    const sb = test('*x = 1; int r = *y', '*y = 1; int r = *x');
    expect(chosen(sb, await ask(sb, { goal: 'robust' }))).toEqual([['full 6', 'full 11']]);
  });

  it('has a store-store fence where that is enough, unless it costs more', async () => {
    const mp = test('*x = 1; *y = 1', 'int r = *y; int s = *x');
    expect(chosen(mp, await ask(mp, { model: 'pso', goal: 'robust' }))).toEqual([['store-store 6']]);
    const costs = { full: 1, 'store-store': 5, release: 1, seq_cst: 1 };
    expect(chosen(mp, await ask(mp, { model: 'pso', goal: 'robust', costs }))).toEqual([['full 6']]);
  });

  it('is not needed where nothing goes wrong', async () => {
    const mp = test('*x = 1; *y = 1', 'int r = *y; int s = *x');
    expect((await ask(mp, {})).answer).toMatchObject({
      kind: 'none-needed',
      verification: { confirmedBy: ['explicit', 'symbolic'] },
    });
  });

  it('is for the assertions if the model breaks them, and then only for them', async () => {
    const both = 'forall (0:r=1 \\/ 1:r=1)';
    const sb = test('*z = 1; *x = 1; int r = *y', '*y = 1; int r = *x; int q = *z', both);
    const result = await ask(sb, {});
    expect(result.goal).toBe('assertions');
    expect(chosen(sb, result)).toEqual([['full 7', 'full 12']]);
  });

  it('rules out the state of exists if it is told that assertions are the goal', async () => {
    const sb = test('*x = 1; int r = *y', '*y = 1; int r = *x', 'exists (0:r=0 /\\ 1:r=0)');
    expect((await ask(sb, {})).goal).toBe('robust');
    expect(chosen(sb, await ask(sb, { goal: 'assertions' }))).toEqual([['full 6', 'full 11']]);
    const reached = test('*x = 1; int r = *y', '*y = 1; int r = *x', 'exists (0:r=1 /\\ 1:r=1)');
    expect((await ask(reached, { goal: 'assertions' })).answer).toMatchObject({
      kind: 'fails-under-sc',
      example: { witness: { model: 'sc' } },
    });
  });

  it('does not exist where statements have no place between two accesses', async () => {
    const sb = test('*x = 1; int r = *y', '*y = 1; int r = *x');
    const { answer } = await repair(
      { ...sb, candidates: sb.candidates.filter(({ source }) => source.line < 8) },
      { model: 'tso', goal: 'robust', engines: explicit, limits: { unroll } },
    );
    expect(answer).toMatchObject({ kind: 'no-place', example: { witness: { model: 'tso' } } });
  });

  it('is one of several if all of the least cost are wanted', async () => {
    const three = test('*x = 1; int q = *z; int r = *y', '*y = 1; int r = *x');
    const result = await ask(three, { goal: 'robust', all: true });
    expect(chosen(three, result).toSorted()).toEqual([
      ['full 6', 'full 12'],
      ['full 7', 'full 12'],
    ]);
  });

  it('stands where it is passed least often, of places that are as cheap', async () => {
    const loop = test('*x = 1; int q = 0; while (q < 2) { int r = *y; q = q + 1; }', '*y = 1; int r = *x');
    expect(chosen(loop, await ask(loop, { goal: 'robust' }))).toEqual([['full 7', 'full 14']]);
  });

  it('shows for each fence what happens without it', async () => {
    const sb = test('*x = 1; int r = *y', '*y = 1; int r = *x');
    const { answer } = await ask(sb, { goal: 'robust' });
    const choices = answer.kind === 'repaired' ? answer.repairs[0].choices : [];
    expect(choices).toHaveLength(2);
    for (const { without } of choices) {
      expect(without?.claim.kind).toBe('hb-cycle');
      expect(without?.witness.execution.events.filter(({ kind }) => kind === 'F')).toHaveLength(1);
    }
  });

  it('has no answer without time', async () => {
    const sb = test('*x = 1; int r = *y', '*y = 1; int r = *x');
    const result = await ask(sb, { limits: { unroll, timeLimitMs: 0 } });
    expect(result.answer.kind).toBe('unknown');
    expect(fencesText('t.litmus', sb, [result], unroll, createStyle(false))).toContain(
      'no answer: the time limit was reached (a longer --timeout, or a smaller --unroll, may help)\n',
    );
  });
});

describe('random programs', () => {
  it.each([
    ['tso', 'robust', 'explicit', 7],
    ['pso', 'robust', 'explicit', 4],
    ['pso', 'robust', 'both', 3],
    ['pso', 'assertions', 'explicit', 8],
  ] as const)(
    'under %s for %s by %s are repaired, and nothing cheaper repairs them',
    async (model, goal, engines, count) => {
      let repaired = 0;
      for (let seed = 1; seed <= count; seed++) {
        const program = randomProgram(seed, { size: 7 });
        const editable = editableLitmus(printProgram(program), 'random.litmus');
        const result = await ask(editable, { model, goal, engines: engines === 'both' ? both : explicit });
        expect(result.weakened).toBe(0);
        const { answer } = result;
        if (answer.kind === 'none-needed') expect(holds(editable.program, model, goal, unroll)).toBe(true);
        if (answer.kind !== 'repaired') continue;
        repaired++;
        const [{ choices, cost }] = answer.repairs;
        const set = choices.map(({ candidate }) => candidate);
        expect(holds(editable.read(set), model, goal, unroll)).toBe(true);
        expect(choices.every(({ without }) => without !== undefined)).toBe(true);
        for (const cheaper of cheaperSets(editable, model, cost))
          expect(holds(editable.read(cheaper), model, goal, unroll)).toBe(false);
      }
      if (goal === 'robust' && count > 4) expect(repaired).toBeGreaterThan(0);
    },
  );
});

describe('stronger stores', () => {
  const strong = (text: string): Editable => editableLitmus(text, 't.litmus', {}, 'strengthen');
  const additions = ['full', 'store-store', 'release', 'seq_cst'] as const;

  it('are chosen where they are cheaper than fences', async () => {
    const relaxed = 'memory_order_relaxed';
    const store = (place: string): string => `atomic_store_explicit(${place}, 1, ${relaxed})`;
    const load = (place: string): string => `int r = atomic_load_explicit(${place}, ${relaxed})`;
    const p0 = thread('P0', `${store('z')}; ${store('x')}; ${load('y')}`);
    const p1 = thread('P1', `${store('y')}; ${load('x')}; int s = *z`);
    const editable = strong(`C t\n{ }\n\n${p0}${p1}exists (x=0)\n`);
    const result = await ask(editable, { model: 'pso', goal: 'robust', additions });
    expect(chosen(editable, result)).toEqual([['full 12', 'seq_cst 6']]);
    const costs = { full: 9, 'store-store': 9, release: 1, seq_cst: 2 };
    const stores = await ask(editable, { model: 'pso', goal: 'robust', additions, costs });
    expect(chosen(editable, stores)).toEqual([['seq_cst 6', 'seq_cst 11']]);
    const [{ after }] = editable.edit(
      [...editable.candidates.keys()].filter((c) => editable.candidates[c].add === 'seq_cst'),
    );
    expect(after.match(/memory_order_seq_cst/g)).toHaveLength(3);
  });

  it('of random programs are the cheapest, with fences among them', async () => {
    let used = 0;
    for (let seed = 1; seed <= 9; seed++) {
      const editable = strong(
        printProgram(randomProgram(seed, { size: 6, threads: [2, 2], features: ['rmw'] })),
      );
      const costs = { full: 3, 'store-store': 2, release: 1, seq_cst: 2 };
      const result = await ask(editable, {
        model: 'pso',
        goal: 'robust',
        additions,
        costs,
        engines: explicit,
      });
      expect(result.weakened).toBe(0);
      if (result.answer.kind !== 'repaired') continue;
      const [{ choices, cost }] = result.answer.repairs;
      const set = choices.map(({ candidate }) => candidate);
      expect(holds(editable.read(set), 'pso', 'robust', unroll)).toBe(true);
      if (set.some((c) => editable.candidates[c].store !== undefined)) used++;
      for (const cheaper of cheaperSets(editable, 'pso', cost, costs))
        if (isOnePerStore(editable, cheaper))
          expect(holds(editable.read(cheaper), 'pso', 'robust', unroll)).toBe(false);
    }
    expect(used).toBeGreaterThan(0);
  });

  /** A store has one order. */
  const isOnePerStore = ({ candidates }: Editable, set: readonly number[]): boolean => {
    const stores = set.flatMap((c) => (candidates[c].store === undefined ? [] : [candidates[c].source.line]));
    return new Set(stores).size === stores.length;
  };
});

describe('redundant fences', () => {
  const redundant = (text: string): Editable => editableLitmus(text, 't.litmus', {}, 'remove');

  it('are all but those that are needed', async () => {
    const p0 = thread('P0', '*x = 1; smp_mb(); smp_mb(); int r = *y; smp_mb()');
    const p1 = thread('P1', '*y = 1; smp_wmb(); smp_mb(); int r = *x');
    const editable = redundant(`C t\n{ }\n\n${p0}${p1}exists (x=0)\n`);
    const result = await ask(editable, { redundant: true, costs: equalCosts, all: true });
    expect(result.goal).toBe('robust');
    expect(chosen(editable, result).toSorted()).toEqual([
      ['full 6', 'full 15'],
      ['full 7', 'full 15'],
    ]);
  });

  it('are looked for even if only the assertions hold', async () => {
    const p0 = thread('P0', '*x = 1; smp_mb(); int r = *y');
    const p1 = thread('P1', '*y = 1; int r = *x');
    const editable = redundant(`C t\n{ }\n\n${p0}${p1}forall (x=1)\n`);
    const result = await ask(editable, { redundant: true });
    expect([result.goal, result.answer.kind]).toEqual(['assertions', 'none-needed']);
    const all = await ask(editable, { redundant: true, goal: 'robust' });
    expect(all.answer.kind).toBe('no-place');
  });

  it('of random programs are as many as can go', async () => {
    let fewer = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const program = randomProgram(seed, { size: 8, features: ['fence', 'rmw'], mix: false });
      const editable = redundant(printProgram(program));
      const { candidates } = editable;
      if (candidates.length === 0 || !holds(editable.program, 'pso', 'robust', unroll)) continue;
      const result = await ask(editable, {
        model: 'pso',
        redundant: true,
        costs: equalCosts,
        engines: explicit,
      });
      const [kept] = [...chosen(editable, result), []];
      for (const set of cheaperSets(editable, 'pso', kept.length, equalCosts))
        expect([seed, holds(editable.read(set), 'pso', 'robust', unroll)]).toEqual([seed, false]);
      if (kept.length < candidates.length) fewer++;
    }
    expect(fewer).toBeGreaterThan(3);
  });
});
