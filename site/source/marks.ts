// The editor's marks beside diagnostics: lines and places by class, and the lines of a proposed change.

import { type Range, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { LineChanges } from './proposal.js';

export interface Mark {
  readonly line: number;
  readonly className: string;
  /** For a place within the line. */
  readonly column?: number;
  readonly endColumn?: number;
}

export const setMarks = StateEffect.define<readonly Mark[]>();
export const setProposed = StateEffect.define<LineChanges | undefined>();

class AddedLines extends WidgetType {
  constructor(readonly text: string) {
    super();
  }

  override eq(other: AddedLines): boolean {
    return other.text === this.text;
  }

  override toDOM(): HTMLElement {
    const box = document.createElement('div');
    box.className = 'proposed';
    box.textContent = this.text;
    box.setAttribute('aria-label', `proposed: ${this.text}`);
    box.setAttribute('role', 'note');
    return box;
  }
}

function markRanges(list: readonly Mark[], doc: Text): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const { line, className, column, endColumn } of list) {
    if (line < 1 || line > doc.lines) continue;
    const { from, to } = doc.line(line);
    if (column === undefined) ranges.push(Decoration.line({ class: className }).range(from));
    else {
      const start = Math.min(from + column - 1, to);
      const end = Math.min(from + (endColumn ?? column + 1) - 1, to);
      if (end > start) ranges.push(Decoration.mark({ class: className }).range(start, end));
    }
  }
  return Decoration.set(ranges, true);
}

function proposedRanges({ added, removed }: LineChanges, doc: Text): DecorationSet {
  const byLine = new Map<number, string[]>();
  for (const { before, text } of added) byLine.set(before, [...(byLine.get(before) ?? []), text]);
  const ranges = [...byLine].map(([before, texts]) => {
    const last = before > doc.lines;
    const position = last ? doc.length : doc.line(before).from;
    return Decoration.widget({
      widget: new AddedLines(texts.join('\n')),
      block: true,
      side: last ? 1 : -1,
    }).range(position);
  });
  const gone = removed
    .filter((line) => line <= doc.lines)
    .map((line) => Decoration.line({ class: 'line-removed' }).range(doc.line(line).from));
  return Decoration.set([...ranges, ...gone], true);
}

const field = (read: (effect: StateEffect<unknown>, doc: Text) => DecorationSet | undefined) =>
  StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(known, { changes, effects, state }) {
      let next = known.map(changes);
      for (const effect of effects) next = read(effect, state.doc) ?? next;
      return next;
    },
    provide: (own) => EditorView.decorations.from(own),
  });

export const marks = [
  field((effect, doc) => (effect.is(setMarks) ? markRanges(effect.value, doc) : undefined)),
  field((effect, doc) =>
    effect.is(setProposed)
      ? effect.value === undefined
        ? Decoration.none
        : proposedRanges(effect.value, doc)
      : undefined,
  ),
];
