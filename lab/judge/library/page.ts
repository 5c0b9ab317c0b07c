// results/library.md: the processor's results.

import type { Shown } from './onProcessor.js';
import { type Row, strength } from './strength/index.js';

interface Circumstances {
  readonly processor: string;
  readonly library: string;
  readonly seconds: number;
}

const count = (n: number): string => n.toLocaleString('en-US');

/** The cells that name a row. */
const nameOf = (row: Row): string => `${row.functions.map((name) => `\`${name}\``).join(', ')} | ${row.path}`;

/** `remark`: beside the judgement. */
function line(row: Row, shown: readonly Shown[], remark = ''): string {
  const [sb, mp, publication] = shown;
  const outside = shown.reduce((sum, s) => sum + s.outside.length, 0);
  const cells = [
    nameOf(row),
    row.x86,
    sb.allowed ? 'yes' : 'no',
    count(sb.reordered),
    count(sb.rounds),
    count(mp.reordered),
    count(mp.rounds),
    count(publication.reordered),
    count(publication.rounds),
    `${outside === 0 ? 'agrees' : '**differs**'}${remark}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

export function libraryPage(
  figures: ReadonlyMap<Row, readonly Shown[]>,
  { processor, library, seconds }: Circumstances,
): string {
  const head = ['function', 'path', 'x86', 'TSO allows SB', 'SB', 'of', 'MP', 'of', 'publication', 'of', ''];
  return [
    '# Library functions on the processor',
    '',
    `Made by \`npm run judge library -- --seconds ${seconds} --out results/library.md\` on ${processor}, ${library}.`,
    'Each call stands between a store and a load (SB, store buffering), between two stores (MP, message passing), and between a store and the',
    'publication of its address. The columns SB, MP and publication count the rounds in which the two accesses had changed places.',
    'What the processor shows must be among the states that diptych computes for TSO. [strength.md](../docs/strength.md) explains the table.',
    '',
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    ...[...figures].map(([row, shown]) => line(row, shown)),
    '',
  ].join('\n');
}

/** The page with these rows measured anew, for so long. */
export function withRows(
  page: string,
  figures: ReadonlyMap<Row, readonly Shown[]>,
  { seconds }: Pick<Circumstances, 'seconds'>,
): string {
  const lines = page.split('\n');
  const isRow = (text: string): boolean => text.startsWith('| `');
  const rows = strength.flatMap((row) => {
    const shown = figures.get(row);
    if (shown !== undefined) return [line(row, shown, ` in ${seconds} s`)];
    return lines.filter((text) => text.startsWith(`| ${nameOf(row)} |`));
  });
  const first = lines.findIndex(isRow);
  return [...lines.slice(0, first), ...rows, ...lines.slice(first).filter((text) => !isRow(text))].join('\n');
}
