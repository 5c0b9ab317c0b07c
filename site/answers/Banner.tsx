// Says that what is shown answers another text, or that a search takes long.

import { phase, progress, running, stop, stopped } from '../state/asking.js';
import { source } from '../state/source.js';

export function AnswerBanner() {
  const now = phase.value;
  if (stopped.value === source.value.revision)
    return (
      <div class="banner" role="status">
        <b>Stopped.</b> Edit the program to ask again.
      </div>
    );
  if (now === 'stale')
    return (
      <div class="banner" role="status">
        <b>Edited.</b> This answers the text before your edit.
      </div>
    );
  const busy = running.value.size > 0;
  if (now === 'asking' || (busy && progress.value !== ''))
    return (
      <div class="banner busy" role="status">
        <span class="spin" />
        <span class="grow">
          {now === 'asking' && <b>Asking again… </b>}
          {progress.value}
        </span>
        <button type="button" class="link" onClick={stop}>
          Stop
        </button>
      </div>
    );
  return null;
}
