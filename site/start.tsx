// The page. The first question is put before the editor is loaded, and its answer is shown before the editor is built: until then
// the program is in a text box.

import { render } from 'preact';
import { firstExample } from './examples/examples.js';
import { App } from './panes/App.js';
import { startKeys } from './panes/Keys.js';
import { decodeShared } from './share/share.js';
import { startAsking } from './state/asking.js';
import { openWhenAnswered, startOpening } from './state/opening.js';
import { startRuns } from './state/run.js';
import { load } from './state/source.js';
import { startTheme } from './state/view.js';

export async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (root === null) throw new Error('the page has no place for the workbench');
  startTheme();
  await openAddress();
  startAsking();
  startOpening();
  startRuns();
  startKeys();
  render(<App />, root);
  addEventListener('hashchange', () => void openAddress());
}

async function openAddress(): Promise<void> {
  const shared = await decodeShared(location.hash);
  if (shared === undefined) {
    load({ files: firstExample.files }, firstExample.hint, firstExample.id);
    return;
  }
  const { run, at, ...program } = shared;
  load(program);
  if (run !== undefined) openWhenAnswered(run, at);
}
