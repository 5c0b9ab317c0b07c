// Another build of diptych (`--with diptych=PATH`). Its `tables` makes each row right after this build's, and both
// times stand side by side. Answers that must be equal are compared. PATH may also be a table that it made before
// (NAME.json).

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Column, isOver, type MeasuredRow, type Problem, type Section } from '../table.js';
import type { PartResult } from './measurePart.js';

export interface RowAddress {
  readonly experiment: string;
  readonly section: string;
  readonly row: string;
  /** Words of `tables` that both builds are given. */
  readonly words: readonly string[];
}

/** `absent`: the other build has no such row. */
export type OtherRow = PartResult | { readonly kind: 'absent' };

export const isTableFile = (path: string): boolean => path.endsWith('.json');

/** The cells of the row as the other build fills them. */
export async function measureOther(path: string, address: RowAddress, stop: AbortSignal): Promise<OtherRow> {
  if (isTableFile(path)) return otherRow(readFileSync(path, 'utf8'), address, 'no table');
  const folder = mkdtempSync(join(tmpdir(), 'diptych-other-'));
  try {
    return await runOther(path, address, folder, stop);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runOther(path: string, address: RowAddress, folder: string, stop: AbortSignal): Promise<OtherRow> {
  const { experiment, section, row, words } = address;
  const only = ['--only', `${section}/${row}`, '-j', '1', '--json', '-o', folder];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path, 'tables', experiment, ...words, ...only], {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: stop,
    });
    let text = '';
    let complaint = '';
    child.stdout.on('data', (piece: Buffer) => {
      text += piece;
    });
    child.stderr.on('data', (piece: Buffer) => {
      complaint = `${complaint}${piece}`.slice(-500);
    });
    child.on('error', (error) => {
      complaint = error.message;
    });
    child.on('close', () => resolve(otherRow(text, address, complaint.trim())));
  });
}

function otherRow(text: string, { section, row }: RowAddress, complaint: string): OtherRow {
  try {
    const { sections }: { readonly sections: readonly Section<MeasuredRow>[] } = JSON.parse(text);
    const cells = sections.find(({ name }) => name === section)?.rows.find(({ id }) => id === row)?.cells;
    return cells === undefined ? { kind: 'absent' } : { kind: 'measured', cells };
  } catch {
    return { kind: 'failed', message: `the other build: ${complaint}` };
  }
}

const before = (key: string): string => `${key}Before`;

const isTime = ({ unit, published }: Column): boolean =>
  published !== true && (unit === 's' || unit === 'ms' || unit === 'ns');

/** A row with the times of the other build, and where that answers otherwise. */
export function besideOther(row: MeasuredRow, columns: readonly Column[], other: OtherRow): MeasuredRow {
  if (other.kind === 'failed') return withProblems(row, [{ kind: 'failed', message: other.message }]);
  if (other.kind !== 'measured') return row;
  const times = columns.filter(isTime).map(({ key }) => key);
  const stopped = times.some((key) => isOver(row.cells[key]) || isOver(other.cells[key]));
  const changed = columns.filter(
    ({ key, answer }) => answer === true && !stopped && row.cells[key] !== other.cells[key],
  );
  const cells = Object.fromEntries(times.map((key) => [before(key), other.cells[key] ?? null]));
  return withProblems(
    { ...row, cells: { ...row.cells, ...cells } },
    changed.map(({ key, head }) => ({
      kind: 'verdict',
      message: `${head}: ${row.cells[key]}, before: ${other.cells[key]}`,
    })),
  );
}

const withProblems = (row: MeasuredRow, more: readonly Problem[]): MeasuredRow =>
  more.length === 0 ? row : { ...row, problems: [...(row.problems ?? []), ...more] };

/** A section whose rows have the times of both builds, with their sums. */
export function sectionBesideOther(section: Section<MeasuredRow>): Section<MeasuredRow> {
  const { about = [], columns, rows } = section;
  const times = columns.filter(isTime);
  return {
    ...section,
    about: [...about, ...times.flatMap((column) => sums(column, rows))],
    columns: columns.flatMap((column) =>
      isTime(column)
        ? [{ ...column, key: before(column.key), head: `before: ${column.head}` }, column]
        : [column],
    ),
  };
}

/** How much longer the other build took in sum, and in the best and the worst row. */
function sums({ key, head, unit }: Column, rows: readonly MeasuredRow[]): string[] {
  const pairs = rows.flatMap(({ cells }): (readonly [then: number, now: number])[] => {
    const [then, now] = [cells[before(key)], cells[key]];
    return typeof then === 'number' && typeof now === 'number' && now > 0 ? [[then, now]] : [];
  });
  if (pairs.length === 0) return [];
  const total = (i: 0 | 1): number => pairs.reduce((sum, pair) => sum + pair[i], 0);
  const ratios = pairs.map(([then, now]) => then / now);
  const [then, now] = [total(0), total(1)];
  const size = (value: number): string => `${value.toPrecision(3)} ${unit}`;
  return [
    `${head}: in sum over ${pairs.length} rows ${size(then)} before and ${size(now)} now, ${(then / now).toFixed(2)} times; by row ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} times.`,
  ];
}
