// Two answers about one program: which differences count.

import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/cli/fileCommand.js';
import { differencesOf } from '../../src/cli/readerDifferences.js';
import { capture } from './capture.js';

const answer = (results: readonly object[], status: Answer['status'] = 0): Answer => ({
  status,
  json: () => ({ results }),
  text: () => '',
});
const check = (verdict: string, more: object = {}): Answer =>
  answer([{ model: 'tso', complete: true, verdict, bounded: [], findings: [], ...more }]);
const outcomes = (...states: object[]): Answer =>
  answer([
    { model: 'sc', complete: true, bounded: [], findings: [], outcomes: states.map((state) => ({ state })) },
  ]);

describe('two readers', () => {
  it('agree on the same verdict, findings and states', () => {
    expect(differencesOf(check('holds'), check('holds'))).toEqual([]);
    expect(differencesOf(outcomes({ x: 1, y: 2 }), outcomes({ y: 2, x: 1 }))).toEqual([]);
  });

  it('disagree on verdicts, findings and states', () => {
    expect(differencesOf(check('holds'), check('violated'))).toEqual([
      'tso: holds by one reader, violated by the other',
    ]);
    const finding = (kind: string): object => ({ findings: [{ kind, line: 3 }] });
    expect(
      differencesOf(check('violated', finding('assertion')), check('violated', finding('deadlock'))),
    ).toEqual(['tso: one finds assertion at line 3, the other deadlock at line 3']);
    expect(differencesOf(outcomes({ x: 1 }), outcomes({ x: 1 }, { x: 2 }))).toEqual([
      'sc: only the other reaches x=2',
    ]);
  });

  it('need not agree where a limit stopped every engine', () => {
    const finding = { findings: [{ kind: 'assertion', line: 3 }] };
    const stopped = { engines: { explicit: { complete: false }, symbolic: { complete: false } } };
    const finished = { engines: { explicit: { complete: true }, symbolic: { complete: false } } };
    expect(differencesOf(check('violated', { ...finding, ...finished }), check('unknown', stopped))).toEqual(
      [],
    );
    expect(
      differencesOf(check('violated', { ...finding, ...finished }), check('violated', finished)),
    ).toHaveLength(1);
  });

  it('need not agree on what a bound leaves open', () => {
    const bounded = { bounded: [{ line: 1 }] };
    expect(differencesOf(check('holds', bounded), check('violated'))).toEqual([]);
    expect(differencesOf(check('unknown'), check('violated'))).toEqual([]);
    expect(differencesOf(answer([], 4), answer([], 0))).toEqual([]);
    expect(differencesOf(answer([], 1), answer([], 0))).toHaveLength(1);
  });

  it('are for C alone', async () => {
    const { status, stderr } = await capture('check', '--readers', 'both', 'benchmarks/litmus/SB.litmus');
    expect(status).toBe(2);
    expect(stderr).toContain('--readers has no effect');
  });
});
