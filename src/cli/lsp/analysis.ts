// A file is read at once when it is opened or edited, and searched when it is saved. Reading and searching have
// processes of their own, so that a long search does not keep mistakes from being shown.

import { dirname } from 'node:path';
import type { Diagnostic as Shown } from 'vscode-languageserver';
import { InputError } from '../../support/diagnostic.js';
import type { FileCommandName } from '../fileCommands.js';
import { configWords } from '../project/apply.js';
import { readConfig } from '../project/config.js';
import { findConfig } from '../project/find.js';
import { status } from '../status.js';
import { titleOf } from './lenses.js';
import { nothingRead as nothing, type Task, type TaskAnswer } from './messages.js';
import type { OpenFile } from './openFile.js';
import { type Settings, wordsOf } from './settings.js';
import { shownItem, shownMistake, source } from './shown.js';
import { Cancelled, TaskProcess } from './taskProcess.js';

/** Milliseconds: a program that takes longer to read is not read while it is being typed. */
const readingMs = 10_000;

/** How the editor hears of it. */
export interface Editor {
  publish(file: OpenFile, diagnostics: readonly Shown[]): void;
  /** Tells that something takes a while; the editor may cancel it. */
  progress(title: string, cancel: () => void): Promise<{ report(text: string): void; done(): void }>;
  /** Told once for each text. */
  warn(text: string): void;
  /** Code lenses have other words now. */
  refreshLenses(): void;
}

export class Analysis {
  readonly #editor: Editor;
  readonly #settings: () => Settings;
  readonly #reader: TaskProcess;
  readonly #searcher: TaskProcess;

  /** `process`: the module that does tasks. */
  constructor(editor: Editor, settings: () => Settings, process: URL) {
    this.#editor = editor;
    this.#settings = settings;
    this.#reader = new TaskProcess(process);
    this.#searcher = new TaskProcess(process);
  }

  opened(file: OpenFile): void {
    this.#searcher.warm();
    void this.#read(file);
  }

  /** Findings of the text before go at once. */
  changed(file: OpenFile): void {
    if (file.shows) this.#publish(file);
    void this.#read(file);
  }

  async saved(file: OpenFile): Promise<void> {
    file.save();
    file.cancel();
    file.clearFindings();
    this.#publish(file);
    if (file.isCompiled) await this.#read(file);
    if (!file.isModel && this.#settings().checkOnSave) await this.#search(file);
  }

  closed(file: OpenFile): void {
    file.cancel();
    if (file.shows) this.#editor.publish(file, []);
  }

  close(): void {
    this.#reader.close();
    this.#searcher.close();
  }

  /**
   * The answer to a question about the text as it is now. Throws Cancelled if the text changes before it is there, or the signal is
   * raised.
   */
  async ask(
    file: OpenFile,
    command: FileCommandName,
    words: readonly string[],
    signal: AbortSignal,
    timeout = this.#settings().commandTimeout,
  ): Promise<Extract<TaskAnswer, { kind: 'asked' }>['answer']> {
    const { version } = file;
    const search = file.beginSearch();
    const onAbort = (): void => search.abort();
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) search.abort();
    try {
      const task: Task = { kind: 'ask', command, ...this.#about(file, timeout, words) };
      const answer = await this.#searcher.run(task, search.signal);
      if (file.version !== version) throw new Cancelled();
      if (answer.kind !== 'asked')
        throw new Error(answer.kind === 'failed' ? answer.message : `${command} was not answered`);
      return answer.answer;
    } finally {
      signal.removeEventListener('abort', onAbort);
      file.endSearch(search);
    }
  }

  /** One reading at a time for each file; what was typed meanwhile is read next. */
  #read(file: OpenFile): Promise<void> {
    if (file.isCompiled && !file.saved) return Promise.resolve();
    file.pending ??= this.#readNow(file).finally(() => {
      file.pending = undefined;
    });
    return file.pending;
  }

  async #readNow(file: OpenFile): Promise<void> {
    for (;;) {
      const { version } = file;
      const task: Task = { kind: 'read', ...this.#about(file, this.#settings().timeout) };
      const answer = await this.#reader
        .run(task, AbortSignal.timeout(readingMs))
        .catch((error: unknown): TaskAnswer => {
          if (!(error instanceof Cancelled)) throw error;
          return { kind: 'failed', message: `not read within ${readingMs / 1000} seconds` };
        });
      if (!file.setReading(version, answer.kind === 'read' ? answer.reading : nothing)) continue;
      this.#publish(file, answer.kind === 'failed' ? [failure(answer.message)] : []);
      return;
    }
  }

  /** Assertions, deadlocks and misuse, then data races, under the limit for saving. */
  async #search(file: OpenFile): Promise<void> {
    const { version } = file;
    const { timeout } = this.#settings();
    const cancel = new AbortController();
    const progress = await this.#editor.progress(`diptych: ${file.path.replace(/^.*[\\/]/, '')}`, () =>
      cancel.abort(),
    );
    try {
      const commands: readonly FileCommandName[] = file.path.endsWith('.litmus')
        ? ['check']
        : ['check', 'races'];
      for (const command of commands) {
        if (file.version !== version) return;
        progress.report(command);
        const { report, status: said } = await this.ask(file, command, [], cancel.signal, timeout);
        if (said === status.badInput || report === undefined) return;
        if (file.addFindings(version, report.items)) this.#publish(file);
        file.setTitle(version, command, titleOf(command, report.cases));
      }
      this.#editor.refreshLenses();
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    } finally {
      progress.done();
    }
  }

  #about(file: OpenFile, timeout: number, more: readonly string[] = []): Omit<Task, 'kind' | 'command'> {
    return {
      file: file.path,
      words: [...this.#projectWords(file), ...wordsOf(this.#settings(), timeout), ...more],
      ...(file.isCompiled ? {} : { text: file.text }),
    };
  }

  /** The options of the nearest diptych.json; the settings of the editor come after them and win. */
  #projectWords({ path }: OpenFile): readonly string[] {
    const config = findConfig(dirname(path));
    if (config === undefined) return [];
    try {
      return configWords(readConfig(config));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#editor.warn(`${config}: ${error.message}`);
      return [];
    }
  }

  #publish(file: OpenFile, more: readonly Shown[] = []): void {
    const { lines, path } = file;
    const shown = [
      ...(file.reading?.mistakes ?? []).map((mistake) => shownMistake(mistake, path, lines)),
      ...file.findings.map((item) => shownItem(item, path, lines)),
      ...more,
    ];
    file.shows = shown.length > 0;
    this.#editor.publish(file, shown);
  }
}

const failure = (message: string): Shown => ({
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
  severity: 3,
  source,
  message,
});
