// A client of the language server that sends what a test says, and keeps all that comes back in its order.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** A message from the wire; a test states its expectations. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Json;
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string };
}

export const uriOf = (path: string): string => pathToFileURL(path).href;

export class Client {
  readonly process: ChildProcess;
  readonly received: Message[] = [];
  readonly #waiting = new Map<number, (answer: Message) => void>();
  readonly #listeners = new Set<() => void>();
  #bytes = Buffer.alloc(0);
  #last = 0;

  constructor(launcher: string) {
    this.process = spawn(process.execPath, [launcher, 'lsp', '--stdio'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // Its processes would still keep code in the folder of a test that removes it.
      env: { ...process.env, DIPTYCH_PRACTICE: 'off', DIPTYCH_CODE_CACHE: 'off' },
    });
    this.process.stdout?.on('data', (data: Buffer) => this.#take(data));
  }

  /** `resolves`: the editor asks for the edit of an action that is chosen. */
  async start(options: object = {}, resolves = true): Promise<Message> {
    const capabilities = {
      window: { workDoneProgress: true, showDocument: { support: true } },
      workspace: { applyEdit: true, codeLens: { refreshSupport: true } },
      ...(resolves ? { textDocument: { codeAction: { resolveSupport: { properties: ['edit'] } } } } : {}),
    };
    const answer = await this.request('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities,
      initializationOptions: options,
    });
    this.notify('initialized', {});
    return answer;
  }

  get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  async stop(): Promise<number | null> {
    const ended = once(this.process, 'exit');
    await this.request('shutdown', undefined);
    this.notify('exit', undefined);
    const [code] = await ended;
    return code;
  }

  send(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.process.stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  notify(method: string, params: unknown): void {
    this.send({ method, params });
  }

  /** The number of the request, and its answer. */
  begin(method: string, params: unknown): { id: number; answer: Promise<Message> } {
    const id = ++this.#last;
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.send({ id, method, params });
    return { id, answer };
  }

  request(method: string, params: unknown): Promise<Message> {
    return this.begin(method, params).answer;
  }

  /** The first message from `from` on that is wanted. */
  async until(wanted: (message: Message) => boolean, from = 0): Promise<Message> {
    for (;;) {
      const found = this.received.slice(from).find(wanted);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        const listener = (): void => {
          this.#listeners.delete(listener);
          resolve();
        };
        this.#listeners.add(listener);
      });
    }
  }

  open(path: string, text = readFileSync(path, 'utf8'), version = 1): string {
    const uri = uriOf(path);
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'c', version, text } });
    return uri;
  }

  change(uri: string, version: number, text: string): void {
    this.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
  }

  save(uri: string): void {
    this.notify('textDocument/didSave', { textDocument: { uri } });
  }

  /** Diagnostics as soon as those of the version satisfy the condition. */
  async diagnostics(
    uri: string,
    version: number,
    wanted: (diagnostics: Json[]) => boolean = () => true,
    from = 0,
  ): Promise<Json[]> {
    const message = await this.until(
      ({ method, params }) =>
        method === 'textDocument/publishDiagnostics' &&
        params.uri === uri &&
        params.version === version &&
        wanted(params.diagnostics),
      from,
    );
    return message.params.diagnostics;
  }

  /** Saves, and waits until everything that is looked for on save was looked for. */
  async saveAndSearch(uri: string, version: number): Promise<Json[]> {
    const from = this.received.length;
    this.save(uri);
    await this.until(isEnd, from);
    const last = this.received.findLast(
      ({ method, params }) => method === 'textDocument/publishDiagnostics' && params.version === version,
    );
    return last?.params.diagnostics ?? [];
  }

  #take(data: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, data]);
    for (;;) {
      const head = this.#bytes.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.#bytes.toString('latin1', 0, head))?.[1]);
      const end = head + 4 + length;
      if (this.#bytes.length < end) return;
      const message: Message = JSON.parse(this.#bytes.toString('utf8', head + 4, end));
      this.#bytes = this.#bytes.subarray(end);
      this.#hear(message);
    }
  }

  #hear(message: Message): void {
    if (message.method === undefined) {
      const waiting = this.#waiting.get(Number(message.id));
      this.#waiting.delete(Number(message.id));
      waiting?.(message);
      return;
    }
    this.received.push(message);
    if (message.id !== undefined)
      this.send({
        id: message.id,
        result: message.method === 'window/showDocument' ? { success: true } : null,
      });
    for (const listener of [...this.#listeners]) listener();
  }
}

export const isEnd = ({ method, params }: Message): boolean =>
  method === '$/progress' && params.value.kind === 'end';

/** The processes that a process has started, at any depth; on Linux. */
export function descendants(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  try {
    const own = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
    const children = own === '' ? [] : own.split(' ').map(Number);
    return children.flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return [];
  }
}

/** A process that has ended, and that its parent has not looked after, is none. */
export function isAlive(pid: number): boolean {
  try {
    const about = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !['Z', 'X'].includes(about.slice(about.lastIndexOf(')') + 2, about.lastIndexOf(')') + 3));
  } catch {
    return false;
  }
}

/** Until it holds; the limit of the test ends it otherwise. */
export async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}
