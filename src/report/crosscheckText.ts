// The output of `diptych crosscheck`: each conflict with its smallest program, and the table of sums.

import {
  type Conflict,
  type Inquiry,
  type RouteVerdict,
  routeNames,
  type Sums,
} from '../verdict/crosscheck/index.js';
import type { Style } from './style.js';
import { tableLines } from './table.js';

interface ConflictFile {
  readonly file: string;
  /** The command that shows it again. */
  readonly again: string;
}

export function conflictText(conflict: Conflict, { file, again }: ConflictFile, style: Style): string {
  const { smallest } = conflict;
  return [
    style.red(`${conflict.name}: the routes to an answer disagree. This is a bug in diptych.`),
    ...smallest.disagreements.flatMap(inquiryLines),
    '',
    smallest.program,
    `Report: ${file}`,
    `Again:  ${again}`,
    '',
    '',
  ].join('\n');
}

function inquiryLines({ question, model, testimonies }: Inquiry): string[] {
  return [`  ${question} under ${model}:`, ...testimonies.map((t) => `    ${t.route}: ${saidText(t.said)}`)];
}

const mostItems = 12;

function saidText(said: RouteVerdict): string {
  const soFar = 'complete' in said && !said.complete ? ' so far' : '';
  switch (said.kind) {
    case 'set': {
      const { items } = said;
      const more = items.length > mostItems ? ` and ${items.length - mostItems} more` : '';
      const listed = [...items].sort().slice(0, mostItems).join(' | ');
      return `${items.length === 0 ? 'none' : listed}${more}${soFar}`;
    }
    case 'count':
      return `${said.count}${soFar}`;
    case 'exists':
      return `${said.exists ? 'yes' : 'no'}${soFar}`;
    case 'failed':
      return `failed: ${said.message}`;
    case 'no answer':
      return `no answer: ${said.reason}`;
  }
}

export function crosscheckTable(sums: Sums, ms: number): string {
  const seconds = (n: number): string => `${(n / 1000).toFixed(1)} s`;
  const open = sums.open.reduce((n, { inquiries }) => n + inquiries.length, 0);
  const rows = [
    ['programs', `${sums.programs}`],
    ['queries', `${sums.queries}`],
    ['agreements', `${sums.agreements}`],
    ['disagreements', `${sums.queries - sums.agreements - open}`],
    ['open', `${open}`],
    ['time', seconds(ms)],
    ...routeNames.flatMap((route) => {
      const spent = sums.times[route];
      return spent === undefined ? [] : [[`  ${route}`, seconds(spent)]];
    }),
  ];
  return `${tableLines([{ head: '' }, { head: '', align: 'right' }], rows)
    .filter((line) => line !== '')
    .join('\n')}\n`;
}
