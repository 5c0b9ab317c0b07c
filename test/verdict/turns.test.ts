// Engines on one thread, one of which never answers by itself.

import { describe, expect, it } from 'vitest';
import { askEngines } from '../../src/verdict/askEngines.js';
import type { Engine, EngineName, Limits } from '../../src/verdict/engine.js';
import { nothingSeen, shortfallOf } from '../../src/verdict/engine.js';
import { startEngines } from '../../src/verdict/engines.js';
import { askExplain } from '../../src/verdict/explain.js';
import { inTurns } from '../../src/verdict/turns.js';
import { wantedState } from '../../src/verdict/wantedState.js';
import { reference } from './engines.js';
import { sb } from './programs.js';

/** It works until it is told to stop. */
async function untilStopped(limits: Limits): Promise<void> {
  while (limits.stop?.() !== true) await new Promise((resolve) => setTimeout(resolve, 1));
}

const hanging = (name: EngineName): Engine => ({
  name,
  async explore(_program, _model, limits) {
    await untilStopped(limits);
    return nothingSeen(shortfallOf(limits));
  },
  async refute(_program, _model, limits) {
    await untilStopped(limits);
    return { cycles: [], assuming: [], complete: false, counted: false };
  },
});

describe('engines that take turns', () => {
  it('wait for one that hangs as long as the answer may wait, and say whose it is', async () => {
    const [{ answer }] = await askEngines({
      program: sb,
      models: ['tso'],
      engines: [reference, hanging('symbolic')],
      limits: { unroll: 2 },
      turns: 20,
    });
    expect(answer).toMatchObject({ complete: true, confirmed: false, answeredBy: ['explicit'] });
    expect(answer.outcomes).toHaveLength(4);
    expect(answer.engines.get('symbolic')?.shortfall).toEqual({ kind: 'unconfirmed' });
  });

  it('give the turn back before they have an answer, and have longer the next time', async () => {
    const given: [string, boolean][] = [];
    let rounds = 0;
    await inTurns({
      engines: ['a', 'b'],
      limits: { unroll: 1 },
      confirm: 1,
      ask: async (engine, limits) => {
        given.push([engine, limits.stop !== undefined]);
        rounds++;
      },
      isDone: (engine) => engine === 'b' && rounds > 3,
      isSettled: () => rounds > 3,
    });
    expect(given.map(([engine]) => engine)).toEqual(['a', 'b', 'a', 'b']);
    expect(given.every(([, stops]) => stops)).toBe(true);
  });

  it('have as long as they need where every engine is waited for', async () => {
    const limits = { unroll: 1 };
    const seen: Limits[] = [];
    await inTurns({
      engines: ['a', 'b'],
      limits,
      confirm: 'all',
      ask: async (_, own) => void seen.push(own),
      isDone: () => false,
      isSettled: () => true,
    });
    expect(seen).toEqual([limits, limits]);
  });
});

describe('explain', () => {
  it('ends where the symbolic engine hangs: what it says of the models is that of the other', async () => {
    const { results, forbidden } = await askExplain(wantedState(sb, undefined), {
      models: ['sc', 'tso', 'pso'],
      engines: [...(await startEngines('explicit')), hanging('symbolic')],
      limits: { unroll: 2 },
      confirm: 20,
    });
    expect(results.map(({ possible }) => possible)).toEqual([false, true, true]);
    expect(forbidden).toMatchObject({ model: 'sc', refutation: { complete: false, cycles: [] } });
  });
});
