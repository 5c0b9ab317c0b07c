// The extension: starts `diptych lsp` and shows executions beside the source.

import * as vscode from 'vscode';
import { LanguageClient, type ServerOptions } from 'vscode-languageclient/node';
import { ExecutionPanel, isExecution } from './executionPanel.js';

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const start = async (): Promise<void> => {
    await client?.stop();
    client = newClient(context);
    await client.start();
  };
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('diptych.command')) void start();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

function newClient(context: vscode.ExtensionContext): LanguageClient {
  const [command = 'diptych', ...args] = vscode.workspace
    .getConfiguration('diptych')
    .get<string[]>('command', ['diptych']);
  const server: ServerOptions = { command, args: [...args, 'lsp', '--stdio'] };
  const made = new LanguageClient('diptych', 'diptych', server, {
    documentSelector: ['litmus', 'cat', 'c', 'cpp', 'rust'].map((language) => ({ scheme: 'file', language })),
    initializationOptions: { executionView: true },
    synchronize: { configurationSection: 'diptych' },
  });
  const panel = new ExecutionPanel(context.extensionUri);
  context.subscriptions.push(panel);
  made.onNotification('diptych/execution', (sent: unknown) => {
    if (isExecution(sent)) panel.show(sent);
  });
  return made;
}
