// The files of a table, all made of the table alone: NAME.json has everything, the others are made of it.

import type { Table } from '../table.js';
import { sectionCsv } from './csv.js';
import { tableMarkdown } from './markdown.js';
import { plotSvg } from './svg.js';

interface ResultFile {
  readonly name: string;
  readonly text: string;
}

export function tableFiles(table: Table): ResultFile[] {
  const { name, sections, plots } = table;
  const named = plots.map((plot) => ({ plot, title: plot.title, file: `${name}-${plot.name}.svg` }));
  return [
    { name: `${name}.md`, text: tableMarkdown(table, named) },
    { name: `${name}.json`, text: `${JSON.stringify(table, undefined, 1)}\n` },
    ...sections.map((section) => ({
      name: sections.length === 1 ? `${name}.csv` : `${name}-${section.name}.csv`,
      text: sectionCsv(section),
    })),
    ...named.map(({ plot, file }) => ({ name: file, text: plotSvg(plot) })),
  ];
}
