// A summary in Markdown, for the page of a job or a pull request: a table of answers, and each finding with a picture of the
// execution that shows it. The picture is a Mermaid sequence diagram, which code hosts draw: threads and memory as columns, time
// downwards. A store that waits in its buffer is a note; its commit is an arrow to memory.

import type { FileReport, ItemPlace, ReportCase, ReportItem } from './item.js';

const words: Readonly<Record<ReportCase['result'], string>> = {
  passed: 'yes',
  failed: '**no**',
  error: '**error**',
  skipped: 'no answer',
};

/** More findings, or longer executions, are named but not drawn. */
const mostPictures = 10;
const mostSteps = 80;

export function summaryText(command: string, reports: readonly FileReport[]): string {
  const names = [...new Set(reports.flatMap(({ cases }) => cases.map(({ name }) => name)))];
  const rows = reports.map(
    ({ file, cases }) =>
      `| ${cell(file)} | ${names
        .map((name) => cases.find((one) => one.name === name))
        .map((one) => (one === undefined ? '' : words[one.result]))
        .join(' | ')} |`,
  );
  const items = reports.flatMap((report) => report.items);
  const drawn = items.filter(({ steps }) => isDrawn(steps)).slice(0, mostPictures);
  return [
    `## diptych ${command}`,
    '',
    `| file | ${names.map(cell).join(' | ')} |`,
    `| --- | ${names.map(() => '---').join(' | ')} |`,
    ...rows,
    '',
    ...items.flatMap((item) => [`- ${placeText(item.place)}: ${plain(item.message)}${modelsText(item)}`]),
    ...(items.length > 0 ? [''] : []),
    ...drawn.flatMap((item) => [
      `<details><summary>${plain(item.message)}</summary>`,
      '',
      '```mermaid',
      ...diagram(item),
      '```',
      '',
      '</details>',
      '',
    ]),
    '',
  ].join('\n');
}

const isDrawn = (steps: ReportItem['steps']): boolean => steps.length > 0 && steps.length <= mostSteps;

const modelsText = ({ models }: ReportItem): string => (models.length === 0 ? '' : ` (${models.join(', ')})`);

const placeText = ({ file, line }: ItemPlace): string => `\`${file}${line === undefined ? '' : `:${line}`}\``;

function diagram({ steps }: ReportItem): string[] {
  const threads = [...new Set(steps.map(({ thread }) => thread))];
  const idOf = (thread: string): string => `t${threads.indexOf(thread)}`;
  const buffers = steps.some(({ text }) => text.startsWith(commit));
  return [
    'sequenceDiagram',
    ...threads.map((thread) => `  participant ${idOf(thread)} as ${label(thread)}`),
    '  participant memory',
    ...steps.map(({ thread, text, place }) => {
      const id = idOf(thread);
      const where = place.line === undefined ? '' : ` (line ${place.line})`;
      if (text.startsWith(commit)) return `  ${id}->>memory: ${label(text.slice(commit.length))}`;
      if (/^R /.test(text)) return `  memory-->>${id}: ${label(text)}${where}`;
      if (/^W /.test(text) && !buffers) return `  ${id}->>memory: ${label(text)}${where}`;
      return `  Note over ${id}: ${label(text)}${/^W /.test(text) ? ' waits' : ''}${where}`;
    }),
  ];
}

const commit = 'commit of ';

/** Characters that end or begin something in Mermaid. */
const label = (text: string): string =>
  text.replace(/[#;<>%\n]/g, (character) => `#${character.charCodeAt(0)};`);

const plain = (text: string): string =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\s*\n\s*/g, ' ');

const cell = (text: string): string => plain(text).replace(/\|/g, '\\|');
