// How far a search is, a few times per second.

import type { SearchProgress } from '../../src/verdict/engine.js';
import type { Reply } from '../protocol.js';

const intervalMs = 150;

export function tellProgress(say: (reply: Reply) => void): (progress: SearchProgress) => void {
  let next = 0;
  return (progress) => {
    const now = performance.now();
    if (now < next) return;
    next = now + intervalMs;
    say({ kind: 'progress', text: progressText(progress) });
  };
}

function progressText(progress: SearchProgress): string {
  switch (progress.engine) {
    case 'explicit': {
      const share = progress.explored ?? 0;
      const percent = share > 0.001 ? `, about ${Math.max(1, Math.round(share * 100))} %` : '';
      return `explicit engine, ${progress.model.toUpperCase()}: ${progress.executions.toLocaleString('en')} executions${percent}`;
    }
    case 'symbolic':
      return `symbolic engine: ${progress.found} found, the solver was asked ${progress.solves} times`;
    case 'repair':
      return `repair for ${progress.model.toUpperCase()}: proposal ${progress.round}`;
  }
}
