// The tasks of threads. Each part of diptych is loaded when it is first needed.

import { isDeepStrictEqual } from 'node:util';
import type { BranchesQuestion } from '../../campaign/branchesQuestion.js';
import type { BranchesResult } from '../../campaign/exploreBranches.js';
import type { TrialsQuestion } from '../../campaign/trials.js';
import type { ReadOptions } from '../../frontend/index.js';
import type { Program } from '../../program/program.js';
import type { RunAnalysis, RunQuestion } from '../../record/analyse.js';
import type { Symbols } from '../../record/symbols.js';
import type { CycleTrials } from '../../relax/trials.js';
import { optimisedLate } from '../../support/v8Flags.js';
import type { Sums } from '../../verdict/crosscheck/index.js';
import type { EngineName, Limits, Model, RacesAnswer } from '../../verdict/engine.js';
import type { Monitored } from '../../verdict/monitored.js';
import type {
  Explored,
  ExploreInquiry,
  MonitorInquiry,
  RacesInquiry,
  Respondent,
  RouteInquiry,
  StatesInquiry,
} from '../../verdict/respondent.js';
import type { RouteAnswer } from '../../verdict/route.js';
import type { StateRobustness } from '../../verdict/stateRobust.js';
import type { FileAnswer, FileRequest } from '../answerFile.js';
import type { Job } from '../crosscheck/job.js';
import type { GenerateRequest } from '../generate.js';
import type { PlainLimits, TaskContext } from './task.js';

/** An inquiry with limits that can leave a thread, and whom it is for. */
type Sent<T extends { readonly limits: Limits }> = Omit<T, 'limits' | 'onFound'> & {
  readonly engine: EngineName;
  readonly limits: PlainLimits;
};

type SmtQuestion = 'outcomes' | 'check';

export const tasks = {
  async read(
    { file, options }: { readonly file: string; readonly options: ReadOptions },
    { onPhase }: TaskContext,
  ): Promise<Program> {
    const { readProgram } = await import('../../frontend/index.js');
    onPhase('reading');
    return readProgram(file, { ...options, onPhase, guard: optimisedLate });
  },

  async model({ file }: { readonly file: string }, { onPhase }: TaskContext): Promise<Model> {
    const { loadCatFile } = await import('../../cat/models.js');
    onPhase('reading');
    return loadCatFile(file);
  },

  async explore(inquiry: Sent<ExploreInquiry>, context: TaskContext): Promise<Explored> {
    const respondent = await respondentOf(inquiry.engine, context);
    return respondent.explore({
      ...inquiry,
      program: theSame(inquiry.program),
      limits: limitsIn(inquiry.limits, context),
      onFound: (claim, shown) =>
        context.onFound(
          shown === undefined ? { claim } : { claim, shown, repeated: inquiry.showAll !== true },
        ),
    });
  },

  async robust(inquiry: Sent<RouteInquiry>, context: TaskContext): Promise<RouteAnswer | undefined> {
    const respondent = await respondentOf(inquiry.engine, context);
    return respondent.robust({
      ...inquiry,
      program: theSame(inquiry.program),
      limits: limitsIn(inquiry.limits, context),
    });
  },

  async races(inquiry: Sent<RacesInquiry>, context: TaskContext): Promise<RacesAnswer | undefined> {
    const respondent = await respondentOf(inquiry.engine, context);
    return respondent.races({
      ...inquiry,
      program: theSame(inquiry.program),
      limits: limitsIn(inquiry.limits, context),
    });
  },

  async monitor(inquiry: Sent<MonitorInquiry>, context: TaskContext): Promise<Monitored> {
    const respondent = await respondentOf(inquiry.engine, context);
    return respondent.monitor({ ...inquiry, limits: limitsIn(inquiry.limits, context) });
  },

  async states(inquiry: Sent<StatesInquiry>, context: TaskContext): Promise<StateRobustness> {
    const respondent = await respondentOf(inquiry.engine, context);
    return respondent.states({
      ...inquiry,
      program: theSame(inquiry.program),
      limits: limitsIn(inquiry.limits, context),
    });
  },

  async smt(
    {
      question,
      program,
      models,
      limits,
    }: {
      readonly question: SmtQuestion;
      readonly program: Program;
      readonly models: readonly Model[];
      readonly limits: PlainLimits;
    },
    { onPhase }: TaskContext,
  ): Promise<string> {
    const { checkSmt, outcomesSmt } = await import('../../verdict/smt.js');
    onPhase('encoding');
    return (question === 'check' ? checkSmt : outcomesSmt)(program, models, limits);
  },

  /** A command that works on one thread. */
  async answer(request: FileRequest, context: TaskContext): Promise<FileAnswer> {
    const { answerFile, hereHost } = await import('../answerFile.js');
    return answerFile(request, hereHost(context));
  },

  async branches(
    { program, model, unroll, jobs, most }: BranchesQuestion,
    { stop }: TaskContext,
  ): Promise<BranchesResult | undefined> {
    const { exploreBranches } = await import('../../campaign/exploreBranches.js');
    return exploreBranches(theSame(program), jobs, most, { model, unroll, stop });
  },

  async trials(question: TrialsQuestion, { stop }: TaskContext): Promise<readonly CycleTrials[] | undefined> {
    const { answerTrials } = await import('../../campaign/trials.js');
    return answerTrials(question, stop);
  },

  async crosscheck(job: Job, { onStep }: TaskContext): Promise<Sums> {
    const { doJob } = await import('../crosscheck/job.js');
    return doJob(job, onStep);
  },

  /** The log of a recorded run. */
  async analyse(
    { trace, question }: { readonly trace: string; readonly question: RunQuestion },
    { onPhase }: TaskContext,
  ): Promise<RunAnalysis> {
    const [{ analyseRun }, { Symbols }] = await Promise.all([
      import('../../record/analyse.js'),
      import('../../record/symbols.js'),
    ]);
    onPhase('reading');
    symbols ??= new Symbols();
    return analyseRun(trace, question, symbols);
  },

  async generate({ tests, options }: GenerateRequest, context: TaskContext): Promise<number> {
    const { generateTests } = await import('../generate.js');
    context.onPhase('generating');
    return generateTests(tests, options, context);
  },
};

export type Tasks = typeof tasks;

const limitsIn = (limits: PlainLimits, { stop, onPhase, onProgress }: TaskContext): Limits => ({
  ...limits,
  stop,
  onPhase,
  onProgress,
  guard: (work, engine) => (engine === 'symbolic' ? optimisedLate(work) : work()),
});

/** The known lines of a program, for its next run. */
let symbols: Symbols | undefined;

let last: Program | undefined;

/** The previous question's program if it is equal. Caches know a program by its identity, which messages lose. */
function theSame(program: Program): Program {
  if (last === undefined || !isDeepStrictEqual(last, program)) last = program;
  return last;
}

async function respondentOf(name: EngineName, { memoryMb }: TaskContext): Promise<Respondent> {
  const [{ startEngines }, { asRespondent }] = await Promise.all([
    import('../../verdict/engines.js'),
    import('../../verdict/respondent.js'),
  ]);
  const [engine] = await startEngines(name, { memoryMb });
  return asRespondent(engine);
}
