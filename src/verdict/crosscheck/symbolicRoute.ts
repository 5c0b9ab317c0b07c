// What the symbolic engine says, with the questions a user would ask it. Each execution it shows is run on the plain
// machine and judged by the cat file.

import type { CatModel } from '../../cat/ast.js';
import { judge } from '../../cat/judge.js';
import { loadModel } from '../../cat/models.js';
import type { ModelName } from '../../execution/execution.js';
import type { Program } from '../../program/program.js';
import type { Shown, SymbolicEngine, SymbolicOptions } from '../../symbolic/index.js';
import { outcomeKey } from '../answer.js';
import type { Inquiries } from './inquiries.js';
import { askedFormula, type CrosscheckLimits, comparableFinding, loopKey, type Part } from './options.js';
import { replays } from './replays.js';

/** What is asked of the symbolic engine. */
export type SymbolicQueries = Pick<
  SymbolicEngine,
  'outcomes' | 'reachable' | 'findings' | 'robust' | 'count'
>;

export function askSymbolic(
  inquiries: Inquiries,
  engine: SymbolicQueries,
  program: Program,
  parts: ReadonlySet<Part>,
  limits: CrosscheckLimits,
  /** Graphs beyond this number are not counted: there are more of them than there should be. */
  mostGraphs: number,
): void {
  const route = new SymbolicRoute(inquiries, engine, program, limits);
  if (parts.has('engines')) {
    route.askOutcomes();
    route.askFindings();
    if (inquiries.model !== 'sc') route.askRobustness();
  }
  if (parts.has('traces')) route.askTraces(mostGraphs);
  if (parts.has('engines')) route.certify();
}

class SymbolicRoute {
  readonly #options: SymbolicOptions & { readonly unroll: number };
  readonly #model: ModelName;
  readonly #shown: Shown[] = [];

  constructor(
    readonly inquiries: Inquiries,
    readonly engine: SymbolicQueries,
    readonly program: Program,
    limits: CrosscheckLimits,
  ) {
    const { unroll, timeLimitMs } = limits;
    this.#model = inquiries.model;
    this.#options = {
      model: this.#model,
      unroll,
      ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
    };
  }

  askOutcomes(): void {
    const { inquiries, engine, program } = this;
    inquiries.ask('symbolic', ['outcomes', 'cut loops'], () => {
      const { outcomes, cutLoops, complete } = engine.outcomes(program, this.#options);
      inquiries.say('outcomes', 'symbolic', { kind: 'set', items: outcomes.map(outcomeKey), complete });
      const items = cutLoops.map(({ thread, label }) => loopKey(thread, label));
      inquiries.say('cut loops', 'symbolic', { kind: 'set', items, complete });
    });
    const formula = askedFormula(program);
    if (formula === undefined) return;
    inquiries.ask('symbolic', ['condition'], () => {
      const { reachable, shown } = engine.reachable(program, formula, this.#options);
      inquiries.say('condition', 'symbolic', truth(reachable));
      this.#show(shown);
    });
  }

  askFindings(): void {
    const { inquiries, engine, program } = this;
    inquiries.ask('symbolic', ['findings'], () => {
      const { findings, complete } = engine.findings(program, this.#options);
      const items = findings.map((f) => comparableFinding(f.finding));
      inquiries.say('findings', 'symbolic', { kind: 'set', items, complete });
      for (const finding of findings) this.#show(finding);
    });
  }

  askRobustness(): void {
    const { inquiries, engine, program } = this;
    inquiries.ask('symbolic', ['robustness'], () => {
      const { robust, violation } = engine.robust(program, this.#options);
      inquiries.say('robustness', 'symbolic', truth(robust === 'unknown' ? robust : !robust));
      this.#show(violation);
    });
  }

  askTraces(most: number): void {
    const { inquiries, engine, program } = this;
    inquiries.ask('symbolic', ['traces'], () => {
      const { graphs, complete } = engine.count(program, { ...this.#options, most });
      inquiries.say('traces', 'symbolic', { kind: 'count', count: graphs, complete });
    });
  }

  /** As many executions as were shown must be what they claim to be. */
  certify(): void {
    const { inquiries, program } = this;
    const shown = this.#shown;
    const count = (n: number) => ({ kind: 'count', count: n, complete: true }) as const;
    if (shown.length === 0) return;
    inquiries.say('witnesses', 'symbolic', count(shown.length));
    inquiries.ask('machine', ['witnesses'], () => {
      const good = shown.filter((s) => s.witness === undefined || replays(program, s.witness, this.#options));
      inquiries.say('witnesses', 'machine', count(good.length));
    });
    inquiries.ask('cat', ['witnesses'], () => {
      const model: CatModel = loadModel(this.#model);
      const good = shown.filter(({ execution }) => judge(model, program, execution).allowed);
      inquiries.say('witnesses', 'cat', count(good.length));
    });
  }

  #show(shown: Shown | undefined): void {
    if (shown !== undefined) this.#shown.push(shown);
  }
}

const truth = (exists: boolean | 'unknown') =>
  exists === 'unknown'
    ? ({ kind: 'exists', exists: false, complete: false } as const)
    : ({ kind: 'exists', exists, complete: true } as const);
