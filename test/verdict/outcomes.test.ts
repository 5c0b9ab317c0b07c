import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/support/diagnostic.js';
import type { Engine, EngineName } from '../../src/verdict/engine.js';
import { askOutcomes } from '../../src/verdict/outcomes.js';
import { answerOf, reference, scripted } from './engines.js';
import { sb } from './programs.js';

const limits = { unroll: 8 };

describe('askOutcomes', () => {
  it('marks what only store buffers reach', async () => {
    const verdict = await askOutcomes(sb, { models: ['sc', 'tso'], engines: [reference], limits });
    const [sc, tso] = verdict.results;
    expect(sc.outcomes.map((o) => o.outcome)).toEqual([
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
    expect(sc.outcomes.every((o) => o.sc)).toBe(true);
    expect(tso.outcomes).toContainEqual({ outcome: [0, 0], sc: false });
    expect(tso.outcomes.filter((o) => o.sc === false)).toHaveLength(1);
    expect([sc.condition.observation, tso.condition.observation]).toEqual(['Never', 'Sometimes']);
    expect([sc.condition.verdict, tso.condition.verdict]).toEqual(['violated', 'holds']);
  });

  it('explores SC though only TSO is asked for, and once', async () => {
    const engine = scripted('explicit', {
      sc: answerOf([[1, 1]]),
      tso: answerOf([
        [0, 0],
        [1, 1],
      ]),
    });
    const verdict = await askOutcomes(sb, { models: ['tso'], engines: [engine], limits });
    expect(engine.asked).toEqual(['sc', 'tso']);
    expect(verdict.results.map((r) => r.answer.model)).toEqual(['tso']);
    expect(verdict.results[0].outcomes.map((o) => o.sc)).toEqual([false, true]);
  });

  it('does not call an outcome non-SC when the SC exploration did not finish', async () => {
    const engine = scripted('explicit', {
      sc: answerOf([[1, 1]], { complete: false }),
      tso: answerOf([
        [0, 0],
        [1, 1],
      ]),
    });
    const verdict = await askOutcomes(sb, { models: ['tso'], engines: [engine], limits });
    expect(verdict.results[0].outcomes.map((o) => o.sc)).toEqual([null, true]);
  });

  it('asks no engine once the time is over', async () => {
    const engine = scripted('explicit', {});
    const verdict = await askOutcomes(sb, {
      models: ['sc'],
      engines: [engine],
      limits: { unroll: 8, timeLimitMs: 0 },
    });
    expect(engine.asked).toEqual([]);
    expect(verdict.results[0].answer.complete).toBe(false);
    expect(verdict.results[0].condition).toMatchObject({ observation: null, verdict: 'unknown' });
  });
});

describe('the time for a file', () => {
  it('is shared by the explorations, and what one leaves goes to the others', async () => {
    const given: number[] = [];
    const engine: Engine = {
      ...scripted('explicit', {}),
      explore(_program, _model, { timeLimitMs }) {
        given.push(timeLimitMs ?? 0);
        return answerOf([]);
      },
    };
    const limits = { unroll: 8, timeLimitMs: 60_000 };
    await askOutcomes(sb, { models: ['tso', 'pso'], engines: [engine], limits });
    expect(given.map((ms) => Math.round(ms / 1000))).toEqual([20, 30, 60]);
  });
});

describe('two engines', () => {
  const ask = (explicit: ReturnType<typeof answerOf>, symbolic: ReturnType<typeof answerOf>) =>
    askOutcomes(sb, {
      models: ['sc'],
      engines: [scripted('explicit', { sc: explicit }), scripted('symbolic', { sc: symbolic })],
      limits,
    }).then((verdict) => verdict.results[0].answer);

  it('agree on equal sets in any order', async () => {
    const answer = await ask(
      answerOf([
        [1, 1],
        [0, 1],
      ]),
      answerOf([
        [0, 1],
        [1, 1],
      ]),
    );
    expect(answer.differences).toEqual([]);
    expect(answer.outcomes).toHaveLength(2);
  });

  it('disagree when one finds what the other denies', async () => {
    const answer = await ask(
      answerOf([[1, 1]]),
      answerOf([
        [1, 1],
        [0, 0],
      ]),
    );
    expect(answer.differences).toEqual([
      { kind: 'outcome', outcome: [0, 0], foundBy: 'symbolic', deniedBy: 'explicit' },
    ]);
  });

  it('do not disagree when the one without the outcome did not finish', async () => {
    const answer = await ask(
      answerOf([[1, 1]], { complete: false }),
      answerOf([
        [1, 1],
        [0, 0],
      ]),
    );
    expect(answer.differences).toEqual([]);
    expect(answer).toMatchObject({ complete: true, confirmed: false });
  });

  it('disagree on findings by kind and place, whatever their words', async () => {
    const at = { line: 3, column: 1 };
    const found = (message: string, line = 3) => ({
      finding: { kind: 'invalid-address', thread: 0, message, at: { ...at, line } } as const,
    });
    const agreed = await ask(
      answerOf([], { findings: [found('5')] }),
      answerOf([], { findings: [found('6')] }),
    );
    expect(agreed.differences).toEqual([]);
    const { differences } = await ask(
      answerOf([], { findings: [found('5')] }),
      answerOf([], { findings: [found('5', 4)] }),
    );
    expect(differences.map(({ kind, foundBy }) => [kind, foundBy])).toEqual([
      ['finding', 'symbolic'],
      ['finding', 'explicit'],
    ]);
  });

  it('disagree on loops that are cut', async () => {
    const loop = { thread: 0, label: 'L' };
    const { differences } = await ask(answerOf([], { cutLoops: [loop] }), answerOf([]));
    expect(differences).toEqual([{ kind: 'cut-loop', loop, foundBy: 'explicit', deniedBy: 'symbolic' }]);
  });

  it('need not both be able to handle a program, but one of them', async () => {
    const refusing = (name: EngineName): Engine => ({
      name,
      explore() {
        throw new InputError({ code: 'internal', message: `${name} cannot` });
      },
    });
    const question = (engines: Engine[]) => askOutcomes(sb, { models: ['sc'], engines, limits });
    const able = scripted('symbolic', { sc: answerOf([[1, 1]]) });
    const [{ answer }] = (await question([refusing('explicit'), able])).results;
    expect(answer).toMatchObject({ complete: true, confirmed: false, outcomes: [[1, 1]] });
    expect(answer.engines.get('explicit')?.shortfall).toMatchObject({ diagnostic: { code: 'internal' } });
    await expect(question([refusing('explicit'), refusing('symbolic')])).rejects.toThrow('explicit cannot');
  });
});
