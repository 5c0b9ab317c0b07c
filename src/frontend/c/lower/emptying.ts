// Copies pass on that there is no value. Where everything in memory has one from the start, none of them ever does.

import type { Location, Thread } from '../../../program/program.js';
import { mapBody } from '../../../program/rewrite.js';
import { forEachStatement } from '../../../program/statement.js';

interface Lowered {
  readonly locations: readonly Location[];
  readonly threads: readonly Thread[];
}

export function withoutEmptying<T extends Lowered>(lowered: T): T {
  let mayBeUnset = lowered.locations.some(({ uninitialised }) => uninitialised === true);
  for (const { body } of lowered.threads)
    forEachStatement(body, (s) => {
      mayBeUnset ||= (s.kind === 'alloc' && !s.zeroed) || (s.kind === 'store' && s.lifetime === 'begins');
    });
  if (mayBeUnset) return lowered;
  const threads = lowered.threads.map((thread) => ({
    ...thread,
    body: mapBody(thread.body, (s) => (s.kind === 'store' && s.lifetime === 'empties' ? [] : [s])),
  }));
  return { ...lowered, threads };
}
