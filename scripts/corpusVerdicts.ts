// Compares engines with the verdicts that an independent tool gave on the tests of the corpus.

import { type CorpusTest, type CorpusVerdict, canonicalState } from '../benchmarks/corpus/corpus.js';
import { type ModelName, modelNames } from '../src/execution/execution.js';
import { parseLitmus } from '../src/frontend/litmus/index.js';
import { AddressNames } from '../src/program/addressNames.js';
import { layOut } from '../src/program/layout.js';
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
  readonly verdicts: number;
  /** Executions that were certified. */
  readonly certified: number;
  readonly differences: readonly Difference[];
}

/** Asks about every test under every model, and says where the answer is not the recorded one. */
export async function compareWithVerdicts(
  tests: readonly CorpusTest[],
  engines: readonly Engine[],
): Promise<Comparison> {
  const differences: Difference[] = [];
  const limits = { unroll: defaultUnroll };
  let certified = 0;
  for (const { file, text, verdicts } of tests) {
    const program = parseLitmus(text, file);
    const asked = await askEngines({ program, models: modelNames, engines, limits });
    for (const [i, model] of modelNames.entries()) {
      const { answer } = asked[i];
      for (const { statistics } of answer.engines.values()) certified += statistics.certified;
      const what = compare(program, verdicts[model], answer);
      if (what.length > 0) differences.push({ file, model, what });
    }
  }
  return { verdicts: tests.length * modelNames.length, certified, differences };
}

function compare(program: Program, verdict: CorpusVerdict, answer: ModelAnswer): string[] {
  const { outcomes, confirmed, findings, differences } = answer;
  const state = new StateNames(program);
  const addresses = new AddressNames(program, layOut(program));
  const names = program.observed.map((o) => {
    if (o.kind === 'register') return `${o.thread}:${o.register}`;
    const array = program.locations.some(({ name, array }) => name === o.location && array === true);
    return array ? `${o.location}[${o.index}]` : `[${o.location}]`;
  });
  const states = new Set(
    outcomes.map((outcome) =>
      canonicalState(outcome.map((value, i) => `${names[i]}=${addresses.cell(value) ?? value}`).join(';')),
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
