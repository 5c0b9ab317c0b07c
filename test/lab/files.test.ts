// Tables and plots as files.

import { describe, expect, it } from 'vitest';
import { scaleOf } from '../../lab/files/axis.js';
import { cellData, cellText } from '../../lab/files/cells.js';
import { tableFiles } from '../../lab/files/files.js';
import { plotSvg } from '../../lab/files/svg.js';
import type { Cell, Plot, Table, Unit } from '../../lab/table.js';

const plot: Plot = {
  name: 'growth',
  title: 'Growth & decay',
  x: { label: 'n', log: true },
  y: { label: 'seconds', log: true },
  panels: [
    {
      title: 'ring',
      series: [
        {
          name: 'explicit',
          points: [
            { x: 2, y: 0.01 },
            { x: 4, y: 1 },
            { x: 8, y: 10, over: true },
          ],
        },
        { name: 'symbolic', points: [{ x: 2, y: 0.1 }] },
      ],
    },
  ],
};

const table: Table = {
  name: 't',
  title: 'A table',
  about: ['About it.'],
  command: 'diptych tables t',
  scale: 'full',
  limitSeconds: 5,
  machine: { cpu: 'CPU', cores: 2, platform: 'linux x64', node: 'v20', jobs: 1 },
  sections: ['one', 'two'].map((name) => ({
    name,
    title: `Section ${name}`,
    columns: [
      { key: 'what', head: 'what', unit: 'text' },
      { key: 'time', head: 'time, s', unit: 's' },
    ],
    rows: [
      { id: 'a', cells: { what: 'x | "y", z', time: { over: 5.0123 } } },
      {
        id: 'b',
        cells: { what: 'b', time: 1.234 },
        problems: [{ kind: 'disagreement', message: 'they differ' }],
      },
    ],
  })),
  plots: [plot],
  notes: ['Note.'],
};

describe('cells', () => {
  it.each<readonly [Cell | undefined, Unit, string]>([
    [1234567, 'count', '1,234,567'],
    [0.01234, 's', '0.012'],
    [1.234, 's', '1.23'],
    [123.4, 's', '123'],
    [3.06, 'ms', '3.1'],
    [1234.5, 'ns', '1,235'],
    [56.7, 'percent', '57 %'],
    [0.5, 'plain', '0.5'],
    [{ over: 20.03 }, 's', 'over 20'],
    [{ over: 0.234 }, 'ms', 'over 0.23 s'],
    [true, 'text', 'yes'],
    [null, 's', ''],
    [undefined, 's', ''],
    [Number.NaN, 's', ''],
  ])('%j as %s is %s', (cell, unit, text) => {
    expect(cellText(cell, unit)).toBe(text);
  });

  it('keep their digits for programs', () => {
    expect([0.123456, { over: 5 }, null, 'word'].map(cellData)).toEqual(['0.123456', '>5', '', 'word']);
  });
});

describe('the files of a table', () => {
  const files = new Map(tableFiles(table).map(({ name, text }) => [name, text]));

  it('are one of each kind, CSV for each section', () => {
    expect([...files.keys()]).toEqual(['t.md', 't.json', 't-one.csv', 't-two.csv', 't-growth.svg']);
    expect(JSON.parse(files.get('t.json') ?? '')).toEqual(table);
  });

  it('are readable as Markdown', () => {
    const text = files.get('t.md');
    expect(text).toContain(
      'Made by `diptych tables t` on linux x64, CPU, 2 cores, Node v20, 1 measurement at a time.',
    );
    expect(text).toContain('## Section one\n\n| what | time, s |\n| --- | ---: |\n| x \\| "y", z | over 5 |');
    expect(text).toContain('- b: disagreement: they differ');
    expect(text).toContain('![Growth & decay](t-growth.svg)');
  });

  it('quote what CSV needs quoted', () => {
    expect(files.get('t-one.csv')).toBe('what,time\r\n"x | ""y"", z",>5.0123\r\nb,1.234\r\n');
  });
});

describe('plots', () => {
  it('show every point, hollow where the time was over', () => {
    const svg = plotSvg(plot);
    expect(svg.match(/<circle/g)).toHaveLength(4);
    expect(svg.match(/<circle[^>]*class="hollow"/g)).toHaveLength(1);
    expect(svg).toContain('Growth &amp; decay');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('have no trouble with nothing to show', () => {
    expect(plotSvg({ ...plot, panels: [] })).toContain('</svg>');
    expect(plotSvg({ ...plot, panels: [{ title: 'none', series: [] }] })).not.toMatch(/NaN|Infinity/);
  });

  it('have axes that cover their values with few labels', () => {
    for (const log of [true, false])
      for (const values of [[1, 1000], [5], [0.001, 0.002, 0.9], [3, 4, 1e6]]) {
        const { place, ticks } = scaleOf(values, { label: '', log }, 0, 100);
        for (const value of values) expect(place(value)).toBeGreaterThanOrEqual(0);
        for (const value of values) expect(place(value)).toBeLessThanOrEqual(100);
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThan(9);
      }
  });
});
