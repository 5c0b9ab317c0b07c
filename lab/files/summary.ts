// The terminal's summary of a written table: its path, how much of it was measured, its problems.

import { join } from 'node:path';
import { printable } from '#diptych/report/style.js';
import { isOver, type Table } from '../table.js';

export function tableSummary({ name, sections }: Table, folder: string): string {
  const rows = sections.flatMap((section) => section.rows);
  const over = sections
    .flatMap(({ columns, rows }) => rows.map(({ cells }) => columns.filter(({ key }) => isOver(cells[key]))))
    .filter((shown) => shown.some(({ published }) => published !== true)).length;
  const limits = over === 0 ? '' : `, ${over} with a part over its limit`;
  const problems = rows.flatMap(({ id, problems: list = [] }) =>
    list.map(({ kind, message }) => ` ${kind}: ${id}: ${message}`),
  );
  return `${[`${name}: ${rows.length} rows${limits}: ${join(folder, `${name}.md`)}`, ...problems].map(printable).join('\n')}\n`;
}
