// The fast engine's witnesses are schedules that the plain machine can take, to the same execution.

import { expect, it } from 'vitest';
import { modelNames } from '../../../src/execution/execution.js';
import { explore } from '../../../src/explicit/explore.js';
import { replaySchedule } from '../../../src/explicit/machines/runSchedule.js';
import { randomProgram } from '../../../src/generate/random.js';
import { features } from '../../../src/generate/randomOptions.js';
import { randomStarts } from '../../../src/generate/randomStarts.js';

it.each(modelNames)('a witness is a schedule that the plain machine can take, under %s', (model) => {
  let steps = 0;
  for (let seed = 0; seed < 24; seed++) {
    const program = seed % 3 === 0 ? randomStarts(seed) : randomProgram(seed, { features, size: 6 });
    explore(program, {
      model,
      dpor: 'optimal',
      unroll: 2,
      maxExecutions: 6,
      onExecution: (witness) => {
        const { schedule, execution } = witness();
        const replay = replaySchedule(program, schedule, { model, unroll: 2 });
        expect([seed, replay]).toEqual([seed, { kind: 'replayed', execution, maximal: true }]);
        steps += schedule.length;
      },
    });
  }
  expect(steps).toBeGreaterThan(200);
});
