// A table as Markdown. Published figures are in italics, so that their origin is seen at a glance.

import type { Column, Machine, MeasuredRow, Section, Table } from '../table.js';
import { cellText } from './cells.js';

interface PlotFile {
  readonly title: string;
  /** Beside the Markdown file. */
  readonly file: string;
}

export function tableMarkdown(table: Table, plots: readonly PlotFile[]): string {
  const { title, paper, about, sections, notes } = table;
  const parts = [
    `# ${title}`,
    ...(paper === undefined ? [] : [paper]),
    ...about,
    madeBy(table),
    ...sections.flatMap((section) => sectionParts(section, sections.length > 1)),
    ...plots.map(({ title, file }) => `![${title}](${file})`),
    ...(notes.length === 0 ? [] : ['## Notes', notes.map((note) => `- ${note}`).join('\n')]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function madeBy({ command, limitSeconds, machine }: Table): string {
  return [
    `Made by \`${command}\` on ${machineText(machine)}.`,
    `Times are CPU times, each measurement is a process of its own, and "over" means stopped without an answer (after ${limitSeconds} s unless a row has a limit of its own).`,
  ].join('\n');
}

const machineText = ({ cpu, cores, platform, node, jobs }: Machine): string =>
  `${platform}, ${cpu}, ${cores} ${cores === 1 ? 'core' : 'cores'}, Node ${node}, ${jobs} ${jobs === 1 ? 'measurement' : 'measurements'} at a time`;

function sectionParts(section: Section<MeasuredRow>, titled: boolean): string[] {
  return [
    ...(titled ? [`## ${section.title}`] : []),
    ...(section.about ?? []),
    rowsMarkdown(section),
    ...problems(section),
  ];
}

function rowsMarkdown({ columns, rows }: Section<MeasuredRow>): string {
  const lines = [
    columns.map(({ head }) => head),
    columns.map(({ unit }) => (unit === 'text' ? '---' : '---:')),
    ...rows.map(({ cells }) =>
      columns.map((column) => styled(cellText(cells[column.key], column.unit), column)),
    ),
  ];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function styled(text: string, { published }: Column): string {
  const safe = text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  return published === true && safe !== '' ? `*${safe.replaceAll('*', '\\*')}*` : safe;
}

const problems = ({ rows }: Section<MeasuredRow>): string[] => {
  const lines = rows.flatMap(({ id, problems: list = [] }) =>
    list.map(({ kind, message }) => `- ${id}: ${kind}: ${message}`),
  );
  return lines.length === 0 ? [] : [`Not as it should be:\n\n${lines.join('\n')}`];
};
