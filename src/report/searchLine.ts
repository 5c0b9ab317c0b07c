// A line about a long search, on standard error and only when that is a terminal.

import type { SearchProgress } from '../verdict/engine.js';

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The progress of a search, as far as it is shown. */
export type ToldProgress =
  | Extract<SearchProgress, { engine: 'explicit' }>
  | Pick<Extract<SearchProgress, { engine: 'symbolic' }>, 'engine' | 'solves' | 'found'>
  | Extract<SearchProgress, { engine: 'repair' }>;

const clearLine = '\r\u001b[K';
const intervalMs = 250;

/** Shows what `read` tells until the returned function is called. */
export function startSearchLine(read: () => ToldProgress | undefined, terminal: Terminal): () => void {
  if (terminal.isTTY !== true) return () => {};
  let shown = false;
  const timer = setInterval(() => {
    const told = read();
    if (told === undefined) return;
    // A terminal that does not know its width says 0.
    terminal.write(`${clearLine}${searchText(told).slice(0, (terminal.columns || 80) - 1)}`);
    shown = true;
  }, intervalMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (shown) terminal.write(clearLine);
    shown = false;
  };
}

/** Below this share the estimate says nothing. */
const leastShare = 1e-6;

/** `explicit tso: 1,200,000 executions, 60,000/s, 24% of about 5,000,000, 1 min left` */
export function searchText(told: ToldProgress): string {
  if (told.engine === 'symbolic') return `symbolic: ${told.solves} solves, ${told.found} found`;
  if (told.engine === 'repair')
    return `fences ${told.model}: round ${told.round}, ${told.proposed} proposed, ${told.clauses} clauses`;
  const { model, executions, explored, ms } = told;
  const parts = [`${count(executions)} executions`, `${count(Math.round((executions / ms) * 1000))}/s`];
  if (explored !== undefined && explored > leastShare && executions > 0) {
    const percent = Math.floor(explored * 100);
    parts.push(
      `${percent === 0 ? 'less than 1' : percent}% of about ${count(rounded(executions / explored))}`,
      `${duration((ms * (1 - explored)) / explored)} left`,
    );
  }
  return `explicit ${model}: ${parts.join(', ')}`;
}

const count = (n: number): string => n.toLocaleString('en-US');

/** Two digits: more would claim too much. */
const rounded = (n: number): number => Number(n.toPrecision(2));

function duration(ms: number): string {
  const units: readonly [name: string, ms: number][] = [
    ['days', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
  ];
  for (const [name, size] of units) if (ms >= size) return `${count(Math.round(ms / size))} ${name}`;
  return `${Math.round(ms / 1000)} s`;
}
