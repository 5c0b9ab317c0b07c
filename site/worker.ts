// One engine in a worker of the page. It reads the program, answers model by model as answers come, and keeps the executions
// that answers rest on, so that the page can ask to see one.

import type { Evidence, ModelName } from '../src/execution/execution.js';
import { outcomeKey } from '../src/execution/execution.js';
import { parseLitmus } from '../src/frontend/litmus/index.js';
import { printCondition } from '../src/program/printCondition.js';
import type { Program } from '../src/program/program.js';
import { executionGraph } from '../src/report/graph/graph.js';
import { stepViews } from '../src/report/graph/steps.js';
import { graphSvg } from '../src/report/graph/svg.js';
import { robustText } from '../src/report/robustText.js';
import { StateNames } from '../src/report/state.js';
import { createStyle } from '../src/report/style.js';
import { InputError } from '../src/support/diagnostic.js';
import { present } from '../src/support/present.js';
import { judgeCondition } from '../src/verdict/condition.js';
import { type Engine, type EngineName, forFinalStates, type Limits } from '../src/verdict/engine.js';
import { askRobust } from '../src/verdict/robust.js';
import type { ExecutionView, ModelStates, Reply, Request, Source } from './protocol.js';

declare const self: DedicatedWorkerGlobalScope;

const say = (reply: Reply): void => self.postMessage(reply);

/** An execution that an answer rests on. */
export interface Kept {
  readonly program: Program;
  readonly evidence: Evidence;
  readonly title: string;
  readonly subtitle: string;
  readonly unroll: number;
  readonly race?: readonly [number, number];
}
const kept = new Map<string, Kept>();
let engineName: EngineName = 'explicit';
let start: () => Promise<Engine>;

/** Answers the page's questions with an engine that is started by the first of them. */
export function serve(name: EngineName, starting: () => Promise<Engine>): void {
  engineName = name;
  start = starting;
  self.onmessage = ({ data }: MessageEvent<Request>) => void reply(data);
}

async function reply(data: Request): Promise<void> {
  try {
    await answer(data);
  } catch (error) {
    if (error instanceof InputError) {
      const { message, hint, line, column, endColumn } = error.diagnostic;
      say({
        kind: 'problem',
        message,
        ...present({ hint, line, column, endColumn }),
      });
    } else say({ kind: 'problem', message: error instanceof Error ? error.message : String(error) });
  }
  say({ kind: 'done' });
}

async function answer(request: Request): Promise<void> {
  if (request.kind === 'execution') {
    const found = kept.get(request.key);
    if (found !== undefined) say({ kind: 'execution', view: viewOf(found) });
    return;
  }
  const limits: Limits = { unroll: request.source.unroll, spinAssume: true };
  const engine = await start();
  if (request.kind === 'repair') {
    const { repairs } = await import('./repairs.js');
    for await (const one of repairs(request.source, request.models, engine, limits))
      say({ kind: 'repair', answer: one });
    return;
  }
  const program = await read(request.source);
  switch (request.kind) {
    case 'outcomes':
      for (const model of request.models)
        say({ kind: 'states', answer: await statesOf(program, model, engine, limits) });
      return;
    case 'robust':
      return robustness(program, request.models, engine, limits);
    case 'races': {
      const { races } = await import('./races.js');
      const { answer: found, executions } = await races(program, request.source, engine, limits);
      for (const [key, execution] of executions) kept.set(key, execution);
      say({ kind: 'races', answer: found });
    }
  }
}

async function read({ text, language, unroll }: Source): Promise<Program> {
  if (language === 'litmus') return parseLitmus(text, 'program.litmus');
  const { parseC } = await import('../src/frontend/c/index.js');
  const { readHeader } = await import('./headers.js');
  return parseC(text, 'program.c', { unroll, readFile: readHeader });
}

async function statesOf(
  program: Program,
  model: ModelName,
  engine: Engine,
  limits: Limits,
): Promise<ModelStates> {
  const asked = forFinalStates(program, limits);
  const names = new StateNames(program);
  const keep = (key: string, evidence: Evidence, subtitle: string): string => {
    kept.set(key, {
      program: asked,
      evidence,
      title: `${program.name} under ${model}`,
      subtitle,
      unroll: limits.unroll,
    });
    return key;
  };
  const said = await engine.explore(asked, model, limits, (claim, evidence) => {
    if (claim.kind === 'outcome')
      keep(`${engineName} ${model} ${outcomeKey(claim.outcome)}`, evidence, names.state(claim.outcome));
  });
  const { verdict, observation } = judgeCondition(program, said.outcomes, said.complete);
  const statistics: Readonly<Record<string, number>> = said.statistics;
  return {
    model,
    engine: engineName,
    observed: names.observed,
    states: said.outcomes.map((outcome) => ({
      key: `${engineName} ${model} ${outcomeKey(outcome)}`,
      values: names.observed.map((_, i) => String(names.shown(outcome, i))),
    })),
    findings: said.findings.map(({ finding, shown }, i) => {
      const text = `${finding.kind}: ${finding.message}`;
      const key = `${engineName} ${model} finding ${i}`;
      return { text, key: shown === undefined ? key : keep(key, shown, text) };
    }),
    complete: said.complete,
    bounded: said.cutLoops.length > 0,
    ms: statistics.ms ?? 0,
    work:
      engineName === 'explicit'
        ? `${statistics.executions ?? 0} executions`
        : `${statistics.clauses ?? 0} clauses`,
    ...(program.condition === undefined
      ? {}
      : {
          condition: `${printCondition(program, program.condition)}: ${verdict} (${observation ?? 'unknown'})`,
        }),
  };
}

async function robustness(
  program: Program,
  models: readonly ModelName[],
  engine: Engine,
  limits: Limits,
): Promise<void> {
  const weak = models.filter((model): model is 'tso' | 'pso' => model !== 'sc');
  const verdict = await askRobust(program, {
    models: weak,
    engines: [engine],
    monitors: engineName === 'explicit' ? ['sober', 'bss-tso', 'bss-pso'] : [],
    limits: { ...limits, spinAssume: false },
  });
  const lines = robustText('program', verdict, limits.unroll, createStyle(false)).split('\n').slice(1);
  say({
    kind: 'robust',
    answers: verdict.results.map(({ model, robust, nonSc }) => {
      const key = `${engineName} robust ${model}`;
      if (nonSc !== undefined)
        kept.set(key, {
          program: verdict.program,
          evidence: { execution: nonSc.witness.execution, witness: nonSc.witness },
          title: `${program.name} is not robust under ${model}`,
          subtitle: 'the happens-before cycle is bold',
          unroll: limits.unroll,
        });
      return { model, robust, lines, ...(nonSc === undefined ? {} : { key }) };
    }),
  });
}

function viewOf({ program, evidence, unroll, ...words }: Kept): ExecutionView {
  const { title } = words;
  const svg = graphSvg(executionGraph(program, evidence, words));
  return { title, svg, steps: stepViews(program, evidence, unroll) };
}
