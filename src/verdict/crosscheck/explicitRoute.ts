// The explicit engine's answers: all come from one exploration with optimal DPOR. Each visited execution runs again
// on the plain machine and is judged by the cat file.

import { judge } from '../../cat/judge.js';
import { loadModel } from '../../cat/models.js';
import { type ModelName, outcomeKey, traceKey } from '../../execution/execution.js';
import { cutLoopKey } from '../../execution/finding.js';
import { isSequentiallyConsistent } from '../../execution/hb.js';
import { type Exploration, explore } from '../../explicit/explore.js';
import type { Program } from '../../program/program.js';
import { satisfies } from '../condition.js';
import type { Inquiries } from './inquiries.js';
import { askedFormula, type CrosscheckLimits, comparableFinding, type Part } from './options.js';
import type { QuestionName, RouteName } from './routeAnswer.js';

export function askExplicit(
  inquiries: Inquiries,
  program: Program,
  parts: ReadonlySet<Part>,
  limits: CrosscheckLimits,
): Exploration | undefined {
  const { model } = inquiries;
  const seen = new VisitedTraces(program, model, parts);
  const exploration = inquiries.ask('explicit', questionsOf(parts, model), () =>
    explore(program, {
      model,
      ...limits,
      onRestart: () => seen.restart(),
      onExecution: (witness) => seen.execution(witness().execution),
    }),
  );
  inquiries.spend('cat', seen.catMs);
  inquiries.spend('explicit', -seen.catMs);
  if (exploration === undefined) return undefined;
  const { complete } = exploration;
  if (parts.has('engines')) sayAnswers(inquiries, program, exploration);
  else if (parts.has('searches')) saySeen(inquiries, 'explicit', exploration);
  if (parts.has('traces') || parts.has('searches'))
    inquiries.say('traces', 'explicit', { kind: 'count', count: exploration.executions, complete });
  if (parts.has('traces')) {
    inquiries.say('executions', 'explicit', { kind: 'count', count: seen.visited, complete: true });
    inquiries.say('executions', 'cat', { kind: 'count', count: seen.allowed, complete: true });
  }
  if (questionsOf(parts, model).includes('robustness'))
    inquiries.say('robustness', 'explicit', { kind: 'exists', exists: seen.cyclic, complete });
  return exploration;
}

/** The questions that the exploration answers. If it fails they have no answer. */
function questionsOf(parts: ReadonlySet<Part>, model: ModelName): QuestionName[] {
  const robustness = model !== 'sc' && (parts.has('engines') || parts.has('monitors'));
  return [
    ...(parts.has('engines') || parts.has('searches')
      ? (['outcomes', 'findings', 'cut loops'] as const)
      : []),
    ...(parts.has('traces') || parts.has('searches') ? (['traces'] as const) : []),
    ...(robustness ? (['robustness'] as const) : []),
  ];
}

/** Adds the answers that every search of the explicit engine gives: outcomes and findings. */
export function saySeen(
  inquiries: Inquiries,
  route: RouteName,
  { complete, outcomes, findings, cutLoops }: Exploration,
): void {
  const say = (question: 'outcomes' | 'findings' | 'cut loops', items: readonly string[]): void =>
    inquiries.say(question, route, { kind: 'set', items, complete });
  say('outcomes', outcomes.map(outcomeKey));
  say(
    'findings',
    findings.map(({ finding }) => comparableFinding(finding)),
  );
  say('cut loops', cutLoops.map(cutLoopKey));
}

function sayAnswers(inquiries: Inquiries, program: Program, exploration: Exploration): void {
  const { complete, outcomes } = exploration;
  saySeen(inquiries, 'explicit', exploration);
  const formula = askedFormula(program);
  if (formula === undefined) return;
  const exists = outcomes.some(satisfies(program, formula));
  inquiries.say('condition', 'explicit', { kind: 'exists', exists, complete });
}

/** Looks at every execution the exploration visits. */
class VisitedTraces {
  visited = 0;
  allowed = 0;
  cyclic = false;
  catMs = 0;
  readonly #keys = new Set<string>();

  constructor(
    readonly program: Program,
    readonly model: ModelName,
    readonly parts: ReadonlySet<Part>,
  ) {}

  /** All executions come once more. */
  restart(): void {
    this.visited = 0;
    this.allowed = 0;
    this.#keys.clear();
  }

  execution(execution: Parameters<typeof traceKey>[0]): void {
    if (this.model !== 'sc') this.cyclic ||= !isSequentiallyConsistent(execution);
    if (!this.parts.has('traces')) return;
    this.visited++;
    // A trace that was visited before is one too many: it counts as not allowed.
    const key = traceKey(execution);
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    const start = performance.now();
    if (judge(loadModel(this.model), this.program, execution).allowed) this.allowed++;
    this.catMs += performance.now() - start;
  }
}
