import { describe, expect, it } from 'vitest';
import { loadGroup, paperProgram } from '../../lab/papers/manifest.js';
import { nidhugg, publishedCells } from '../../lab/papers/nidhugg.js';
import { nidhuggRows, rivalRows } from '../../lab/papers/published.js';
import { rivals } from '../../lab/papers/rivals.js';

describe('published figures', () => {
  it('of Nidhugg are there for every program and variant', () => {
    for (const { name, variants } of loadGroup('nidhugg'))
      for (const variant of variants)
        expect(
          Object.keys(publishedCells(nidhuggRows(), name, variant.name, 'tso')),
          `${name} ${variant.name}`,
        ).toEqual(['cbmc', 'goto', 'nidhugg']);
    expect(nidhugg.plan('full').flatMap(({ rows }) => rows)).toHaveLength(26 * 3);
  });

  it('of the rivals belong to programs that there are', () => {
    for (const { group, program, variant } of rivalRows())
      expect(paperProgram(group, program).variants.map(({ name }) => name)).toContain(variant);
    expect(rivals.plan('full')[0].rows).toHaveLength(3 * rivalRows().length);
  });

  it('do not count against us when the rival was wrong or gave up', () => {
    const [row] = rivals
      .plan('full')
      .flatMap(({ rows }) => rows.filter(({ id }) => id.startsWith('parker unfenced tso')));
    const measured = {
      explicitCommand: 5,
      symbolicCommand: { over: 10 },
      explicitVerdict: 'violated',
    };
    expect(row?.finish?.({ ...row.cells, ...measured })).toMatchObject({
      cells: {
        faster: 5,
        fasterWins: 'yes',
        symbolicWins: '',
      },
      problems: [],
    });
  });
});
