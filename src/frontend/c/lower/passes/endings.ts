// How what is in memory ends: the program destroys it, or leaves the block that it is local to. Findings say which of the two it was.

import type { Ending, Location, Thread } from '../../../../program/program.js';
import { forEachStatement, type StatementOf } from '../../../../program/statement.js';
import { staticAddress } from '../fold.js';

/** How something ends that may end in these ways already. */
export function endingOf({ destroys }: StatementOf<'store'>, before: Ending | undefined): Ending {
  const ending = destroys === true ? 'destroyed' : 'left';
  return before === undefined || before === ending ? ending : 'destroyed or left';
}

export function withEndings<
  T extends { readonly locations: readonly Location[]; readonly threads: readonly Thread[] },
>(lowered: T): T {
  const endings = new Map<string, Ending>();
  for (const { body } of lowered.threads)
    forEachStatement(body, (s) => {
      if (s.kind !== 'store' || s.lifetime !== 'ends') return;
      const location = staticAddress(s.address)?.location;
      if (location !== undefined) endings.set(location, endingOf(s, endings.get(location)));
    });
  if (endings.size === 0) return lowered;
  const locations = lowered.locations.map((location) => {
    const ends = endings.get(location.name);
    return ends === undefined ? location : { ...location, ends };
  });
  return { ...lowered, locations };
}
