import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { features } from '../../src/generate/randomOptions.js';
import type { Program } from '../../src/program/program.js';
import { jsonText } from '../../src/report/jsonText.js';
import { InputError } from '../../src/support/diagnostic.js';
import { replayWitness } from '../../src/verdict/replayWitness.js';
import { decodeWitness, type StoredWitness, storeWitness } from '../../src/verdict/witnessFile.js';
import { arbitraryProgram } from '../generate/arbitrary.js';
import { sb } from './programs.js';

/** One witness per outcome and finding, as the text of a file. */
function filesOf(program: Program, model: (typeof modelNames)[number]): string[] {
  const rest = { version: '0', spinAssume: true, unroll: 3, what: 'it' };
  const files: StoredWitness[] = [];
  const { findings } = explore(program, {
    model,
    unroll: 3,
    spinAssume: true,
    onOutcome: (outcome, witness) =>
      files.push(storeWitness(program, { kind: 'outcome', outcome }, witness(), rest)),
  });
  for (const { finding, witness } of findings)
    files.push(storeWitness(program, { kind: 'finding', finding }, witness, rest));
  return files.map((file) => jsonText(file));
}

function replay(text: string) {
  const stored = decodeWitness(JSON.parse(text), 'w.json');
  return replayWitness(parseLitmus(stored.program.litmus, 'w.json'), stored);
}

describe('a witness file', () => {
  it('says all that is needed to check it, for any program', () => {
    fc.assert(
      fc.property(
        arbitraryProgram({ size: 6, features }),
        fc.constantFrom(...modelNames),
        (program, model) => {
          for (const text of filesOf(program, model).slice(0, 8)) {
            const { flaw, views, stored } = replay(text);
            expect(flaw).toBeUndefined();
            expect(views).toHaveLength(stored.schedule.length + 1);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('shows memory and store buffers', () => {
    const text = filesOf(sb, 'tso').find((file) => file.includes('"outcome":[0,0]')) ?? '';
    const { views } = replay(text);
    const most = Math.max(...views.map(({ buffers }) => buffers.flat().length));
    expect(most).toBeGreaterThan(0);
    expect([...(views.at(-1)?.memory.values() ?? [])]).toEqual([1, 1]);
    expect(views.at(-1)?.buffers).toEqual([[], []]);
  });

  it('that was tampered with is refused or still right, and never more than that', () => {
    const text = filesOf(sb, 'tso').find((file) => file.includes('"outcome":[0,0]')) ?? '';
    const program = JSON.stringify(JSON.parse(text).program);
    const numbers = [...text.replace(program, ' '.repeat(program.length)).matchAll(/(?<=[[:,])-?\d+/g)];
    const places = numbers.map((match) => ({ start: match.index, end: match.index + match[0].length }));
    let refused = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...places),
        fc.constantFrom(-1, 0, 1, 2, 9, 1e9),
        ({ start, end }, value) => {
          try {
            if (replay(`${text.slice(0, start)}${value}${text.slice(end)}`).flaw !== undefined) refused++;
          } catch (error) {
            if (!(error instanceof InputError)) throw error;
            refused++;
          }
        },
      ),
      { numRuns: 200 },
    );
    expect(refused).toBeGreaterThan(20);
  });

  it('must have all its parts', () => {
    const [text] = filesOf(sb, 'sc');
    const without = (key: string): string =>
      JSON.stringify(JSON.parse(text), (k, value: unknown) => (k === key ? undefined : value));
    for (const key of ['format', 'model', 'schedule', 'events', 'co', 'litmus', 'kind'])
      expect(() => replay(without(key))).toThrow(InputError);
    expect(() => decodeWitness([], 'w.json')).toThrow('should be');
  });
});
