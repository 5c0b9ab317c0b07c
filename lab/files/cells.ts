// Figures as people read them, and as programs do.

import { type Cell, isOver, type Unit } from '../table.js';

export function cellText(cell: Cell | undefined, unit: Unit): string {
  if (cell === undefined || cell === null) return '';
  if (isOver(cell)) return `over ${significant(cell.over, 2)}${unit === 's' ? '' : ' s'}`;
  switch (typeof cell) {
    case 'boolean':
      return cell ? 'yes' : 'no';
    case 'string':
      return cell;
    case 'number':
      return numberText(cell, unit);
  }
}

function numberText(value: number, unit: Unit): string {
  if (!Number.isFinite(value)) return '';
  switch (unit) {
    case 'text':
    case 'plain':
      return String(value);
    case 'count':
      return Math.round(value).toLocaleString('en');
    case 's':
      return value < 0.1 ? value.toFixed(3) : value < 100 ? value.toFixed(2) : value.toFixed(0);
    case 'ms':
    case 'ns':
      return value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
    case 'MB':
      return value.toFixed(0);
    case 'percent':
      return `${value.toFixed(0)} %`;
  }
}

const significant = (value: number, digits: number): string =>
  value >= 10 ** digits ? value.toFixed(0) : String(Number(value.toPrecision(digits)));

/** For a spreadsheet: numbers with all their digits, `>20` for 20 seconds without an answer. */
export function cellData(cell: Cell | undefined): string {
  if (cell === undefined || cell === null) return '';
  if (isOver(cell)) return `>${cell.over}`;
  return String(cell);
}
