// The cat file of a machine allows every execution that the explicit engine runs on it, also those that block or end
// in a finding.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge } from '../../src/cat/judge.js';
import { loadModel } from '../../src/cat/models.js';
import { type Execution, modelNames, traceKey } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { features } from '../../src/generate/randomOptions.js';
import { arbitraryProgram } from '../generate/arbitrary.js';

describe.each(modelNames)('%s', (model) => {
  const cat = loadModel(model);

  test('every execution of the machine is certified', () => {
    fc.assert(
      fc.property(arbitraryProgram({ features, size: 7 }), (program) => {
        const distinct = new Map<string, Execution>();
        explore(program, {
          model,
          dpor: 'none',
          unroll: 3,
          maxExecutions: 2000,
          onExecution: (witness) => {
            const { execution } = witness();
            distinct.set(traceKey(execution), execution);
          },
        });
        for (const execution of distinct.values())
          expect(judge(cat, program, execution)).toEqual({ allowed: true, flags: [] });
      }),
      { numRuns: 150, seed: 1 },
    );
  });
});
