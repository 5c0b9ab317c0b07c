// The editor: colours, diagnostics at their place, marks of steps and of the pointer's target, a proposed change
// between the lines.

import { syntaxHighlighting } from '@codemirror/language';
import { forceLinting, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { basicSetup } from 'codemirror';
import type { Language, Problem } from '../protocol.js';
import { litmus } from './litmusLanguage.js';
import { type Mark, marks, setMarks, setProposed } from './marks.js';
import type { LineChanges } from './proposal.js';

export interface CodeEditor {
  /** `group`: editing steps of another program cannot be undone here. */
  show(group: number, name: string, text: string, language: Language): void;
  mark(list: readonly Mark[]): void;
  problems(list: readonly Problem[]): void;
  propose(changes: LineChanges | undefined): void;
  /** Puts the cursor there and scrolls to it. */
  goTo(line: number, column: number): void;
  focus(position: number): void;
  destroy(): void;
}

export interface EditorEvents {
  readonly onEdit: (text: string) => void;
  /** Line and column from 1, or nothing. */
  readonly onPoint: (line: number | undefined, column?: number) => void;
}

export function openEditor(parent: HTMLElement, { onEdit, onPoint }: EditorEvents): CodeEditor {
  const mode = new Compartment();
  let told = true;
  let group = -1;
  let current = '';
  let colours: Language = 'litmus';
  const states = new Map<string, EditorState>();
  const extensions: Extension[] = [
    basicSetup,
    syntaxHighlighting(classHighlighter),
    mode.of(litmus),
    marks,
    lintGutter(),
    EditorView.contentAttributes.of({ 'aria-label': 'Program text' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && told) onEdit(update.state.doc.toString());
    }),
    EditorView.domEventHandlers({
      mousemove(event, view) {
        const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (position === null) onPoint(undefined);
        else {
          const line = view.state.doc.lineAt(position);
          onPoint(line.number, position - line.from + 1);
        }
      },
      mouseleave: () => onPoint(undefined),
    }),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ extensions }) });
  // It scrolls, so the keyboard must reach it.
  view.scrollDOM.tabIndex = 0;
  /** The grammar of C is loaded with the first C program: a litmus test does without it. */
  const colour = async (language: Language): Promise<void> => {
    colours = language;
    const grammar = language === 'c' ? (await import('@codemirror/lang-cpp')).cpp() : litmus;
    if (colours === language) view.dispatch({ effects: mode.reconfigure(grammar) });
  };
  const at = (line: number, column: number): number => {
    const found = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
    return Math.min(found.from + Math.max(0, column - 1), found.to);
  };
  const quietly = (work: () => void): void => {
    told = false;
    work();
    told = true;
  };
  return {
    show(wanted, name, text, language) {
      if (wanted !== group) states.clear();
      const key = `${wanted} ${name}`;
      if (key !== current) {
        if (wanted === group) states.set(current, view.state);
        const next = states.get(key) ?? EditorState.create({ doc: text, extensions });
        quietly(() => view.setState(next));
        current = key;
        group = wanted;
        void colour(language);
      } else if (colours !== language) void colour(language);
      const { doc } = view.state;
      if (doc.toString() !== text)
        quietly(() => view.dispatch({ changes: smallestChange(doc.toString(), text) }));
    },
    mark: (list) => view.dispatch({ effects: setMarks.of(list) }),
    propose: (changes) => view.dispatch({ effects: setProposed.of(changes) }),
    problems(list) {
      const diagnostics = list.flatMap(({ line, column = 1, endColumn, message, hint }) => {
        if (line === undefined) return [];
        const from = at(line, column);
        const word =
          /^\w+/.exec(view.state.sliceDoc(from, at(line, Number.MAX_SAFE_INTEGER)))?.[0].length ?? 1;
        const to = Math.max(from, at(line, endColumn ?? column + word));
        const text = hint === undefined ? message : `${message}\n${hint}`;
        return [{ from, to, severity: 'error' as const, message: text }];
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
      forceLinting(view);
    },
    goTo(line, column) {
      const anchor = at(line, column);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
    focus(position) {
      view.focus();
      view.dispatch({ selection: { anchor: Math.min(position, view.state.doc.length) } });
    },
    destroy: () => view.destroy(),
  };
}

/** So that the cursor and what can be undone stay where they are. */
function smallestChange(before: string, after: string): { from: number; to: number; insert: string } {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
