// A place of the source: choosing it goes there.

import type { SourceSpan } from '../../src/program/statement.js';
import { goTo } from '../source/goTo.js';
import { pane } from '../state/view.js';

export function Place({ at }: { at: SourceSpan }) {
  return (
    <button
      type="button"
      class="link place"
      onClick={(event) => {
        event.stopPropagation();
        pane.value = 'source';
        goTo(at);
      }}
    >
      {at.file === undefined ? `line ${at.line}` : `${at.file}:${at.line}`}
    </button>
  );
}
