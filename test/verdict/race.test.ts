// Engines side by side: which engine is awaited, for how long, and the remark on the others.

import { describe, expect, it, vi } from 'vitest';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { bug } from '../../src/support/diagnostic.js';
import { askEngines } from '../../src/verdict/askEngines.js';
import {
  type EngineAnswer,
  type EngineName,
  type Limits,
  nothingSeen,
  stopReasonOf,
} from '../../src/verdict/engine.js';
import type { About, AnswerTo, Executor, Kind, OnFound } from '../../src/verdict/executor.js';
import type { Confirm } from '../../src/verdict/race.js';
import { sbText } from '../cli/litmus.js';

const program = parseLitmus(sbText, 'SB.litmus');

interface Inquiry extends About<'explore'> {
  readonly limits: Limits;
  readonly onFound: OnFound | undefined;
}

/** Behaves as if it worked on a thread of its own. */
const executor = (name: EngineName, answer: (inquiry: Inquiry) => Promise<EngineAnswer>): Executor => {
  const answers: {
    readonly [K in Kind]: (about: About<K>, limits: Limits, onFound?: OnFound) => Promise<AnswerTo<K>>;
  } = {
    explore: async (about, limits, onFound) => ({
      answer: await answer({ ...about, limits, onFound }),
      flawed: [],
      kept: [],
    }),
    races: async () => undefined,
    robust: async () => bug('not asked'),
    monitor: async () => bug('not asked'),
    states: async () => bug('not asked'),
  };
  return {
    name,
    apart: true,
    ask: (kind, about, limits, onFound) => answers[kind](about, limits, onFound),
  };
};

const complete: EngineAnswer = {
  outcomes: [[1, 1]],
  findings: [],
  cutLoops: [],
  complete: true,
  statistics: { ms: 1 },
};

const quick = executor('symbolic', async () => complete);

/** Never answers by itself. */
const endless = (before: (inquiry: Inquiry) => void = () => {}): Executor =>
  executor('explicit', async (inquiry) => {
    const { signal } = inquiry.limits;
    before(inquiry);
    await new Promise((resolve) => {
      if (signal?.aborted === true) resolve(undefined);
      else signal?.addEventListener('abort', resolve);
    });
    return nothingSeen({ kind: signal === undefined ? 'time' : stopReasonOf(signal) });
  });

const ask = (engines: readonly Executor[], confirm: Confirm, extra: object = {}) =>
  askEngines({ program, models: ['sc', 'tso'], engines, limits: { unroll: 8 }, confirm, ...extra });

describe('a race', () => {
  it('gives an answer when one engine has it and the grace of the other is over', async () => {
    const [sc, tso] = await ask([endless(), quick], 20);
    for (const { answer } of [sc, tso]) {
      expect(answer).toMatchObject({ complete: true, confirmed: false, answeredBy: ['symbolic'] });
      expect(answer.engines.get('explicit')?.shortfall).toEqual({ kind: 'unconfirmed' });
    }
  });

  it('is confirmed when the other answers within its grace', async () => {
    const slow = executor('explicit', async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return complete;
    });
    const [{ answer }] = await ask([slow, quick], 'as-long-again');
    expect(answer).toMatchObject({ confirmed: true, answeredBy: ['symbolic', 'explicit'] });
    expect([...answer.engines.keys()]).toEqual(['explicit', 'symbolic']);
  });

  it('does not wait for an engine that still prepares its first question', async () => {
    const { now } = performance;
    let shift = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + shift);
    const late = executor('symbolic', async () => {
      shift = 60_000;
      return complete;
    });
    const [{ answer }] = await ask([{ ...endless(), isPreparing: () => true }, late], 'as-long-again');
    clock.mockRestore();
    expect(answer).toMatchObject({ complete: true, confirmed: false, answeredBy: ['symbolic'] });
    expect(answer.engines.get('explicit')?.shortfall).toEqual({ kind: 'unconfirmed' });
  });

  it('does not wait for more than a violation', async () => {
    const finds = endless(({ onFound }) => onFound?.({ kind: 'outcome', outcome: [0, 0] }));
    const lost = { ...endless(), name: 'symbolic' } as const;
    const both = await ask([finds, lost], 20, { models: ['sc'], decides: () => true });
    expect(both[0].answer.engines.get('symbolic')?.shortfall).toEqual({ kind: 'unconfirmed' });
  });

  it('tells a violation at once, and does not go on for ever alone either', async () => {
    const claim = { kind: 'outcome', outcome: [0, 0] } as const;
    const finds = endless(({ onFound }) => onFound?.(claim));
    const told: unknown[] = [];
    const [{ answer }] = await ask([finds], 20, {
      models: ['tso'],
      decides: () => true,
      onDecided: (decided: unknown) => told.push(decided),
    });
    expect(told).toEqual([{ model: 'tso', engine: 'explicit', claim }]);
    expect(answer.engines.get('explicit')?.shortfall).toEqual({ kind: 'unconfirmed' });
  });

  it('is stopped if nothing is found soon enough, and not if a violation is', async () => {
    const limits = { unroll: 8, settleMs: 20 };
    const [{ answer }] = await ask([endless()], 'all', { models: ['sc'], limits });
    expect(answer.engines.get('explicit')?.shortfall).toEqual({ kind: 'time' });
    const aborted: unknown[] = [];
    const watched = executor('explicit', async (inquiry) => {
      if (inquiry.model === 'sc') inquiry.onFound?.({ kind: 'outcome', outcome: [0, 0] });
      await new Promise((resolve) => setTimeout(resolve, 60));
      aborted.push(inquiry.limits.signal?.aborted);
      return complete;
    });
    await ask([watched], 'all', { limits, decides: () => true });
    expect(aborted).toEqual([false, false]);
  });

  it('has as long again after each model that is answered', async () => {
    const limits = { unroll: 8, settleMs: 1000 };
    const slow = executor('explicit', async (inquiry) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return inquiry.limits.signal?.aborted === true ? nothingSeen({ kind: 'time' }) : complete;
    });
    const answers = await ask([slow], 'all', { models: ['sc', 'tso', 'pso'], limits });
    expect(answers.map(({ answer }) => answer.complete)).toEqual([true, true, true]);
    const [first] = await ask([slow], 'all', { limits: { unroll: 8, settleMs: 20 } });
    expect(first.answer.complete).toBe(false);
  });

  it('turns to the next model some time after a violation under the first', async () => {
    const asked: unknown[] = [];
    const finds = endless(({ model, onFound }) => {
      asked.push(model);
      onFound?.({ kind: 'outcome', outcome: [0, 0] });
    });
    const answers = await ask([finds], 20, { decides: () => true });
    expect(asked).toEqual(['sc', 'tso']);
    for (const { answer } of answers)
      expect(answer.engines.get('explicit')?.shortfall).toEqual({ kind: 'unconfirmed' });
  });

  it.each([
    ['at once, of who has many to ask', true, {}, 2],
    ['one after the other, if they share a time', true, { timeLimitMs: 60_000 }, 1],
    ['one after the other, of who works alone', false, {}, 1],
  ])('asks about models %s', async (_, many, limits, most) => {
    let now = 0;
    let atOnce = 0;
    const slow = executor('explicit', async () => {
      atOnce = Math.max(atOnce, ++now);
      await new Promise((resolve) => setTimeout(resolve, 1));
      now--;
      return complete;
    });
    const answers = await ask([{ ...slow, many }], 'all', { limits: { unroll: 8, ...limits } });
    expect(answers.map(({ answer }) => answer.model)).toEqual(['sc', 'tso']);
    expect(atOnce).toBe(most);
  });

  it('ends for all when it is interrupted', async () => {
    const interrupt = new AbortController();
    setTimeout(() => interrupt.abort('interrupted'), 20);
    const limits = { unroll: 8, signal: interrupt.signal };
    const [{ answer }] = await ask([endless(), quick], 'all', { limits });
    expect(answer.engines.get('explicit')?.shortfall).toEqual({ kind: 'interrupted' });
    expect(answer.outcomes).toEqual([[1, 1]]);
  });
});
