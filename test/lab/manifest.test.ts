// The manifests of benchmarks/papers: their contents, and the diagnostics of a bad one.

import { describe, expect, it } from 'vitest';
import { homeFolder } from '../../lab/home.js';
import { loadPapers, parseManifest } from '../../lab/papers/manifest.js';
import { InputError } from '../../src/support/diagnostic.js';

const file = `${homeFolder}/benchmarks/c/manifest.json`;
const dekker = {
  name: 'dekker',
  file: 'dekker.c',
  about: 'two flags',
  variants: [{ name: 'unfenced', verdicts: { sc: 'holds', tso: 'violated' }, robust: { tso: false } }],
};

const parse = (manifest: unknown) => parseManifest(JSON.stringify(manifest), file, 'test');

function complaint(manifest: unknown): string {
  try {
    parse(manifest);
  } catch (error) {
    if (error instanceof InputError) return `${error.diagnostic.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}

describe('manifests', () => {
  it('have defaults', () => {
    const [program] = parse([dekker]);
    expect(program).toMatchObject({
      group: 'test',
      name: 'dekker',
      file: `${homeFolder}/benchmarks/c/dekker.c`,
    });
    expect(program.variants).toEqual([
      {
        name: 'unfenced',
        defines: [],
        unroll: 8,
        slow: false,
        verdicts: { sc: 'holds', tso: 'violated' },
        robust: { tso: false },
      },
    ]);
  });

  it('hand the bound of a program on to its variants', () => {
    const [variant] = dekker.variants;
    const variants = [variant, { ...variant, name: 'short', unroll: 2, slow: false }];
    const [program] = parse([{ ...dekker, unroll: 10, slow: true, variants }]);
    expect(program.variants.map(({ unroll, slow }) => [unroll, slow])).toEqual([
      [10, true],
      [2, false],
    ]);
  });

  it('that are bad are refused with the place', () => {
    const variant = (fields: object) => [{ ...dekker, variants: [{ ...dekker.variants[0], ...fields }] }];
    expect(complaint({})).toBe('bad-json: the file should be an array');
    expect(complaint([{ ...dekker, about: 3 }])).toBe('bad-json: [0].about should be a string');
    expect(complaint([{ ...dekker, file: 'none.c' }])).toContain('does not exist');
    expect(complaint([dekker, dekker])).toBe('duplicate-name: a second program is named dekker');
    expect(complaint(variant({ define: ['A'] }))).toBe('bad-json: [0].variants[0].define is not known');
    expect(complaint(variant({ verdicts: { sc: 'yes' } }))).toBe(
      'bad-json: [0].variants[0].verdicts.sc should be one of holds, violated',
    );
    expect(complaint(variant({ verdicts: { arm: 'holds' } }))).toContain('verdicts.arm is not known');
    expect(() => parseManifest('[', file, 'test')).toThrow(/not JSON/);
  });

  it('of the papers are good', () => {
    for (const { about, variants } of loadPapers()) {
      expect(about).not.toBe('');
      expect(variants).not.toEqual([]);
    }
  });
});
