// The side of the worker: puts a question that came from elsewhere to an engine, and packs what it says.

import type { Limits } from '../verdict/engine.js';
import type { Executor } from '../verdict/executor.js';
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
  executor: Executor,
  bounds: Pick<Limits, 'signal'>,
): Promise<WireAnswer> {
  const { program } = question;
  const limits: Limits = { ...question.limits, ...bounds };
  switch (question.kind) {
    case 'explore': {
      const found: Parameters<typeof wireExplored>[1][number][] = [];
      const about = { program, model: question.model, showAll: true };
      const explored = await executor.ask('explore', about, limits, (claim, shown) => {
        const witness = shown?.witness;
        found.push(witness === undefined ? { claim } : { claim, witness });
      });
      return wireExplored(explored, found);
    }
    case 'robust': {
      const answer = await executor.ask('robust', question, limits);
      return answer === undefined ? null : wireRoute(answer);
    }
    case 'races': {
      const answer = await executor.ask('races', question, limits);
      return answer === undefined ? null : wireRaces(answer);
    }
    case 'monitor':
      return wireMonitored(await executor.ask('monitor', question, limits));
    case 'states':
      return wireStates(await executor.ask('states', { program, model: question.model }, limits));
  }
}
