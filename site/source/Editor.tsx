// The program's text: in a plain text box at first, so that it can be read and changed at once; in the editor when that is loaded.

import { effect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { merged } from '../answers/Answer.js';
import { languageOf } from '../protocol.js';
import { afterFirstAnswer, answer, phase } from '../state/asking.js';
import { hoveredSpot, placeNow, pointedPlace } from '../state/pointer.js';
import { editFile, loads, openFile, source } from '../state/source.js';
import type { CodeEditor } from './codeEditor.js';
import { wantedSpot } from './goTo.js';
import type { Mark } from './marks.js';
import { lineChanges, proposal } from './proposal.js';

export function Editor() {
  const host = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const [editor, setEditor] = useState<CodeEditor | undefined>(undefined);
  useEffect(() => {
    afterFirstAnswer(() => {
      void import('./codeEditor.js').then(({ openEditor }) => {
        if (host.current === null) return;
        const focused = box.current !== null && document.activeElement === box.current;
        const position = box.current?.selectionStart ?? 0;
        const opened = openEditor(host.current, {
          onEdit: (text) => editFile(openFile.peek(), text),
          onPoint: (line, column) => {
            const file = openFile.peek() === 0 ? undefined : fileName();
            hoveredSpot.value =
              line === undefined
                ? undefined
                : {
                    line,
                    ...(file === undefined ? {} : { file }),
                    ...(column === undefined ? {} : { column }),
                  };
          },
        });
        setEditor(opened);
        connect(opened);
        if (focused) opened.focus(position);
      });
    });
  }, []);
  const file = source.value.files[openFile.value];
  return (
    <div class="editor" ref={host}>
      {editor === undefined && (
        <textarea
          ref={box}
          aria-label="Program text"
          spellcheck={false}
          autocapitalize="off"
          wrap="off"
          value={file?.text ?? ''}
          onInput={(event) => editFile(openFile.peek(), event.currentTarget.value)}
        />
      )}
    </div>
  );
}

const fileName = (): string | undefined => source.peek().files[openFile.peek()]?.name;

/** Whether a place with this file is in the file that is shown. */
const isHere = (file: string | undefined): boolean =>
  openFile.value === 0
    ? file === undefined || file === source.value.files[0].name
    : file === source.value.files[openFile.value]?.name;

/** Keeps the editor as the page is. */
function connect(editor: CodeEditor): void {
  effect(() => {
    const file = source.value.files[openFile.value];
    if (file !== undefined) editor.show(loads.value, file.name, file.text, languageOf(source.value));
  });
  effect(() => {
    const list: Mark[] = [];
    const fresh = phase.value === 'fresh';
    const now = placeNow.value;
    if (fresh && now !== undefined && isHere(now.file)) {
      list.push({ line: now.line, className: 'line-now' });
      if (now.endLine === undefined || now.endLine === now.line)
        list.push({ ...now, className: 'place-now' });
    }
    const pointed = pointedPlace.value;
    if (fresh && pointed !== undefined && isHere(pointed.file)) {
      list.push({ line: pointed.line, className: 'line-pointed' });
      if (pointed.endLine === undefined || pointed.endLine === pointed.line)
        list.push({ ...pointed, className: 'place-pointed' });
    }
    if (fresh)
      for (const { at } of merged.value?.findings ?? [])
        if (at !== undefined && isHere(at.file)) list.push({ line: at.line, className: 'line-finding' });
    editor.mark(list);
  });
  effect(() => {
    const known = answer.value;
    openFile.value;
    const fresh = known?.source.revision === source.value.revision;
    editor.problems(fresh ? known.problems.filter(({ file }) => isHere(file)) : []);
  });
  effect(() => {
    const proposed = proposal.value;
    const file = source.value.files[openFile.value];
    const after = proposed?.files.find(({ name }) => name === file?.name);
    editor.propose(
      after === undefined || file === undefined ? undefined : lineChanges(file.text, after.text),
    );
  });
  effect(() => {
    const spot = wantedSpot.value;
    if (spot !== undefined) editor.goTo(spot.line, spot.column ?? 1);
  });
  let shownText = source.peek().revision;
  effect(() => {
    const { revision } = source.value;
    // A proposal is for one text alone.
    if (revision !== shownText) proposal.value = undefined;
    shownText = revision;
  });
}
