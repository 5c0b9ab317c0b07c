// Questions with an AbortSignal: the same answers as without, on threads that end with the signal.

import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import {
  check,
  explain,
  familyProgram,
  fences,
  monitor,
  outcomes,
  parseLitmus,
  races,
  readEditable,
  readProgram,
  relax,
  robust,
} from '../../src/index.js';
import { writeCopy } from '../changedSources.js';

const sb = parseLitmus(
  'X86 SB\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)\n',
  'SB.litmus',
);
/** Its traces are beyond counting. */
const huge = familyProgram('dekker', 9);

// The module of the threads, from the sources.
const worker = await writeCopy(`import './src/askWorker.ts';`);
afterAll(() => rmSync(worker));
const signal = new AbortController().signal;
const aside = { engine: 'explicit', signal, worker } as const;

describe('a question with a signal has the answer of one without', () => {
  it('outcomes', async () => {
    const { results } = await outcomes(sb, aside);
    expect(results.map(({ answer }) => [answer.model, answer.outcomes.length])).toEqual([
      ['sc', 3],
      ['tso', 4],
      ['pso', 4],
    ]);
  });

  it('check', async () => {
    const { results } = await check(sb, aside);
    expect(results.map(({ verdict }) => verdict)).toEqual(['violated', 'holds', 'holds']);
  });

  it('robust', async () => {
    const { results } = await robust(sb, aside);
    expect(results.map(({ robust: is }) => is)).toEqual([false, false]);
  });

  it('races', async () => {
    const program = await readProgram('docs/examples/publish.c');
    const [here, there] = [await races(program, { engine: 'explicit' }), await races(program, aside)];
    expect([here.raceFree, there.raceFree]).toEqual([false, false]);
    expect(there.races.map(({ race }) => race)).toEqual(here.races.map(({ race }) => race));
  });

  it('explain', async () => {
    const { results, allowed } = await explain(sb, { ...aside, outcome: '0:EAX=0 1:EAX=0' });
    expect(results.map(({ possible }) => possible)).toEqual([false, true, true]);
    expect(allowed?.model).toBe('tso');
    await expect(explain(sb, { finding: 'nonsense' })).rejects.toThrow('no kind of finding');
  });

  it('fences', async () => {
    const editable = await readEditable('docs/examples/mutex.c');
    const [{ answer }] = await fences(editable, { ...aside, models: ['tso'] });
    expect(answer.kind).toBe('repaired');
  });

  it('monitor', async () => {
    const file = 'docs/examples/dekker.jsonl';
    const [here, there] = [await monitor(file), await monitor(file, { signal, worker })];
    expect(there.verdict.violations).toEqual(here.verdict.violations);
    expect(here.verdict.violations.length).toBeGreaterThan(0);
  });

  it('relax', async () => {
    const settings = { models: ['tso'], runs: 5, trials: 2 } as const;
    const [here, there] = [await relax(sb, settings), await relax(sb, { ...settings, signal, worker })];
    const text = (verdict: object): string =>
      JSON.stringify(verdict).replace(/"(?:ms|phase1Ms)":[\d.]+/g, '');
    expect(text(there)).toBe(text(here));
  });
});

describe('a signal', () => {
  it('ends a search that is under way, with its reason', async () => {
    const controller = new AbortController();
    const asked = check(huge, { ...aside, signal: controller.signal });
    setTimeout(() => controller.abort(new Error('changed my mind')), 200);
    await expect(asked).rejects.toThrow('changed my mind');
  });

  it('leaves the thread of the caller free meanwhile', async () => {
    const controller = new AbortController();
    let ticks = 0;
    const clock = setInterval(() => {
      if (++ticks === 5) controller.abort();
    }, 20);
    await expect(outcomes(huge, { ...aside, signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    clearInterval(clock);
    expect(ticks).toBeGreaterThanOrEqual(5);
  });

  it('that has fired already asks nothing', async () => {
    await expect(races(sb, { ...aside, signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
