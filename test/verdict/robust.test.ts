import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCorpus } from '../../benchmarks/corpus/corpus.js';
import { hasDependentBlock } from '../../src/explicit/monitors/witnesses/dependentBlocks.js';
import { parseLitmus, readLitmusFile } from '../../src/frontend/litmus/index.js';
import { program } from '../../src/program/builder.js';
import { binary, constant, register } from '../../src/program/expression.js';
import type { Program } from '../../src/program/program.js';
import { explicitEngine } from '../../src/verdict/explicit.js';
import { defaultMonitors, monitorNames } from '../../src/verdict/monitored.js';
import { askRobust, type RobustQuestion, type RobustVerdict } from '../../src/verdict/robust.js';
import { everydayOf } from '../counts.js';

const ask = (p: Program, change: Partial<RobustQuestion> = {}): Promise<RobustVerdict> =>
  askRobust(p, {
    models: ['tso', 'pso'],
    engines: [explicitEngine],
    monitors: defaultMonitors,
    limits: { unroll: 4 },
    ...change,
  });

function sb(fence: boolean): Program {
  const p = program('SB');
  const x = p.location('x');
  const y = p.location('y');
  for (const [mine, other] of [
    [x, y],
    [y, x],
  ])
    p.thread((t) => {
      t.store(mine, 1);
      if (fence) t.fence();
      t.load(other, 'r');
    });
  p.observe({ kind: 'register', thread: 0, register: 'r' }, { kind: 'register', thread: 1, register: 'r' });
  return p.build();
}

describe('askRobust', () => {
  it('calls a cycle that makes a thread wait forever no harmless one', async () => {
    const p = program('lost wake-up');
    const [asleep, ready, woken] = ['asleep', 'ready', 'woken'].map((name) => p.location(name));
    p.thread((t) => {
      t.store(asleep, 1).load(ready, 'r');
      t.if(binary('==', register('r'), constant(0)), (waits) => {
        waits.load(woken, 'w');
        waits.while(binary('==', register('w'), constant(0)), (round) => void round.load(woken, 'w'));
      });
    });
    p.thread((t) => {
      t.store(ready, 1).load(asleep, 'r');
      t.if('r', (sleeps) => void sleeps.store(woken, 1));
    });
    const { results } = await ask(p.build(), { models: ['tso'] });
    expect(results.map(({ robust, states }) => [robust, states.robust, states.finding?.kind])).toEqual([
      [false, false, 'hang'],
    ]);
  });

  it('says no with a certified cycle, the place it leaves SC, and a state', async () => {
    const { results } = await ask(sb(false));
    for (const { robust, agree, nonSc, states, monitors } of results) {
      expect([robust, agree]).toEqual([false, true]);
      expect(nonSc?.cycle.map(({ relation }) => relation).sort()).toEqual(['fr', 'fr', 'po', 'po']);
      expect(nonSc?.borderline.prefix).toHaveLength(3);
      expect(states).toMatchObject({ robust: false, outcome: [0, 0] });
      for (const answer of monitors) expect([answer.robust, answer.pairs.length]).toEqual([false, 2]);
    }
  });

  it('says yes when every route does', async () => {
    const { results } = await ask(sb(true));
    for (const { robust, agree, bounded, states, monitors } of results) {
      expect([robust, agree, bounded, states]).toEqual([true, true, [], { robust: true }]);
      expect(monitors.every((answer) => answer.robust)).toBe(true);
    }
  });

  it('tells a harmless cycle from one that shows', async () => {
    const p = program('harmless');
    const x = p.location('x');
    const y = p.location('y');
    p.thread((t) => t.store(x, 1).add({ kind: 'load', target: 'r', address: y }));
    p.thread((t) => t.store(y, 1).add({ kind: 'load', target: 'r', address: x }));
    const { results } = await ask(p.build());
    for (const { robust, states } of results) expect([robust, states]).toEqual([false, { robust: true }]);
  });

  it('takes an assertion that fails beyond SC for harm', async () => {
    const p = program('asserted');
    const x = p.location('x');
    const y = p.location('y');
    p.thread((t) => t.store(x, 1).add({ kind: 'load', target: 'r', address: y }));
    p.thread((t) => {
      t.store(y, 1);
      t.load(x, 's');
      t.fence();
      t.load(y, 'u');
      t.assert({ kind: 'register', name: 's' });
    });
    const q = program('asserted-mp');
    const data = q.location('data');
    const flag = q.location('flag');
    q.thread((t) => t.store(data, 1).store(flag, 1));
    q.thread((t) => {
      t.load(flag, 'f');
      t.assume('f');
      t.load(data, 'd');
      t.assert('d');
    });
    const asserted = await ask(p.build());
    expect(asserted.results.map(({ states }) => states)).toEqual([{ robust: true }, { robust: true }]);
    const { results } = await ask(q.build());
    expect(results.map(({ states }) => [states.robust, states.finding?.kind])).toEqual([
      [true, undefined],
      [false, 'assertion'],
    ]);
  });

  it('names the loops it cut', async () => {
    const p = program('spin');
    const x = p.location('x');
    p.thread((t) => t.store(x, 1));
    p.thread((t) => {
      t.assign('r', 0);
      t.while({ kind: 'unary', op: '!', operand: { kind: 'register', name: 'r' } }, (body) =>
        body.load(x, 'r'),
      );
    });
    const { results } = await ask(p.build());
    for (const { robust, bounded } of results)
      expect([robust, bounded.map((loop) => loop.thread)]).toEqual([true, [1]]);
  });

  it('does not take the silence of an incomplete monitor for an answer', async () => {
    const published = monitorNames.filter((name) => name.endsWith('published'));
    const { results } = await ask(sb(true), { monitors: published });
    for (const { monitors } of results)
      for (const answer of monitors) expect([answer.name, answer.robust]).toEqual([answer.name, null]);
  });

  it('finds with few preemptions what needs few, and claims nothing otherwise', async () => {
    const strategy = { kind: 'preemptions', bound: 0 } as const;
    const found = await ask(sb(false), { strategy });
    for (const { monitors } of found.results)
      for (const answer of monitors) expect(answer.robust).toBe(false);
    const fenced = await ask(sb(true), { strategy });
    for (const { robust, monitors } of fenced.results) {
      expect(robust).toBe(true);
      for (const answer of monitors) expect(answer.robust).toBe(null);
    }
  });

  it('has no answer when time is up', async () => {
    const p = program('large');
    const x = p.location('x');
    for (let i = 0; i < 6; i++)
      p.thread((t) => {
        for (let k = 0; k < 3; k++) t.fence().store(x, k).fence().load(x);
      });
    const { results } = await ask(p.build(), { models: ['tso'], limits: { unroll: 4, timeLimitMs: 30 } });
    expect(results[0]).toMatchObject({ robust: null, agree: true });
  });
});

const litmus = join(import.meta.dirname, '..', '..', 'benchmarks', 'litmus');
const litmusFiles = readdirSync(litmus).filter((name) => name.endsWith('.litmus'));

describe.each<[string, () => (readonly [string, Program])[]]>([
  ['benchmarks/litmus', () => litmusFiles.map((name) => [name, readLitmusFile(join(litmus, name))])],
  ['the corpus', () => everydayOf(readCorpus()).map(({ file, text }) => [file, parseLitmus(text, file)])],
])('%s', (_, read) => {
  it('has the same answer on every route', async () => {
    const tests = read();
    const wrong: string[] = [];
    for (const [name, test] of tests) {
      // On such a program the silence of BSS proves nothing.
      const silent = hasDependentBlock(test) ? null : undefined;
      const { results } = await ask(test);
      for (const { model, robust, agree, engines, monitors } of results) {
        const routes = [...engines.values(), ...monitors].map((route) => route.robust);
        if (!agree || robust === null || routes.some((route) => route !== robust && route !== silent))
          wrong.push(`${name} ${model}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(tests.length).toBeGreaterThan(50);
  });
});
