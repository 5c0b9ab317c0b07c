// docs/commands.md: the whole help of every command.

import { capture } from '../test/cli/capture.js';

const head = `# Commands

\`diptych COMMAND --help\` shows the common options, \`--help --all\` all of them. This page is the latter; \`npm run make documents\`
writes it, and a test holds it.
`;

const block = (text: string): string => `\`\`\`text\n${text.trimEnd()}\n\`\`\``;

/** commander's own, and the compilers, which print the help of gcc. */
const isPassedOn: ReadonlySet<string> = new Set(['help', 'cc', 'c++']);

/** The names of the commands, from the help of `diptych` itself. */
function namesIn(help: string): string[] {
  const list = /^Commands:\n([\s\S]*?)\n\n/m.exec(help)?.[1] ?? '';
  return [...list.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name).filter((name) => !isPassedOn.has(name));
}

export async function commandsPage(): Promise<string> {
  const help = async (...words: string[]): Promise<string> =>
    (await capture(...words, '--help', '--all')).stdout;
  const whole = await help();
  const sections: string[] = [];
  for (const name of namesIn(whole)) sections.push(`## ${name}\n\n${block(await help(name))}`);
  return `${[head, block(whole), ...sections].join('\n')}\n`.replaceAll('```\n## ', '```\n\n## ');
}
