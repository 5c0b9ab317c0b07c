// A worker's work on one job: on supervised threads, or on its own thread where there are none.

import { answerQuestion } from '../../campaign/answer.js';
import { type BranchesQuestion, isBranchesQuestion } from '../../campaign/branchesQuestion.js';
import { type CrosscheckQuestion, isCrosscheckQuestion } from '../../campaign/crosscheckQuestion.js';
import { isEngineQuestion } from '../../campaign/question.js';
import { isTrialsQuestion, type TrialsQuestion } from '../../campaign/trials.js';
import { bug, InputError } from '../../support/diagnostic.js';
import { startEngines } from '../../verdict/engines.js';
import { executorHere } from '../../verdict/executor.js';
import type { Job } from '../crosscheck/job.js';
import { executorOnThread, resultOf } from '../runner/onThread.js';
import type { Supervisor } from '../runner/supervisor.js';

/** One thread for each job at a time, for all kinds of jobs: code that is warm for one is warm for the others. */
const crew = 'worker';

export async function answerJob(
  question: unknown,
  supervisor: Supervisor | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  if (isCrosscheckQuestion(question)) return crosscheckJob(question, supervisor, signal);
  if (isBranchesQuestion(question)) return branchesJob(question, supervisor, signal);
  if (isTrialsQuestion(question)) return trialsJob(question, supervisor, signal);
  if (isPartQuestion(question))
    return (await import('../laboratory.js')).measurePart(question.address, signal);
  if (!isEngineQuestion(question))
    throw new InputError({ code: 'bad-json', message: 'the job is no question that diptych knows' });
  const { engine } = question;
  const executor =
    supervisor === undefined
      ? (await startEngines(engine)).map(executorHere)[0]
      : executorOnThread(engine, supervisor, crew);
  return answerQuestion(question, executor, { signal });
}

async function crosscheckJob(
  { work, program, options, shrinkMs }: CrosscheckQuestion,
  supervisor: Supervisor | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const { doJob } = await import('../crosscheck/job.js');
  const { runJob } = await import('../crosscheck/jobs.js');
  const { name } = { name: '', ...work };
  const job: Job = {
    work: work.kind === 'random' ? work : { kind: 'program', name, program: program ?? bug('no program') },
    options,
    shrinkMs,
  };
  return supervisor === undefined ? doJob(job) : runJob(supervisor, job, signal, crew);
}

async function branchesJob(
  question: BranchesQuestion,
  supervisor: Supervisor | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const { exploreBranches } = await import('../../campaign/exploreBranches.js');
  const { program, model, unroll, jobs, most } = question;
  const result =
    supervisor === undefined
      ? exploreBranches(program, jobs, most, { model, unroll })
      : resultOf(await supervisor.run('branches', question, { signal, crew }));
  return result ?? bug('branches were stopped');
}

async function trialsJob(
  question: TrialsQuestion,
  supervisor: Supervisor | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const { answerTrials } = await import('../../campaign/trials.js');
  const result =
    supervisor === undefined
      ? answerTrials(question)
      : resultOf(await supervisor.run('trials', question, { signal, crew }));
  return result ?? bug('trials were stopped');
}

/** Of a table; the laboratory reads the address. */
const isPartQuestion = (value: unknown): value is { readonly address: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'part' &&
  'address' in value;
