import { describe, expect, it } from 'vitest';
import {
  and,
  check,
  editableLitmus,
  eq,
  fences,
  finalRegister,
  outcomes,
  parseCat,
  printProgram,
  program,
  robust,
} from '../src/index.js';

function storeBuffering() {
  const p = program('SB');
  const x = p.location('x');
  const y = p.location('y');
  p.thread((t) => void t.store(x, 1).load(y, 'r'));
  p.thread((t) => void t.store(y, 1).load(x, 'r'));
  return p.exists(and(eq(finalRegister(0, 'r'), 0), eq(finalRegister(1, 'r'), 0))).build();
}

describe('the library', () => {
  it('lists outcomes with defaults', async () => {
    const { results } = await outcomes(storeBuffering());
    expect(results.map(({ answer }) => [answer.model, answer.outcomes.length])).toEqual([
      ['sc', 3],
      ['tso', 4],
      ['pso', 4],
    ]);
  });

  it("asks about a model of one's own", async () => {
    const own = parseCat('"coherent" acyclic po-loc | rf | co | fr', 'own.cat');
    const { results } = await outcomes(storeBuffering(), { models: [own] });
    expect(results.map(({ answer }) => [answer.model, answer.outcomes.length])).toEqual([['coherent', 4]]);
  });

  it('repairs with fences', async () => {
    const editable = editableLitmus(printProgram(storeBuffering()), 'SB.litmus');
    const rounds: number[] = [];
    const results = await fences(editable, { onRound: ({ number }) => rounds.push(number) });
    expect(results.map(({ model, answer }) => [model, answer.kind])).toEqual([
      ['tso', 'repaired'],
      ['pso', 'repaired'],
    ]);
    expect(rounds).toEqual([1, 2, 1, 2]);
  });

  it('checks with settings', async () => {
    const { results } = await check(storeBuffering(), { models: ['tso'], maxExecutions: 1, strict: true });
    expect(results.map((result) => result.verdict)).toEqual(['unknown']);
  });

  it('asks for robustness', async () => {
    const { results } = await robust(storeBuffering(), { engine: 'explicit', monitors: ['bss-tso'] });
    expect(results.map((r) => [r.model, r.robust, r.states.outcome, r.monitors.length])).toEqual([
      ['tso', false, [0, 0], 1],
      ['pso', false, [0, 0], 0],
    ]);
  });
});
