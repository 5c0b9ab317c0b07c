// What a worker does with a job, on threads that are supervised, or on its own where there are none.

import { answerQuestion } from '../../campaign/answer.js';
import { isEngineQuestion } from '../../campaign/question.js';
import { InputError } from '../../support/diagnostic.js';
import { startEngines } from '../../verdict/engines.js';
import { asRespondent } from '../../verdict/respondent.js';
import { remoteRespondent } from '../runner/remote.js';
import type { Supervisor } from '../runner/supervisor.js';

export async function answerJob(
  question: unknown,
  supervisor: Supervisor | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  if (!isEngineQuestion(question))
    throw new InputError({ code: 'bad-json', message: 'the job is no question that diptych knows' });
  const { engine } = question;
  const respondent =
    supervisor === undefined
      ? (await startEngines(engine)).map(asRespondent)[0]
      : remoteRespondent(engine, supervisor);
  return answerQuestion(question, respondent, { signal });
}
