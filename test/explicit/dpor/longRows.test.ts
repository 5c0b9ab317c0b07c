// Happens-before in rows of several words. An execution that begins with events invisible to other threads has the
// same traces, though its other events are beyond the first word.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../../src/execution/execution.js';
import { explore } from '../../../src/explicit/explore.js';
import { program as builder } from '../../../src/program/builder.js';
import type { Program } from '../../../src/program/program.js';
import { arbitraryProgram } from '../../generate/arbitrary.js';

/** With `count` loads of a cell of its own before what the first thread does. */
function delayed(program: Program, count: number): Program {
  const own = builder('own');
  const cell = own.location('own');
  own.thread((t) => {
    for (let k = 0; k < count; k++) t.load(cell, 'own');
  });
  const { locations, threads } = own.build();
  const [first, ...others] = program.threads;
  const body = [...threads[0].body, ...first.body];
  return {
    ...program,
    locations: [...program.locations, ...locations],
    threads: [{ ...first, body }, ...others],
  };
}

describe('optimal DPOR', () => {
  it.each(modelNames)('has the same executions under %s behind 20 to 120 others', (model) => {
    fc.assert(
      fc.property(arbitraryProgram(), fc.integer({ min: 20, max: 120 }), (program, count) => {
        const seen = explore(program, { model });
        const later = explore(delayed(program, count), { model });
        expect(later.executions).toBe(seen.executions);
        expect(later.blocked).toBe(seen.blocked);
        expect(later.redundant).toBe(0);
        expect(later.outcomes.map(String).sort()).toEqual(seen.outcomes.map(String).sort());
        expect(later.findings.length).toBe(seen.findings.length);
      }),
      { numRuns: 40 },
    );
  });
});
