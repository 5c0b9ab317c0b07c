// The program in the page: in a plain text box at first, so that it can be read, changed and asked about at once; in the editor, with
// colours and diagnostics at their place, when that is loaded.

import type { Editor, Mistake } from './editor.js';
import { make } from './elements.js';
import type { Language } from './protocol.js';

export class ProgramEditor {
  readonly #parent: HTMLElement;
  readonly #onRun: () => void;
  readonly #box = make('textarea', '', {
    'aria-label': 'Program text',
    spellcheck: 'false',
    autocapitalize: 'off',
    wrap: 'off',
    rows: '14',
  });
  #editor: Editor | undefined;
  #loading = false;
  #language: Language = 'litmus';
  #mistake: Mistake | undefined;

  constructor(parent: HTMLElement, onRun: () => void) {
    this.#parent = parent;
    this.#onRun = onRun;
    this.#box.onkeydown = (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onRun();
    };
    parent.append(this.#box);
  }

  /** Puts the editor in place of the text box, with what that holds. */
  async load(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    const { openEditor } = await import('./editor.js');
    const focused = document.activeElement === this.#box;
    const { value, selectionStart } = this.#box;
    this.#box.remove();
    this.#editor = openEditor(this.#parent, this.#onRun);
    this.#editor.set(value, this.#language);
    this.#editor.mark(this.#mistake);
    if (focused) this.#editor.focus(selectionStart);
  }

  text(): string {
    return this.#editor?.text() ?? this.#box.value;
  }

  set(text: string, language: Language): void {
    this.#language = language;
    this.#box.value = text;
    this.#editor?.set(text, language);
  }

  language(language: Language): void {
    this.#language = language;
    this.#editor?.language(language);
  }

  mark(mistake: Mistake | undefined): void {
    this.#mistake = mistake;
    this.#editor?.mark(mistake);
  }
}
