// docs/errors.md, from the catalogue of diagnostics (src/support/codes).

import { codeSections } from '../src/support/codes/index.js';
import type { CodeSection } from '../src/support/codes/section.js';

const head = `# Diagnostics

Every diagnostic has a code. Codes are stable: a code keeps its meaning, so programs may rely on it (\`error.code\` of
[json.md](json.md)). Messages may change. \`npm run make documents\` makes this page of the catalogue in \`src/support/codes\`.
`;

/** In a cell of a table. */
const cell = (text: string): string => text.replaceAll('|', '\\|');
const code = (text: string): string => (text === '-' ? '' : `\`${cell(text.replaceAll('\n', ' '))}\``);

function sectionText({ title, about, codes }: CodeSection): string {
  const rows = Object.entries(codes).map(
    ([name, [means, example]]) => `| \`${name}\` | ${cell(means)} | ${code(example)} |`,
  );
  return [`## ${title}`, '', about, '', '| code | meaning | example |', '| --- | --- | --- |', ...rows].join(
    '\n',
  );
}

export const errorsPage = (): string =>
  `${[head, ...codeSections.map(sectionText)].join('\n\n').replace('\n\n\n', '\n\n')}\n`;
