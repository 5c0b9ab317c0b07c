// The side of the worker: puts a question that came from elsewhere to an engine, and packs what it says.

import type { Limits } from '../verdict/engine.js';
import type { Respondent } from '../verdict/respondent.js';
import type { EngineQuestion } from './question.js';
import {
  type WireExplored,
  type WireMonitored,
  type WireRaces,
  type WireRoute,
  type WireStates,
  wireExplored,
  wireMonitored,
  wireRaces,
  wireRoute,
  wireStates,
} from './wire.js';

type WireAnswer = WireExplored | WireRoute | WireRaces | WireMonitored | WireStates | null;

/** null: the engine has no way to tell. */
export async function answerQuestion(
  question: EngineQuestion,
  respondent: Respondent,
  bounds: Pick<Limits, 'signal'>,
): Promise<WireAnswer> {
  const { program } = question;
  const limits: Limits = { ...question.limits, ...bounds };
  switch (question.kind) {
    case 'explore': {
      const found: Parameters<typeof wireExplored>[1][number][] = [];
      const explored = await respondent.explore({
        program,
        model: question.model,
        limits,
        showAll: true,
        onFound: (claim, shown) => {
          const witness = shown?.witness;
          found.push(witness === undefined ? { claim } : { claim, witness });
        },
      });
      return wireExplored(explored, found);
    }
    case 'robust': {
      const answer = await respondent.robust({ program, model: question.model, limits });
      return answer === undefined ? null : wireRoute(answer);
    }
    case 'races': {
      const answer = await respondent.races({ program, limits });
      return answer === undefined ? null : wireRaces(answer);
    }
    case 'monitor': {
      const { monitors, strategy } = question;
      return wireMonitored(
        await respondent.monitor({
          program,
          monitors,
          limits,
          ...(strategy === undefined ? {} : { strategy }),
        }),
      );
    }
    case 'states':
      return wireStates(await respondent.states({ program, model: question.model, limits }));
  }
}
