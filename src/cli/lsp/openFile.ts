// A file that is open in the editor, and what is known of its text. Every answer belongs to one version of the text; an edit ends
// what is looked for and forgets what was found.

import type { ReportItem } from '../../report/formats/item.js';
import type { Reading } from './messages.js';

/** An answer, and the version of the text that it is about. */
interface Known<T> {
  readonly version: number;
  readonly value: T;
}

export class OpenFile {
  readonly uri: string;
  readonly path: string;
  #version: number;
  #text: string;
  /** The file on disk has the text. */
  #saved = true;
  #reading: Known<Reading> | undefined;
  #findings: Known<readonly ReportItem[]> | undefined;
  readonly #titles = new Map<string, Known<string>>();
  readonly #searches = new Set<AbortController>();
  /** Whether the editor shows diagnostics of it. */
  shows = false;
  /** A process reads it: kept when what is known of it is of the text of then. */
  pending: Promise<void> | undefined;

  constructor(uri: string, path: string, version: number, text: string) {
    this.uri = uri;
    this.path = path;
    this.#version = version;
    this.#text = text;
  }

  get version(): number {
    return this.#version;
  }

  get text(): string {
    return this.#text;
  }

  get saved(): boolean {
    return this.#saved;
  }

  get lines(): readonly string[] {
    return this.#text.split('\n');
  }

  /** Compilers read files, not the text of an editor. */
  get isCompiled(): boolean {
    return !/\.(?:litmus|c|i|cat)$/.test(this.path);
  }

  get isModel(): boolean {
    return this.path.endsWith('.cat');
  }

  change(version: number, text: string): void {
    this.#version = version;
    if (text === this.#text) return;
    this.#text = text;
    this.#saved = false;
    this.#reading = undefined;
    this.#findings = undefined;
    this.#titles.clear();
    this.cancel();
  }

  save(): void {
    this.#saved = true;
  }

  /** Ends every search in it. */
  cancel(): void {
    for (const search of this.#searches) search.abort();
    this.#searches.clear();
  }

  /** A search that the next edit ends. */
  beginSearch(): AbortController {
    const search = new AbortController();
    this.#searches.add(search);
    return search;
  }

  endSearch(search: AbortController): void {
    this.#searches.delete(search);
  }

  /** Whether it is about the text of now; it is forgotten otherwise. */
  setReading(version: number, value: Reading): boolean {
    if (version !== this.#version) return false;
    this.#reading = { version, value };
    return true;
  }

  addFindings(version: number, items: readonly ReportItem[]): boolean {
    if (version !== this.#version) return false;
    this.#findings = { version, value: [...(this.#findings?.value ?? []), ...items] };
    return true;
  }

  clearFindings(): void {
    this.#findings = undefined;
  }

  /** The short answer to a command. */
  setTitle(version: number, command: string, value: string): void {
    if (version === this.#version) this.#titles.set(command, { version, value });
  }

  get reading(): Reading | undefined {
    return this.#reading?.version === this.#version ? this.#reading.value : undefined;
  }

  get findings(): readonly ReportItem[] {
    return this.#findings?.version === this.#version ? this.#findings.value : [];
  }

  title(command: string): string | undefined {
    const known = this.#titles.get(command);
    return known?.version === this.#version ? known.value : undefined;
  }
}
