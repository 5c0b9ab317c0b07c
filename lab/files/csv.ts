// A section as CSV (RFC 4180): a head with the keys of the columns, then the rows.

import type { MeasuredRow, Section } from '../table.js';
import { cellData } from './cells.js';

export const sectionCsv = ({ columns, rows }: Section<MeasuredRow>): string =>
  [columns.map(({ key }) => key), ...rows.map(({ cells }) => columns.map(({ key }) => cellData(cells[key])))]
    .map((line) => `${line.map(quoted).join(',')}\r\n`)
    .join('');

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
