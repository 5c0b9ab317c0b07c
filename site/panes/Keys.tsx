// The keys of the page, and a list of them.

import { useRef } from 'preact/hooks';
import { at, choose, go, goInteresting, next, undo } from '../state/run.js';
import { type PaneName, pane } from '../state/view.js';
import { camera } from './ExecutionPane.js';

const list: readonly (readonly [string, string])[] = [
  ['← →', 'one step back or forward'],
  ['Home End', 'to the first or last step'],
  ['n', 'next interesting step'],
  ['1 … 9', 'choose a step that can happen now'],
  ['u', 'undo a step'],
  ['f', 'fit the graph'],
  ['+ −', 'zoom'],
  ['Alt+1 Alt+2 Alt+3', 'go to source, answer, execution'],
  ['Enter', 'on an event: go to its step'],
  ['arrows', 'on a splitter: move it; on tabs: the next tab'],
  ['F2 Delete', 'on a file: rename or remove it'],
  ['?', 'this list'],
];

const panes: readonly PaneName[] = ['source', 'answer', 'execution'];
const targets: Readonly<Record<PaneName, string>> = {
  source: '.editor textarea, .cm-content',
  answer: '.answer [role=tab][aria-selected=true]',
  execution: '.transport button:not(:disabled)',
};

function focusPane(name: PaneName): void {
  pane.value = name;
  requestAnimationFrame(() => {
    const found = document.querySelector(targets[name]);
    if (found instanceof HTMLElement) found.focus();
  });
}

const actions: Readonly<Record<string, () => void>> = {
  ArrowLeft: () => go(at.peek() - 1),
  ArrowRight: () => go(at.peek() + 1),
  Home: () => go(0),
  End: () => go(Number.MAX_SAFE_INTEGER),
  n: goInteresting,
  u: undo,
  f: () => camera.peek()?.fit(),
  '+': () => camera.peek()?.by(1.25),
  '-': () => camera.peek()?.by(0.8),
};

export function startKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.altKey && /^[123]$/.test(event.key)) {
      event.preventDefault();
      focusPane(panes[Number(event.key) - 1]);
      return;
    }
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
    // Keys that mean something where they are pressed.
    if (target.closest('.cm-editor, input, select, textarea, dialog, [role=tab], [role=separator]') !== null)
      return;
    if (event.key === '?') {
      openList();
      return;
    }
    if (/^[1-9]$/.test(event.key)) {
      const choice = next.peek()?.choices.choices[Number(event.key) - 1];
      if (choice !== undefined) choose(choice);
      return;
    }
    const action = actions[event.key];
    if (action === undefined || (target.closest('.body, .scroll') !== null && /^(Home|End)$/.test(event.key)))
      return;
    event.preventDefault();
    action();
  });
}

function openList(): void {
  const dialog = document.getElementById('keys');
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

export function KeysButton() {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button
        type="button"
        class="btn ghost icon-only keys-button"
        aria-label="Keys"
        title="Keys"
        onClick={openList}
      >
        ?
      </button>
      <dialog ref={dialog} id="keys" aria-labelledby="keys-title">
        <h2 id="keys-title">Keys</h2>
        <dl>
          {list.map(([keys, words]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <p class="dim">
          Everything runs in this page: no program is sent anywhere. <a href="./licences.txt">Licences</a>
        </p>
        <button type="button" class="btn" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </dialog>
    </>
  );
}
