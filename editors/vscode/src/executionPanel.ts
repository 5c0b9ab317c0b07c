// The panel with the execution view of the workbench. Choosing an event goes to its line.

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** As the server sends it; the view draws what is in `execution`. */
interface SentExecution {
  readonly uri: string;
  readonly execution: { readonly title: string; readonly subtitle: string };
}

export const isExecution = (sent: unknown): sent is SentExecution =>
  typeof sent === 'object' && sent !== null && 'uri' in sent && 'execution' in sent;

/** A place that was chosen; lines and columns count from 1. */
interface Chosen {
  readonly line: number;
  readonly column: number;
}

const isChosen = (message: unknown): message is Chosen =>
  typeof message === 'object' && message !== null && 'line' in message && 'column' in message;

export class ExecutionPanel implements vscode.Disposable {
  readonly #home: vscode.Uri;
  #panel: vscode.WebviewPanel | undefined;
  #shown: SentExecution | undefined;

  constructor(extension: vscode.Uri) {
    this.#home = vscode.Uri.joinPath(extension, 'out');
  }

  show(sent: SentExecution): void {
    this.#shown = sent;
    this.#panel ??= this.#open();
    this.#panel.title = `Execution: ${sent.execution.title}`;
    this.#panel.reveal(vscode.ViewColumn.Beside, true);
    void this.#panel.webview.postMessage(sent.execution);
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #open(): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(
      'diptychExecution',
      'Execution',
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [this.#home] },
    );
    panel.webview.html = this.#page(panel.webview);
    panel.webview.onDidReceiveMessage((message: unknown) => {
      // The script says that it listens, or which event was chosen.
      if (message === 'ready' && this.#shown !== undefined)
        void panel.webview.postMessage(this.#shown.execution);
      if (isChosen(message)) void this.#goTo(message);
    });
    panel.onDidDispose(() => {
      this.#panel = undefined;
    });
    return panel;
  }

  async #goTo({ line, column }: Chosen): Promise<void> {
    if (this.#shown === undefined) return;
    const at = new vscode.Position(line - 1, column - 1);
    await vscode.window.showTextDocument(vscode.Uri.parse(this.#shown.uri), {
      viewColumn: vscode.ViewColumn.One,
      selection: new vscode.Range(at, at),
    });
  }

  #page(webview: vscode.Webview): string {
    const address = (name: string): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(this.#home, name)).toString();
    const nonce = randomBytes(16).toString('hex');
    const policy = `default-src 'none'; style-src ${webview.cspSource} 'unsafe-inline'; script-src 'nonce-${nonce}'`;
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${address('view.css')}">
<title>Execution</title>
</head>
<body>
<div id="view"></div>
<script nonce="${nonce}" src="${address('view.js')}"></script>
</body>
</html>`;
  }
}
