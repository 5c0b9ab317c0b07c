// Puts program, settings and steps into the address of the page, and copies it.

import { signal } from '@preact/signals';
import { Icon } from '../parts/Icon.js';
import { at, shown } from '../state/run.js';
import { source } from '../state/source.js';
import { encodeShared } from './share.js';

const said = signal('');
let quiet: ReturnType<typeof setTimeout> | undefined;

export async function share(): Promise<void> {
  const { revision, ...rest } = source.peek();
  const current = shown.peek();
  const isOwn = current?.source.revision === revision;
  const text = await encodeShared({ ...rest, ...(isOwn ? { run: current.run, at: at.peek() } : {}) });
  history.replaceState(null, '', `#${text}`);
  try {
    await navigator.clipboard.writeText(location.href);
    say('Copied: the link holds the program and its steps.');
  } catch {
    say('The address of this page now holds the program and its steps.');
  }
}

function say(words: string): void {
  said.value = words;
  clearTimeout(quiet);
  quiet = setTimeout(() => {
    said.value = '';
  }, 4000);
}

export function ShareButton() {
  return (
    <>
      <button type="button" class="btn ghost" aria-label="Share" onClick={() => void share()}>
        <Icon name="share" /> <span class="label">Share</span>
      </button>
      <div class="toast" role="status">
        {said.value !== '' && <span>{said.value}</span>}
      </div>
    </>
  );
}
