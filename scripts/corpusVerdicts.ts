// Compares engines with a folder of litmus files and the verdicts of an independent tool on them: a table
// verdicts.tsv with the columns file, model, Observation and the final states, `0:EAX=1;[x]=2` joined by ` | `.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModelName, modelNames } from '../src/execution/execution.js';
import { readLitmusFile } from '../src/frontend/litmus/index.js';
import { addressName, layOut } from '../src/program/layout.js';
import { defaultUnroll } from '../src/program/loopBounds.js';
import type { Program } from '../src/program/program.js';
import { differenceText } from '../src/report/differences.js';
import { StateNames } from '../src/report/state.js';
import type { ModelAnswer } from '../src/verdict/answer.js';
import { askEngines } from '../src/verdict/askEngines.js';
import { judgeCondition } from '../src/verdict/condition.js';
import type { Engine } from '../src/verdict/engine.js';

export interface Difference {
  readonly file: string;
  readonly model: ModelName;
  /** One line each. */
  readonly what: readonly string[];
}

export interface Comparison {
  readonly files: number;
  readonly verdicts: number;
  /** Executions that were certified. */
  readonly certified: number;
  readonly differences: readonly Difference[];
}

interface Verdict {
  readonly file: string;
  readonly model: ModelName;
  readonly observation: string;
  readonly states: ReadonlySet<string>;
}

export async function compareWithVerdicts(
  folder: string,
  engines: readonly Engine[],
  wanted: (file: string) => boolean = () => true,
): Promise<Comparison> {
  const verdicts = readVerdicts(folder).filter(({ file }) => wanted(file));
  const programs = new Map<string, Program>();
  const differences: Difference[] = [];
  let certified = 0;
  for (const verdict of verdicts) {
    const program = programs.get(verdict.file) ?? readLitmusFile(join(folder, verdict.file));
    programs.set(verdict.file, program);
    const limits = { unroll: defaultUnroll };
    const [{ answer }] = await askEngines({ program, models: [verdict.model], engines, limits });
    for (const { statistics } of answer.engines.values()) certified += statistics.certified;
    const what = compare(program, verdict, answer);
    if (what.length > 0) differences.push({ file: verdict.file, model: verdict.model, what });
  }
  return { files: programs.size, verdicts: verdicts.length, certified, differences };
}

function readVerdicts(folder: string): Verdict[] {
  const lines = readFileSync(join(folder, 'verdicts.tsv'), 'utf8').trimEnd().split('\n').slice(1);
  return lines.map((line) => {
    const [file, modelName, observation, states] = line.split('\t');
    const model = modelNames.find((name) => name === modelName);
    if (model === undefined) throw new Error(`verdicts.tsv names an unknown model: ${modelName}`);
    return { file, model, observation, states: new Set(states.split(' | ').map(canonical)) };
  });
}

/** A state with its parts in a fixed order. */
const canonical = (state: string): string => state.split(';').sort().join(';');

function compare(program: Program, verdict: Verdict, answer: ModelAnswer): string[] {
  const { outcomes, confirmed, findings, differences } = answer;
  const state = new StateNames(program);
  const layout = layOut(program);
  const names = program.observed.map((o) => {
    if (o.kind === 'register') return `${o.thread}:${o.register}`;
    const array = program.locations.some(({ name, array }) => name === o.location && array === true);
    return array ? `${o.location}[${o.index}]` : `[${o.location}]`;
  });
  const states = new Set(
    outcomes.map((outcome) =>
      canonical(
        outcome.map((value, i) => `${names[i]}=${addressName(program, layout, value) ?? value}`).join(';'),
      ),
    ),
  );
  const { observation } = judgeCondition(program, outcomes, confirmed);
  return [
    ...(observation === verdict.observation ? [] : [`observes ${observation}, not ${verdict.observation}`]),
    ...[...states].filter((state) => !verdict.states.has(state)).map((state) => `also reaches ${state}`),
    ...[...verdict.states].filter((state) => !states.has(state)).map((state) => `does not reach ${state}`),
    ...differences.map((difference) => differenceText(state, program, difference)),
    ...findings.map(({ finding }) => `finds ${finding.kind}: ${finding.message}`),
  ];
}
