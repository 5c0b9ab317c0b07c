// `diptych lsp`: the language server, over standard input and output.

import type { Command } from 'commander';
import { Option } from 'commander';
import { type Status, status } from '../status.js';

export const defineLsp = (parent: Command): Command =>
  parent
    .command('lsp')
    .summary('speak to an editor (language server)')
    .description(
      'Speaks the language server protocol over standard input and output: mistakes while a litmus test, a C program or a cat model is being typed, findings when it is saved, hover, code lenses, and an action that inserts fences. It ends when the editor does.',
    )
    .option('--stdio', 'over standard input and output; there is no other way')
    .addOption(new Option('--clientProcessId <pid>', 'the process of the editor').hideHelp());

export async function lsp(): Promise<Status> {
  const { serveEditor } = await import('./server.js');
  await serveEditor(process.stdin, process.stdout, new URL('./task.js', import.meta.url));
  return status.holds;
}
