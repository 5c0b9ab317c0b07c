// The complete monitors, run on one SC interleaving per trace, find a violation exactly where a trace of the weak machine
// has a happens-before cycle.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeMonitors, monitoredModel } from '../../../src/explicit/monitors/index.js';
import type { Feature } from '../../../src/generate/randomOptions.js';
import { everyday } from '../../counts.js';
import { arbitraryProgram } from '../../generate/arbitrary.js';
import { hasNonScTrace, reporting } from './routes.js';

const kinds: readonly (readonly [string, readonly Feature[] | undefined, number, number])[] = [
  ['loads and stores', [], 8, 200],
  ['atomics and fences', ['rmw', 'fence', 'store-fence'], 8, 250],
  ['locks', ['lock', 'fence', 'rmw'], 8, 150],
  ['atomic blocks', ['atomic', 'rmw', 'store-fence'], 7, 150],
  ['threads that start others', ['spawn', 'rmw', 'fence', 'store-fence'], 7, 150],
  ['everything', undefined, 8, 300],
];

describe('monitors and traces agree', () => {
  it.each(kinds)('%s', (_, features, size, numRuns) => {
    let violated = 0;
    fc.assert(
      fc.property(arbitraryProgram({ size, ...(features === undefined ? {} : { features }) }), (program) => {
        const found = reporting(program, completeMonitors);
        if (found === undefined) return;
        for (const name of completeMonitors) {
          const expected = hasNonScTrace(program, monitoredModel[name]);
          if (expected === undefined) return;
          if (found.has(name)) violated++;
          expect(found.has(name), name).toBe(expected);
        }
      }),
      { numRuns: everyday(numRuns), seed: 1 },
    );
    expect(violated).toBeGreaterThan(everyday(numRuns) / 20);
  });
});
