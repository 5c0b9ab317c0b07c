// Robustness, with the happens-before cycle of an execution that SC does not have.

import { scheduleText } from '../../src/execution/scheduleText.js';
import type { Program } from '../../src/program/program.js';
import { cutText } from '../../src/report/notes.js';
import { reorderingText } from '../../src/report/reorderingText.js';
import { cycleSteps } from '../../src/report/robustText.js';
import { StateNames } from '../../src/report/state.js';
import { eventText, threadName } from '../../src/report/witness.js';
import { present } from '../../src/support/present.js';
import type { Engine } from '../../src/verdict/engine.js';
import { askRobust, type ModelRobustness } from '../../src/verdict/robust.js';
import type { Reply, RobustAnswer, Source } from '../protocol.js';
import { limitsOf } from './program.js';
import { tellProgress } from './progress.js';

export async function robustness(
  program: Program,
  source: Source,
  engine: Engine,
  say: (reply: Reply) => void,
): Promise<RobustAnswer[]> {
  const models = source.models.filter((model): model is 'tso' | 'pso' => model !== 'sc');
  const limits = { ...limitsOf(source), spinAssume: false, onProgress: tellProgress(say) };
  const { results } = await askRobust(program, { models, engines: [engine], monitors: [], limits });
  return results.map((result) => answerOf(program, result));
}

function answerOf(program: Program, { model, robust, nonSc, bounded }: ModelRobustness): RobustAnswer {
  const cut = bounded.map((loop) => cutText(program, loop));
  if (nonSc === undefined) return { model, robust, cycle: [], bounded: cut };
  const { witness } = nonSc;
  const names = new StateNames(program, witness.execution);
  return {
    model,
    robust,
    bounded: cut,
    cycle: cycleSteps(nonSc).map(({ event, edge, relation }) => ({
      thread: threadName(program, event.thread),
      text: eventText(names, program, event),
      relation: edge.relation,
      words: relation,
      ...present({ at: event.at }),
    })),
    run: { form: 'whole', model, schedule: scheduleText(witness.schedule) },
    ...present({ why: reorderingText(names, program, witness, false) }),
  };
}
