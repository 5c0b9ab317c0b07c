// The final states and findings of a program under one model, as one engine sees them.

import type { Evidence, ModelName, Outcome } from '../../src/execution/execution.js';
import { outcomeKey } from '../../src/execution/execution.js';
import { findingPlaceKey } from '../../src/execution/finding.js';
import { scheduleText } from '../../src/execution/scheduleText.js';
import { printCondition } from '../../src/program/printCondition.js';
import type { Program } from '../../src/program/program.js';
import { cutText } from '../../src/report/notes.js';
import { StateNames } from '../../src/report/state.js';
import { threadName } from '../../src/report/witness.js';
import { present } from '../../src/support/present.js';
import { judgeCondition } from '../../src/verdict/condition.js';
import { type Engine, forFinalStates, type Limits, type Shortfall } from '../../src/verdict/engine.js';
import type { ModelStates, Reply, Run, RunForm, Source, StateRow } from '../protocol.js';
import { limitsOf } from './program.js';
import { tellProgress } from './progress.js';

export async function statesOf(
  program: Program,
  model: ModelName,
  engine: Engine,
  source: Source,
  say: (reply: Reply) => void,
  timeLimitMs?: number,
): Promise<ModelStates> {
  const names = new StateNames(program);
  const found = new Map<string, { readonly outcome: Outcome; readonly run: Run }>();
  const rowOf = (outcome: Outcome): StateRow => ({
    values: names.observed.map((_, i) => String(names.shown(outcome, i))),
    ...present({ run: found.get(outcomeKey(outcome))?.run }),
  });
  const tell = tellProgress(say);
  const partly = everySoOften(() => {
    const states = [...found.values()].slice(0, mostPartial).map(({ outcome }) => rowOf(outcome));
    say({ kind: 'states', answer: { ...begun(names, model, engine), states } });
  });
  const limits: Limits = {
    ...limitsOf(source),
    ...present({ timeLimitMs }),
    onProgress: (progress) => {
      tell(progress);
      partly();
    },
  };
  const asked = forFinalStates(program, limits, model);
  const said = await engine.explore(asked, model, limits, (claim, evidence) => {
    const run = runOf(evidence, 'states');
    if (claim.kind === 'outcome' && run !== undefined && !found.has(outcomeKey(claim.outcome)))
      found.set(outcomeKey(claim.outcome), { outcome: claim.outcome, run });
  });
  const { observation } = judgeCondition(program, said.outcomes, said.complete);
  const statistics: Readonly<Record<string, number>> = said.statistics;
  const { condition } = program;
  return {
    model,
    engine: engine.name,
    observed: names.observed,
    states: said.outcomes.map(rowOf),
    findings: said.findings.map(({ finding, shown }) => ({
      key: findingPlaceKey(finding),
      kind: finding.kind,
      message: finding.message,
      thread: threadName(program, finding.thread),
      ...present({ at: finding.at, run: shown === undefined ? undefined : runOf(shown, 'states') }),
    })),
    blindTo: said.blindTo ?? [],
    complete: said.complete,
    bounded: said.cutLoops.map((loop) => cutText(program, loop)),
    ms: statistics.ms ?? 0,
    work:
      engine.name === 'explicit'
        ? `${statistics.executions ?? 0} executions`
        : `${statistics.clauses ?? 0} clauses`,
    ...present({
      shortfall: said.shortfall === undefined ? undefined : shortfallText(said.shortfall),
      condition:
        condition === undefined ? undefined : { text: printCondition(program, condition), observation },
    }),
  };
}

/** So many states of a search that takes long are shown before it ends. */
const mostPartial = 200;
const partialMs = 700;

function everySoOften(work: () => void): () => void {
  let next = performance.now() + partialMs;
  return () => {
    if (performance.now() < next) return;
    work();
    next = performance.now() + partialMs;
  };
}

/** The answer of an engine that is still at work. */
const begun = ({ observed }: StateNames, model: ModelName, { name }: Engine): ModelStates => ({
  model,
  engine: name,
  observed,
  states: [],
  findings: [],
  blindTo: [],
  complete: false,
  bounded: [],
  ms: 0,
  work: 'at work',
});

/** An execution that a person can step through, if it has steps. */
export const runOf = ({ witness }: Evidence, form: RunForm): Run | undefined =>
  witness === undefined
    ? undefined
    : { form, model: witness.model, schedule: scheduleText(witness.schedule) };

export const timeIsOver = 'it has not finished yet';

function shortfallText(shortfall: Shortfall): string {
  switch (shortfall.kind) {
    case 'unsupported':
      return shortfall.diagnostic.message;
    case 'memory':
      return 'it ran out of memory';
    case 'time':
      return timeIsOver;
    default:
      return 'it was stopped';
  }
}
