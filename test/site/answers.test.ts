// The page's text for the engines' answers: each fact once, in one sentence.

import { describe, expect, it } from 'vitest';
import { merge } from '../../site/answers/merged.js';
import { sentence } from '../../site/answers/words.js';
import type { ModelStates } from '../../site/protocol.js';
import { lineChanges } from '../../site/source/proposal.js';
import type { ModelName } from '../../src/execution/execution.js';
import type { EngineName } from '../../src/verdict/engine.js';

const models: readonly ModelName[] = ['sc', 'tso', 'pso'];

const states = (
  engine: EngineName,
  model: ModelName,
  rows: readonly string[],
  more: Partial<ModelStates> = {},
): ModelStates => ({
  model,
  engine,
  observed: ['x'],
  states: rows.map((value) => ({ values: [value], run: { form: 'states', model, schedule: '0' } })),
  findings: [],
  blindTo: [],
  complete: true,
  bounded: [],
  ms: 1,
  work: '',
  ...more,
});

const finding = (key: string): ModelStates['findings'][0] => ({
  key,
  kind: 'assertion',
  message: 'x == 0',
  thread: 'P0',
  at: { line: 3, column: 1 },
});

describe('the sentence', () => {
  const of = (...answers: ModelStates[]): string => sentence(merge({ models }, answers)).main;

  it('says what the weak models have that SC has not', () => {
    const sc = states('explicit', 'sc', ['0']);
    expect(of(sc, states('explicit', 'tso', ['0', '1']), states('explicit', 'pso', ['0', '1']))).toBe(
      'TSO and PSO reach one state that SC does not.',
    );
    expect(of(sc, states('explicit', 'tso', ['0', '1']), states('explicit', 'pso', ['0', '1', '2']))).toBe(
      'TSO reaches one state and PSO reaches two states that SC does not.',
    );
    expect(of(sc, states('explicit', 'tso', ['0']), states('explicit', 'pso', ['0']))).toBe(
      'TSO and PSO reach exactly the states of SC.',
    );
  });

  it('says nothing of models that are not known yet', () => {
    expect(of(states('explicit', 'sc', ['0']))).toBe('One state so far.');
    expect(of(states('explicit', 'sc', ['0']), states('explicit', 'tso', ['1']))).toBe(
      'TSO reaches one state that SC does not.',
    );
    // Without all states of SC no state is known to be another one.
    expect(
      of(states('explicit', 'sc', ['0'], { complete: false }), states('explicit', 'tso', ['0', '1'])),
    ).toBe('Two states so far.');
  });

  it('puts a finding first, and a disagreement before everything', () => {
    const clean = states('explicit', 'sc', ['0']);
    const broken = states('explicit', 'tso', ['0'], { findings: [finding('a')] });
    expect(of(clean, broken)).toBe('An assertion fails under TSO, not under SC.');
    expect(of(clean, broken, states('symbolic', 'tso', ['0']))).toBe(
      'The engines disagree: this is a bug in diptych.',
    );
    // An engine that never has findings of the kind does not deny them, and one that has not finished denies nothing.
    expect(of(clean, broken, states('symbolic', 'tso', ['0'], { blindTo: ['assertion'] }))).toContain(
      'fails',
    );
    expect(of(clean, broken, states('symbolic', 'tso', [], { complete: false }))).toContain('fails');
  });
});

describe('answers of both engines', () => {
  it('have each state and each finding once, with the engine that found it', () => {
    const merged = merge({ models }, [
      states('explicit', 'sc', ['0']),
      states('explicit', 'tso', ['0', '2', '10'], { findings: [finding('a')] }),
      states('symbolic', 'sc', ['0']),
      states('symbolic', 'tso', ['10', '2', '0'], { findings: [finding('a')] }),
    ]);
    expect(merged.rows.map(({ values, nonSc }) => `${values} ${nonSc}`)).toEqual([
      '2 true',
      '10 true',
      '0 false',
    ]);
    expect(merged.findings.map(({ engines, models: own }) => [engines, own])).toEqual([
      [['explicit', 'symbolic'], ['tso']],
    ]);
    expect(merged.differences).toEqual([]);
    expect([...merged.confirmed]).toEqual(['sc', 'tso']);
  });

  it('differ where one lists what the other denies', () => {
    const merged = merge({ models }, [states('explicit', 'sc', ['0', '1']), states('symbolic', 'sc', ['0'])]);
    expect(merged.differences).toEqual(['SC: the explicit engine finds 1, the symbolic engine denies it']);
  });
});

it('shows a repair as lines that come and go', () => {
  expect(lineChanges('a\nb\nc', 'a\nx\nb\nc')).toEqual({ added: [{ before: 2, text: 'x' }], removed: [] });
  expect(lineChanges('a\nb\nc', 'a\nB\nc\nd')).toEqual({
    added: [
      { before: 2, text: 'B' },
      { before: 4, text: 'd' },
    ],
    removed: [2],
  });
  expect(lineChanges('same', 'same')).toEqual({ added: [], removed: [] });
});
