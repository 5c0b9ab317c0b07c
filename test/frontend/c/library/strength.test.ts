// Every row of the table of strengths, measured: the call stands between a store and a load, and between two stores, and both engines say under
// TSO and PSO whether the two may change places.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forbiddenIn, type Shape } from '../../../../lab/judge/library/programs.js';
import { readRow, rowStates } from '../../../../lab/judge/library/states.js';
import { strength, strengthOf } from '../../../../lab/judge/library/strength/index.js';
import { strengthPage } from '../../../../scripts/strengthPage.js';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';

it('is shown in docs/strength.md', () => {
  const page = new URL('../../../../docs/strength.md', import.meta.url);
  expect(readFileSync(page, 'utf8')).toBe(strengthPage());
});

const engine = await SymbolicEngine.start();

describe('the table of strengths', () => {
  for (const row of strength)
    it(`${row.functions.join(', ')}: ${row.path}`, () => {
      const { tsoStoreLoad, psoStoreLoad, psoStoreStore } = strengthOf(row);
      const programs = {
        SB: readRow(row, 'SB'),
        MP: readRow(row, 'MP'),
        publication: readRow(row, 'publication'),
      };
      const orders = (model: 'tso' | 'pso', shape: Shape): boolean => {
        const explicit = rowStates(row, shape, programs[shape], model);
        const { outcomes } = engine.outcomes(programs[shape], { model, unroll: 8 });
        expect(outcomes.map((values) => values.join(' ')).sort()).toEqual(explicit);
        return !explicit.includes(forbiddenIn(shape).join(' '));
      };
      expect({
        tsoStoreLoad: orders('tso', 'SB'),
        tsoStoreStore: orders('tso', 'MP'),
        psoStoreLoad: orders('pso', 'SB'),
        psoStoreStore: orders('pso', 'MP'),
        published: orders('pso', 'publication'),
      }).toEqual({
        tsoStoreLoad,
        tsoStoreStore: true,
        psoStoreLoad,
        psoStoreStore,
        published: psoStoreStore,
      });
    });
});
