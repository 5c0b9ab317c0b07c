// The editor: colours for litmus and C, and diagnostics at their place.

import { StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { basicSetup, EditorView } from 'codemirror';
import type { Language } from './protocol.js';

const litmus = StreamLanguage.define<{ readonly comment: boolean }>({
  startState: () => ({ comment: false }),
  token(stream, state) {
    const inside = state as { comment: boolean };
    if (inside.comment || stream.match('(*')) {
      inside.comment = !stream.skipTo('*)');
      if (inside.comment) stream.skipToEnd();
      else stream.match('*)');
      return 'comment';
    }
    if (stream.match(/"[^"]*"/)) return 'string';
    if (
      stream.match(
        /\b(exists|forall|locations|filter|lock|mov[lq]?|xchg[lq]?|mfence|sfence|lfence|cmp|jne|je|jmp|add|inc|dec|xadd[lq]?|cmpxchg[lq]?)\b/i,
      )
    )
      return 'keyword';
    if (stream.match(/\$?-?\b\d+\b/)) return 'number';
    stream.match(/\w+/) || stream.next();
    return null;
  },
});

export interface Mistake {
  readonly line: number;
  readonly column: number;
  readonly endColumn?: number;
  readonly message: string;
}

export interface Editor {
  text(): string;
  set(text: string, language: Language): void;
  language(language: Language): void;
  mark(mistake: Mistake | undefined): void;
  /** Puts the cursor there. */
  focus(position: number): void;
}

export function openEditor(parent: HTMLElement, onRun: () => void): Editor {
  const mode = new Compartment();
  let wanted: Language = 'litmus';
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              onRun();
              return true;
            },
          },
        ]),
        basicSetup,
        syntaxHighlighting(classHighlighter),
        mode.of(litmus),
        EditorView.contentAttributes.of({ 'aria-label': 'Program text' }),
      ],
    }),
  });
  // It scrolls, so the keyboard must reach it.
  view.scrollDOM.tabIndex = 0;
  /** The grammar of C is loaded with the first C program: a litmus test does without it. */
  const colour = async (language: Language): Promise<void> => {
    wanted = language;
    const grammar = language === 'c' ? (await import('@codemirror/lang-cpp')).cpp() : litmus;
    if (wanted === language) view.dispatch({ effects: mode.reconfigure(grammar) });
  };
  return {
    text: () => view.state.doc.toString(),
    set(text, language) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      void colour(language);
    },
    language: (language) => void colour(language),
    mark(mistake) {
      const diagnostics: Diagnostic[] = [];
      if (mistake !== undefined) {
        const line = view.state.doc.line(Math.min(Math.max(1, mistake.line), view.state.doc.lines));
        const from = Math.min(line.from + mistake.column - 1, line.to);
        const to = Math.max(
          from,
          Math.min(line.from + (mistake.endColumn ?? mistake.column + 1) - 1, line.to),
        );
        diagnostics.push({ from, to, severity: 'error', message: mistake.message });
      }
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    focus(position) {
      view.focus();
      view.dispatch({ selection: { anchor: Math.min(position, view.state.doc.length) } });
    },
  };
}
