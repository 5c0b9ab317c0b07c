import { describe, expect, it } from 'vitest';
import { modelNames } from '../../src/execution/execution.js';
import { families, familyProgram } from '../../src/generate/families.js';
import { InputError } from '../../src/support/diagnostic.js';
import { bruteForce } from '../reference/bruteForce.js';

/** Complete traces under SC, TSO and PSO. */
const counts: readonly (readonly [family: string, n: number, sc: number, tso: number, pso: number])[] = [
  ['wr1', 3, 36, 36, 36],
  ['wr2', 2, 18, 18, 18],
  ['ring', 4, 15, 16, 16],
  ['ring-fenced', 3, 7, 7, 7],
  ['lastzero', 4, 28, 28, 28],
  ['readers', 6, 64, 64, 64],
  ['writers', 4, 24, 24, 24],
  ['mutex-inc', 3, 6, 6, 6],
  ['fetch-add', 4, 24, 24, 24],
  ['dekker-fenced', 2, 107, 107, 107],
  ['fib-join', 3, 141, 175, 175],
];

describe('families', () => {
  it.each(counts)('%s %i has %i, %i and %i traces', (family, n, ...expected) => {
    const program = familyProgram(family, n);
    expect(modelNames.map((model) => bruteForce(program, model).complete.size)).toEqual(expected);
  });

  it('has the known number of SC traces of wr2 4, dekker 3 and fib-join 4', () => {
    expect(bruteForce(familyProgram('wr2', 4), 'sc').complete.size).toBe(15_000);
    expect(bruteForce(familyProgram('dekker', 3), 'sc').complete.size).toBe(1833);
    expect(bruteForce(familyProgram('fib-join', 4), 'sc').complete.size).toBe(1107);
  });

  it('fails an assertion only in peterson without fences', () => {
    for (const model of modelNames) {
      expect(bruteForce(familyProgram('peterson', 1), model, 2).findings.has('assertion')).toBe(
        model !== 'sc',
      );
      expect(bruteForce(familyProgram('fib-racing', 2), model).findings.has('assertion')).toBe(false);
    }
    expect(bruteForce(familyProgram('peterson-fenced', 1), 'tso', 2).findings.has('assertion')).toBe(false);
  });

  it('builds each at several sizes', () => {
    for (const family of families)
      for (const n of [1, 2, 7]) expect(family.program(n).name).toBe(`${family.name}-${n}`);
  });

  it('names what it does not know', () => {
    expect(() => familyProgram('wr3', 1)).toThrow(InputError);
    expect(() => familyProgram('wr1', 0)).toThrow(InputError);
  });
});
