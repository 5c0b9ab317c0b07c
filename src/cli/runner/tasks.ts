// The tasks of threads. Each part of diptych is loaded when it is first needed.

import { isDeepStrictEqual } from 'node:util';
import type { BranchesQuestion } from '../../campaign/branchesQuestion.js';
import type { BranchesResult } from '../../campaign/exploreBranches.js';
import type { TrialsQuestion } from '../../campaign/trials.js';
import type { ReadOptions } from '../../frontend/index.js';
import { optimisedLate } from '../../launcher/v8Flags.js';
import type { Program } from '../../program/program.js';
import type { RunAnalysis, RunQuestion } from '../../record/analyse.js';
import type { Symbols } from '../../record/symbols.js';
import type { CycleTrials } from '../../relax/trials.js';
import type { Sums } from '../../verdict/crosscheck/index.js';
import type { EngineName, Limits, Model } from '../../verdict/engine.js';
import type { About, AnswerTo, Executor, Kind } from '../../verdict/executor.js';
import type { FileAnswer, FileRequest } from '../answerFile.js';
import type { Job } from '../crosscheck/job.js';
import type { GenerateRequest } from '../generate.js';
import type { PlainLimits, TaskContext } from './task.js';

/** A question with limits that can leave a thread, and the engine that it is for. */
export interface SentQuestion<K extends Kind = Kind> {
  readonly engine: EngineName;
  readonly kind: K;
  readonly about: About<K>;
  readonly limits: PlainLimits;
}

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

  async ask<K extends Kind>(question: SentQuestion<K>, context: TaskContext): Promise<AnswerTo<K>> {
    const { engine, kind, about, limits } = question;
    const executor = await executorFor(engine, context);
    const isRepeated = !('showAll' in about && about.showAll === true);
    return executor.ask(
      kind,
      { ...about, program: theSame(about.program) },
      limitsIn(limits, context),
      (claim, shown) =>
        context.onFound(shown === undefined ? { claim } : { claim, shown, repeated: isRepeated }),
    );
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

/** The programs of the last questions. The same file may have one for SC and one for the weaker models. */
let last: readonly Program[] = [];
const mostPrograms = 2;

/** The program of an earlier question if it is equal. Caches know a program by its identity, which messages lose. */
function theSame(program: Program): Program {
  const same = last.find((one) => isDeepStrictEqual(one, program)) ?? program;
  last = [same, ...last.filter((one) => one !== same)].slice(0, mostPrograms);
  return same;
}

async function executorFor(name: EngineName, { memoryMb }: TaskContext): Promise<Executor> {
  const [{ startEngines }, { executorHere }] = await Promise.all([
    import('../../verdict/engines.js'),
    import('../../verdict/executor.js'),
  ]);
  const [engine] = await startEngines(name, { memoryMb });
  return executorHere(engine);
}
