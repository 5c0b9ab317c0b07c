// The language server: connects the protocol to the files that are open (openFile.ts) and to what is looked for in them (analysis.ts).

import { fileURLToPath } from 'node:url';
import type {
  ApplyWorkspaceEditResult,
  CancellationToken,
  CodeAction,
  Connection,
  InitializeParams,
  InitializeResult,
} from 'vscode-languageserver';
import { type ModelName, modelNames } from '../../execution/execution.js';
import { version as ownVersion } from '../version.js';
import { actionsOf, type FencesData, fencesCommand, fencesDataOf, workspaceEdit } from './actions.js';
import { Analysis, type Editor } from './analysis.js';
import { definitionAt, hoverOf } from './hover.js';
import { lensCommandOf, lensCommands, lensesOf, showExecutionCommand, titleOf } from './lenses.js';
import { OpenFile } from './openFile.js';
import {
  createConnection,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  TextDocumentSyncKind,
} from './protocol.js';
import { defaultSettings, type Settings, settingsOf } from './settings.js';
import { ShownFiles } from './shownFiles.js';
import { Cancelled } from './taskProcess.js';

/** Until the editor ends the connection. `process`: the module that reads and searches. */
export function serveEditor(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  task: URL,
): Promise<void> {
  const connection = createConnection(input, output);
  const server = new Server(connection, task);
  return new Promise((resolve) => {
    connection.onExit(() => {
      server.close();
      resolve();
    });
    connection.listen();
  });
}

/** The editor's capabilities. */
interface Abilities {
  readonly progress: boolean;
  readonly showDocument: boolean;
  readonly refreshLenses: boolean;
  readonly configuration: boolean;
  readonly resolvesActions: boolean;
  /** It shows executions itself. */
  readonly executionView: boolean;
}

class Server {
  readonly #connection: Connection;
  readonly #files = new Map<string, OpenFile>();
  readonly #analysis: Analysis;
  readonly #shown = new ShownFiles();
  readonly #warned = new Set<string>();
  #abilities: Abilities | undefined;
  #settings: Settings = defaultSettings;

  constructor(connection: Connection, task: URL) {
    this.#connection = connection;
    this.#analysis = new Analysis(this.#editor(), () => this.#settings, task);
    process.once('exit', () => this.#shown.remove());
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => void this.#fetchSettings());
    connection.onShutdown(() => this.close());
    connection.onDidChangeConfiguration(({ settings }) => {
      if (this.#abilities?.configuration === true) void this.#fetchSettings();
      else this.#settings = settingsOf(ownPart(settings));
    });
    this.#listenToTexts();
    this.#answerQuestions();
  }

  close(): void {
    this.#analysis.close();
    this.#shown.remove();
  }

  #initialize({ capabilities, initializationOptions }: InitializeParams): InitializeResult {
    const { window, workspace, textDocument } = capabilities;
    this.#settings = settingsOf(initializationOptions);
    this.#abilities = {
      progress: window?.workDoneProgress === true,
      showDocument: window?.showDocument?.support === true,
      refreshLenses: workspace?.codeLens?.refreshSupport === true,
      configuration: workspace?.configuration === true,
      resolvesActions: textDocument?.codeAction?.resolveSupport?.properties.includes('edit') === true,
      executionView: initializationOptions?.executionView === true,
    };
    return {
      serverInfo: { name: 'diptych', version: ownVersion() },
      capabilities: {
        textDocumentSync: {
          openClose: true,
          change: TextDocumentSyncKind.Full,
          save: { includeText: false },
        },
        hoverProvider: true,
        definitionProvider: true,
        codeLensProvider: { resolveProvider: false },
        codeActionProvider: {
          codeActionKinds: ['quickfix', 'source.diptych.fences'],
          resolveProvider: this.#abilities.resolvesActions,
        },
        executeCommandProvider: {
          commands: [...lensCommands.map((name) => `diptych.${name}`), fencesCommand, showExecutionCommand],
          workDoneProgress: true,
        },
      },
    };
  }

  /** Where the editor is asked for them; they replace what it said at the start. */
  async #fetchSettings(): Promise<void> {
    if (this.#abilities?.configuration !== true) return;
    const value: unknown = await this.#connection.workspace
      .getConfiguration('diptych')
      // An editor that does not answer leaves them as they are.
      .catch(() => undefined);
    if (value !== null && value !== undefined) this.#settings = settingsOf(value);
  }

  #listenToTexts(): void {
    const connection = this.#connection;
    connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) => {
      if (!uri.startsWith('file:')) return;
      const file = new OpenFile(uri, fileURLToPath(uri), version, text);
      this.#files.set(uri, file);
      this.#analysis.opened(file);
    });
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      const file = this.#files.get(uri);
      const last = contentChanges.at(-1);
      if (file === undefined || last === undefined) return;
      file.change(version, last.text);
      this.#analysis.changed(file);
    });
    connection.onDidSaveTextDocument(({ textDocument: { uri } }) => {
      const file = this.#files.get(uri);
      if (file !== undefined)
        void this.#analysis.saved(file).catch((error: unknown) => connection.console.error(String(error)));
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      const file = this.#files.get(uri);
      if (file !== undefined) this.#analysis.closed(file);
      this.#files.delete(uri);
    });
  }

  #answerQuestions(): void {
    const connection = this.#connection;
    connection.onHover(async ({ textDocument, position }) => {
      const file = await this.#read(textDocument.uri);
      return file === undefined ? null : (hoverOf(file, position) ?? null);
    });
    connection.onDefinition(async ({ textDocument, position }) => {
      const file = await this.#read(textDocument.uri);
      return file === undefined ? null : (definitionAt(file, position) ?? null);
    });
    connection.onCodeLens(({ textDocument }) => {
      const file = this.#files.get(textDocument.uri);
      return file === undefined ? [] : lensesOf(file);
    });
    connection.onCodeAction(async (params) => {
      const file = await this.#read(params.textDocument.uri);
      if (file === undefined) return [];
      return actionsOf(file, params, this.#models(), this.#abilities?.resolvesActions === true);
    });
    connection.onCodeActionResolve(async (action, token): Promise<CodeAction> => {
      const data = fencesDataOf(action.data);
      if (data === undefined) return action;
      const found = await this.#fences(data, token);
      return found === undefined ? action : { ...action, edit: found };
    });
    connection.onExecuteCommand(async ({ command, arguments: [first, second] = [] }, token) => {
      const data = fencesDataOf(first);
      if (command === fencesCommand && data !== undefined) return this.#insertFences(data, token);
      if (typeof first !== 'string') return null;
      if (command === showExecutionCommand) return this.#showExecution(first, second, token);
      const asked = lensCommandOf(command);
      return asked === undefined ? null : this.#ask(first, asked, token);
    });
  }

  /** The file when it was read, if it has the same text then as now. */
  async #read(uri: string): Promise<OpenFile | undefined> {
    const file = this.#files.get(uri);
    if (file === undefined) return undefined;
    const { version } = file;
    await file.pending;
    if (file.version !== version) throw modified();
    return file;
  }

  #models(): readonly ModelName[] {
    return this.#settings.models ?? modelNames;
  }

  /** A question of a code lens: its answer is shown as text, and the lens has it in short. */
  async #ask(
    uri: string,
    command: (typeof lensCommands)[number],
    token: CancellationToken,
  ): Promise<unknown> {
    const file = this.#open(uri);
    const { version } = file;
    const answer = await this.#cancellable(token, (signal) => this.#analysis.ask(file, command, [], signal));
    const text = answer.stdout + answer.stderr;
    const title = answer.report === undefined ? '' : titleOf(command, answer.report.cases);
    file.setTitle(version, command, title);
    this.#editor().refreshLenses();
    await this.#show(file, `${command}.txt`, text, false);
    return { status: answer.status, title, text };
  }

  /** The edit that inserts them; undefined, and a message, where none is needed or none helps. */
  async #fences({ uri, version, model }: FencesData, token: CancellationToken) {
    const file = this.#open(uri);
    if (file.version !== version) throw modified();
    const answer = await this.#cancellable(token, (signal) =>
      this.#analysis.ask(file, 'fences', ['--model', model], signal),
    );
    const changes = answer.report?.items.flatMap((item) => item.changes ?? []) ?? [];
    if (changes.length > 0) return workspaceEdit(file, changes);
    const [item] = answer.report?.items ?? [];
    this.#tell('information', item?.message ?? `no fence is needed under ${model.toUpperCase()}`);
    return undefined;
  }

  async #insertFences(data: FencesData, token: CancellationToken): Promise<ApplyWorkspaceEditResult | null> {
    const edit = await this.#fences(data, token);
    return edit === undefined ? null : this.#connection.workspace.applyEdit({ label: 'Insert fences', edit });
  }

  /** The execution of a finding as a page; an editor with a view of its own gets it as data. */
  async #showExecution(uri: string, rule: unknown, token: CancellationToken): Promise<unknown> {
    const file = this.#open(uri);
    const isRace = rule === 'race' || file.findings.every((item) => item.rule === 'race');
    const command = isRace && file.findings.length > 0 ? 'races' : 'check';
    const name = this.#abilities?.executionView === true ? 'execution.json' : 'execution.html';
    const answer = await this.#cancellable(token, (signal) =>
      this.#analysis.ask(file, command, ['--graph', name], signal),
    );
    const execution = answer.attachments?.find(({ path }) => path === name)?.text;
    if (execution === undefined) {
      this.#tell('information', 'no execution decides the answer');
      return null;
    }
    if (this.#abilities?.executionView !== true)
      return { uri: await this.#show(file, name, execution, true) };
    await this.#connection.sendNotification('diptych/execution', { uri, execution: JSON.parse(execution) });
    return null;
  }

  /** A message that wants no answer. */
  #tell(kind: 'warning' | 'information', text: string): void {
    const type = kind === 'warning' ? MessageType.Warning : MessageType.Info;
    void this.#connection.sendNotification('window/showMessage', { type, message: `diptych: ${text}` });
  }

  #open(uri: string): OpenFile {
    return this.#files.get(uri) ?? reject(LSPErrorCodes.RequestFailed, `${uri} is not open`);
  }

  /** A request that an edit or the editor cancelled is an error of the protocol. */
  async #cancellable<T>(token: CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const cancel = new AbortController();
    const listener = token.onCancellationRequested(() => cancel.abort());
    if (token.isCancellationRequested) cancel.abort();
    try {
      return await work(cancel.signal);
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      throw token.isCancellationRequested
        ? new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled')
        : modified();
    } finally {
      listener.dispose();
    }
  }

  /** As a file that the editor opens, if it can. */
  async #show(file: OpenFile, name: string, text: string, external: boolean): Promise<string> {
    const uri = this.#shown.write(file.path, name, text);
    if (this.#abilities?.showDocument === true)
      await this.#connection.window.showDocument({ uri, external, takeFocus: false });
    return uri;
  }

  #editor(): Editor {
    const connection = this.#connection;
    return {
      publish: ({ uri, version }, diagnostics) =>
        void connection.sendDiagnostics({ uri, version, diagnostics: [...diagnostics] }),
      progress: async (title, cancel) => {
        if (this.#abilities?.progress !== true) return { report: () => {}, done: () => {} };
        const progress = await connection.window.createWorkDoneProgress();
        progress.begin(title, undefined, undefined, true);
        progress.token.onCancellationRequested(cancel);
        return { report: (text) => progress.report(text), done: () => progress.done() };
      },
      warn: (text) => {
        if (this.#warned.has(text)) return;
        this.#warned.add(text);
        this.#tell('warning', text);
      },
      refreshLenses: () => {
        if (this.#abilities?.refreshLenses === true)
          connection.sendRequest('workspace/codeLens/refresh').catch(() => {});
      },
    };
  }
}

const modified = (): Error => new ResponseError(LSPErrorCodes.ContentModified, 'the text has changed');

function reject(code: number, message: string): never {
  throw new ResponseError(code, message);
}

/** Editors send the settings of all, or those of diptych alone. */
const ownPart = (settings: unknown): unknown =>
  typeof settings === 'object' && settings !== null && 'diptych' in settings ? settings.diptych : settings;
