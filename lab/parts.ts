// Parts that put a question of `diptych` to one engine, and what follows from the answers of both. Cells are named after the
// engine: explicitVerdict, explicitTime, explicitMemory, executions, blocked; symbolicVerdict, symbolicTime, symbolicMemory,
// events, variables, clauses, solves, encodeSeconds, solveSeconds. explicitStart and symbolicStart are the CPU seconds it
// takes to start Node, the engine and, for a C program, its parser; explicitRead and symbolicRead those of the front end. All these are apart from the time.

import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { ModelName } from '#diptych/execution/execution.js';
import { cutLoopKey, findingPlaceKey } from '#diptych/execution/finding.js';
import type { WeakModel } from '#diptych/explicit/monitors/index.js';
import { readProgram } from '#diptych/frontend/index.js';
import { familyProgram } from '#diptych/generate/families.js';
import { defaultUnroll } from '#diptych/program/loopBounds.js';
import type { Program } from '#diptych/program/program.js';
import { askCheck, type ModelCheck } from '#diptych/verdict/check.js';
import type { Engine, EngineName, Limits } from '#diptych/verdict/engine.js';
import { startEngines } from '#diptych/verdict/engines.js';
import { homeFolder } from './home.js';
import type { KnownVerdict, PaperProgram, PaperVariant } from './papers/manifest.js';
import { cpuLimit, cpuSeconds, peakMemory, timed } from './run/measure.js';
import { type Cell, type Cells, type Limit, type Part, type Problem, timeCell } from './table.js';

/** A program to ask about; equal keys mean equal programs. */
export interface Subject {
  readonly key: string;
  readonly unroll: number;
  read(): Promise<Program>;
}

export const paperSubject = ({ group, name, file }: PaperProgram, variant: PaperVariant): Subject => ({
  key: `${group}/${name} ${variant.name}`,
  unroll: variant.unroll,
  read: () => readProgram(file, { defines: variant.defines, unroll: variant.unroll }),
});

export const fileSubject = (file: string, unroll = defaultUnroll): Subject => ({
  key: `${relative(homeFolder, file)} ${unroll}`,
  unroll,
  read: () => readProgram(file, { unroll }),
});

export const familySubject = (family: string, n: number): Subject => ({
  key: `family ${family} ${n}`,
  unroll: defaultUnroll,
  read: async () => familyProgram(family, n),
});

export const engineNames: readonly EngineName[] = ['explicit', 'symbolic'];

/** `diptych check` with each engine, in a process of its own. */
export const checkParts = (subject: Subject, model: ModelName): Part[] =>
  engineNames.map((name) => ({
    name,
    time: `${name}Time`,
    shared: `check ${name} ${model} ${subject.key}`,
    measure: async (limit) =>
      ask(name, subject, limit, async (program, engine, limits) => {
        const question = { models: [model], engines: [engine], limits, strict: false };
        const [result] = (await askCheck(program, question)).results;
        return {
          finished: result.verdict !== 'unknown',
          statistics: result.answer.engines.get(name)?.statistics ?? {},
          cells: { [`${name}Verdict`]: result.verdict, [`${name}Found`]: foundDigest(result) },
        };
      }),
  }));

/** Whether every trace is sequentially consistent, asked of each engine in a process of its own. */
export const robustParts = (subject: Subject, model: WeakModel, engines = engineNames): Part[] =>
  engines.map((name) => ({
    name: `${name} robust`,
    time: `${name}Time`,
    shared: `robust ${name} ${model} ${subject.key}`,
    measure: async (limit) =>
      ask(name, subject, limit, async (program, engine, limits) => {
        const answer = await engine.robust?.(program, model, { ...limits, spinAssume: false });
        const robust = answer?.robust ?? null;
        return {
          finished: robust !== null,
          statistics: answer?.statistics ?? {},
          cells: { [`${name}Verdict`]: robust === null ? 'unknown' : robust ? 'robust' : 'not robust' },
        };
      }),
  }));

interface EngineCells {
  readonly finished: boolean;
  readonly statistics: Readonly<Record<string, number>>;
  readonly cells: Cells;
}

async function ask(
  name: EngineName,
  subject: Subject,
  limit: Limit,
  question: (program: Program, engine: Engine, limits: Limits) => Promise<EngineCells>,
): Promise<Cells> {
  const [engine] = await startEngines(name);
  const start = cpuSeconds();
  const read = await timed(() => subject.read());
  const limits = { unroll: subject.unroll, ...cpuLimit(limit) };
  const { value, seconds } = await timed(() => question(read.value, engine, limits));
  const { encodeMs, solveMs, ms: _wall, certified: _certified, ...counts } = value.statistics;
  return {
    ...value.cells,
    ...counts,
    ...(encodeMs === undefined ? {} : { encodeSeconds: encodeMs / 1000 }),
    ...(solveMs === undefined ? {} : { solveSeconds: solveMs / 1000 }),
    [`${name}Time`]: timeCell(seconds, value.finished),
    [`${name}Start`]: start,
    [`${name}Read`]: read.seconds,
    [`${name}Memory`]: peakMemory(),
  };
}

/** A digest of the findings of a complete search: two engines that finish must have the same. */
function foundDigest({ answer }: ModelCheck): Cell {
  if (!answer.complete) return null;
  const keys = [
    ...answer.findings.map(({ finding }) => `finding ${findingPlaceKey(finding)}`),
    ...answer.cutLoops.map((loop) => `cut ${cutLoopKey(loop)}`),
  ];
  return createHash('sha256')
    .update([...new Set(keys)].sort().join('\n'))
    .digest('hex')
    .slice(0, 16);
}

const answers = (cells: Cells): string[] =>
  engineNames
    .map((name) => cells[`${name}Verdict`])
    .filter((verdict) => typeof verdict === 'string')
    .filter((verdict) => verdict !== 'unknown');

/** The verdict of the engines that have one; 'unknown' if none has. */
export const verdictOf = (cells: Cells): string => answers(cells).at(0) ?? 'unknown';

/** `agreement`: how far the engines confirm each other. With a problem if they do not. */
export function agreement(cells: Cells): { readonly cells: Cells; readonly problems: readonly Problem[] } {
  const [first, second] = answers(cells);
  const { explicitFound, symbolicFound } = cells;
  const seen = typeof explicitFound === 'string' && typeof symbolicFound === 'string';
  const contradiction =
    second !== undefined && first !== second
      ? `explicit ${first}, symbolic ${second}`
      : seen && explicitFound !== symbolicFound
        ? 'the engines found different things'
        : undefined;
  if (contradiction !== undefined)
    return {
      cells: { agreement: 'DISAGREE' },
      problems: [{ kind: 'disagreement', message: contradiction }],
    };
  const word = second !== undefined ? 'agree' : first === undefined ? 'no answer' : `only ${finisher(cells)}`;
  return { cells: { agreement: word }, problems: [] };
}

const finisher = (cells: Cells): string =>
  engineNames.find((name) => (cells[`${name}Verdict`] ?? 'unknown') !== 'unknown') ?? 'none';

/** The problems of a verdict that differs from the known one. An engine without an answer is not wrong. */
export const verdictProblems = (cells: Cells, expected: KnownVerdict | undefined): Problem[] => {
  const wrong = expected === undefined ? undefined : answers(cells).find((verdict) => verdict !== expected);
  return wrong === undefined ? [] : [{ kind: 'verdict', message: `expected ${expected}, found ${wrong}` }];
};
