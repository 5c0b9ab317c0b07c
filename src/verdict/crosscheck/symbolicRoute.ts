// The symbolic engine's answers to the questions that a user would ask. Each execution it shows is certified: run on
// the plain machine and judged by the cat file.

import { type Evidence, outcomeKey } from '../../execution/execution.js';
import { cutLoopKey } from '../../execution/finding.js';
import type { Program } from '../../program/program.js';
import { present } from '../../support/present.js';
import type { SymbolicEngine, SymbolicOptions } from '../../symbolic/index.js';
import type { Claim } from '../engine.js';
import { certifyShown, type ShownClaim } from './certified.js';
import type { Inquiries } from './inquiries.js';
import { askedFormula, type CrosscheckLimits, comparableFinding, type Part } from './options.js';

/** The questions to the symbolic engine. */
export type SymbolicQueries = Pick<
  SymbolicEngine,
  'outcomes' | 'reachable' | 'findings' | 'robust' | 'count' | 'survey'
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
  readonly #shown: ShownClaim[] = [];

  constructor(
    readonly inquiries: Inquiries,
    readonly engine: SymbolicQueries,
    readonly program: Program,
    limits: CrosscheckLimits,
  ) {
    const { unroll, timeLimitMs } = limits;
    this.#options = {
      model: inquiries.model,
      unroll,
      ...present({ timeLimitMs }),
    };
  }

  askOutcomes(): void {
    const { inquiries, engine, program } = this;
    inquiries.ask('symbolic', ['outcomes', 'cut loops'], () => {
      const { outcomes, cutLoops, complete } = engine.outcomes(program, this.#options);
      inquiries.say('outcomes', 'symbolic', { kind: 'set', items: outcomes.map(outcomeKey), complete });
      const items = cutLoops.map(cutLoopKey);
      inquiries.say('cut loops', 'symbolic', { kind: 'set', items, complete });
    });
    const formula = askedFormula(program);
    if (formula === undefined) return;
    inquiries.ask('symbolic', ['condition'], () => {
      const { reachable, shown } = engine.reachable(program, formula, this.#options);
      inquiries.say('condition', 'symbolic', truth(reachable));
      const outcome = shown?.execution.outcome;
      if (shown !== undefined) this.#show({ kind: 'outcome', outcome: outcome ?? [] }, shown);
    });
  }

  askFindings(): void {
    const { inquiries, engine, program } = this;
    inquiries.ask('symbolic', ['findings'], () => {
      const { findings, complete } = engine.findings(program, this.#options);
      const items = findings.map((f) => comparableFinding(f.finding));
      inquiries.say('findings', 'symbolic', { kind: 'set', items, complete });
      for (const { finding, ...shown } of findings) this.#show({ kind: 'finding', finding }, shown);
    });
  }

  askRobustness(): void {
    const { inquiries, engine, program } = this;
    inquiries.ask('symbolic', ['robustness'], () => {
      const { robust, violation } = engine.robust(program, this.#options);
      inquiries.say('robustness', 'symbolic', truth(robust === 'unknown' ? robust : !robust));
      if (violation !== undefined) this.#show({ kind: 'hb-cycle' }, violation);
    });
  }

  askTraces(most: number): void {
    const { inquiries, engine, program } = this;
    inquiries.ask('symbolic', ['traces'], () => {
      const { graphs, complete } = engine.count(program, { ...this.#options, most });
      inquiries.say('traces', 'symbolic', { kind: 'count', count: graphs, complete });
    });
  }

  certify(): void {
    certifyShown(this.inquiries, this.program, this.#shown, this.#options.unroll);
  }

  #show(claim: Claim, shown: Evidence): void {
    this.#shown.push({ claim, shown });
  }
}

const truth = (exists: boolean | 'unknown') =>
  exists === 'unknown'
    ? ({ kind: 'exists', exists: false, complete: false } as const)
    : ({ kind: 'exists', exists, complete: true } as const);
