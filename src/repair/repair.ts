// Fence synthesis: the cheapest candidates that rule out every execution that must not be. Implicit hitting sets: executions
// give clauses (clauses.ts), a cheapest hitting set of the clauses is proposed, an engine looks for an execution that is
// still there; when there is none, the changed text is read again and every engine asked. Since every repair hits all
// clauses, none is cheaper.

import type { Witness } from '../execution/execution.js';
import type { Addition, Candidate, Editable } from '../program/editable.js';
import { Marks } from '../program/effects.js';
import type { Program } from '../program/program.js';
import { present } from '../support/present.js';
import { type Claim, type Engine, type EngineName, guarded, type Limits } from '../verdict/engine.js';
import type { Executor } from '../verdict/executor.js';
import type { Confirm } from '../verdict/race.js';
import { type Clause, ClauseSource, type Shown } from './clauses.js';
import { type Costs, defaultCosts } from './costs.js';
import { type Counterexample, findCounterexample } from './counterexample.js';
import { asserted, forAssertions, type Goal } from './goal.js';
import { cheapestHittingSet, hittingSetsUpTo } from './hittingSet.js';
import { passings } from './passings.js';
import { type Verification, verify } from './verification.js';

export interface RepairQuestion {
  readonly model: 'tso' | 'pso';
  /** Assertions if the model breaks one, else robustness, if absent. */
  readonly goal?: Goal;
  readonly engines: readonly (Engine | Executor)[];
  readonly limits: Limits;
  /** How long the verification by one engine waits for the other; absent: as long as that needs. */
  readonly confirm?: Confirm;
  readonly costs?: Costs;
  /** The allowed additions; fences if absent. */
  readonly additions?: readonly Addition[];
  /**
   * The candidates are the fences that the program has; fences that are not chosen are removed. The goal is then
   * robustness or, if the program is not robust, its assertions.
   */
  readonly redundant?: boolean;
  /** All of the least cost, not only one. */
  readonly all?: boolean;
  readonly onRound?: (round: Round) => void;
}

export interface Round {
  readonly number: number;
  readonly clauses: number;
  readonly proposed: readonly Candidate[];
}

/** One thing to add, with what happens without it. */
export interface Choice {
  readonly candidate: number;
  /** How many of the executions that were found it alone rules out, and how many at all. */
  readonly needed: number;
  readonly breaks: number;
  /** An execution of the program with all the others. */
  readonly without?: Example;
}

/** An execution and the program it is of. */
export interface Example {
  readonly program: Program;
  readonly claim: Claim;
  readonly witness: Witness;
}

export interface Repair {
  readonly choices: readonly Choice[];
  readonly cost: number;
  readonly verification: Verification;
}

export interface RepairResult {
  readonly model: 'tso' | 'pso';
  readonly goal: Goal;
  readonly answer:
    | { readonly kind: 'none-needed'; readonly verification: Verification }
    /** Of least cost; more than one if all were asked for. */
    | { readonly kind: 'repaired'; readonly repairs: readonly Repair[] }
    /** It fails under SC. */
    | { readonly kind: 'fails-under-sc'; readonly example: Example }
    /** It fails with everything added that can be. */
    | { readonly kind: 'no-place'; readonly example: Example }
    /** An engine has an execution that another denies. */
    | { readonly kind: 'disagreement'; readonly verification: Verification }
    | { readonly kind: 'unknown'; readonly confirmedBy: readonly EngineName[] };
  readonly rounds: number;
  readonly clauses: number;
  /** Candidates that could be chosen. */
  readonly candidates: number;
  /** Clauses that had to be weakened. */
  readonly weakened: number;
  readonly ms: number;
  /** Its time was over, or nearly so: with more there may be an answer in place of none. */
  readonly isOutOfTime: boolean;
}

export async function repair(editable: Editable, question: RepairQuestion): Promise<RepairResult> {
  const search = guarded(question.limits, () => new RepairSearch(editable, question));
  return search.run();
}

/** A place in a header costs this much more, so that headers change only if nothing else is as cheap. */
const headerCost = 1e-4;

/** Of places that are as cheap the one that is passed least often, as far as the text tells: so much for each time. */
const passingCost = 1e-7;

class RepairSearch {
  readonly #editable: Editable;
  readonly #question: RepairQuestion;
  readonly #start = performance.now();
  readonly #deadline: number;
  readonly #marks: Marks;
  readonly #passings: ReadonlyMap<number, number>;
  readonly #clauses: Clause[] = [];
  #rounds = 0;
  #goal: Goal = 'robust';
  #source: ClauseSource;

  constructor(editable: Editable, question: RepairQuestion) {
    this.#editable = editable;
    this.#question = question;
    const { timeLimitMs } = question.limits;
    this.#deadline = timeLimitMs === undefined ? Number.POSITIVE_INFINITY : this.#start + timeLimitMs;
    this.#marks = new Marks(editable);
    this.#passings = passings(editable.marked, this.#marks);
    this.#source = this.#sourceFor('robust');
  }

  async run(): Promise<RepairResult> {
    const { goal, redundant } = this.#question;
    if (redundant === true) return this.#result(await this.#fewest());
    if (goal !== 'robust') {
      this.#setGoal('assertions');
      const first = await this.#search([]);
      if (first.kind === 'found') return this.#result(await this.#brokenAssertions(first.counterexample));
      if (first.kind === 'unknown') return this.#result({ kind: 'unknown', confirmedBy: [] });
      if (goal === 'assertions') return this.#result(await this.#noneNeeded());
      this.#setGoal('robust');
    }
    return this.#result(await this.#synthesise());
  }

  /** The fences that have to stay. */
  async #fewest(): Promise<RepairResult['answer']> {
    const { goal } = this.#question;
    if (goal === 'assertions') this.#setGoal(goal);
    else if (goal === undefined) {
      const whole = await this.#search(this.#source.universe);
      if (whole.kind === 'unknown') return { kind: 'unknown', confirmedBy: [] };
      if (whole.kind === 'found') this.#setGoal('assertions');
    }
    return this.#synthesise();
  }

  /** Whether the state of an \`exists\` is to be ruled out. */
  get #rulesOut(): boolean {
    return this.#question.goal === 'assertions';
  }

  #setGoal(goal: Goal): void {
    this.#goal = goal;
    this.#source = this.#sourceFor(goal);
  }

  #sourceFor(goal: Goal): ClauseSource {
    const { model, limits, additions = ['full', 'store-store'] } = this.#question;
    const { candidates, marked } = this.#editable;
    const useful = (add: Addition): boolean =>
      additions.includes(add) && (model === 'pso' || (add !== 'store-store' && add !== 'release'));
    return new ClauseSource(
      candidates,
      [...candidates.keys()].filter((c) => useful(candidates[c].add)),
      this.#marks,
      goal === 'robust' ? marked : forAssertions(marked, this.#rulesOut, limits),
      model,
      limits.unroll,
    );
  }

  async #brokenAssertions(found: Counterexample): Promise<RepairResult['answer']> {
    const { engines, limits } = this.#question;
    const program = this.#source.program([]);
    const sc = await findCounterexample(program, 'assertions', 'sc', engines, limits, this.#deadline);
    if (sc.kind === 'found') return { kind: 'fails-under-sc', example: { program, ...sc.counterexample } };
    if (sc.kind === 'unknown') return { kind: 'unknown', confirmedBy: [] };
    this.#learn([], found);
    return this.#synthesise();
  }

  async #noneNeeded(): Promise<RepairResult['answer']> {
    const verification = await this.#verify([]);
    switch (verification.verdict) {
      case 'holds':
        return { kind: 'none-needed', verification };
      case 'disagreement':
        return { kind: 'disagreement', verification };
      case 'fails':
      case 'unknown':
        return { kind: 'unknown', confirmedBy: verification.confirmedBy };
    }
  }

  async #synthesise(): Promise<RepairResult['answer']> {
    for (;;) {
      const proposal = this.#cheapest();
      if (proposal === undefined) return this.#noPlace();
      const tried = await this.#try(proposal);
      if (tried.kind === 'refuted') continue;
      if (tried.kind !== 'verified') return tried;
      if (proposal.length === 0) return { kind: 'none-needed', verification: tried.verification };
      const repairs = [this.#repairOf(proposal, tried.verification)];
      return this.#question.all === true ? this.#rest(repairs, proposal) : { kind: 'repaired', repairs };
    }
  }

  /** The other repairs that cost as much as the one that is known. */
  async #rest(known: readonly Repair[], first: readonly number[]): Promise<RepairResult['answer']> {
    const repairs = [...known];
    const done = new Set([keyOf(first)]);
    const most = first.reduce((sum, c) => sum + this.#cost(c), 0) + headerCost * 100;
    for (;;) {
      const next = this.#guarded(() =>
        hittingSetsUpTo(this.#sets(), (c) => this.#cost(c), most).find((set) => !done.has(keyOf(set))),
      );
      if (next === undefined) return { kind: 'repaired', repairs };
      const tried = await this.#try(next);
      if (tried.kind === 'refuted') continue;
      if (tried.kind !== 'verified') return tried;
      done.add(keyOf(next));
      repairs.push(this.#repairOf(next, tried.verification));
    }
  }

  async #try(
    proposal: readonly number[],
  ): Promise<
    | { readonly kind: 'refuted' }
    | { readonly kind: 'verified'; readonly verification: Verification }
    | Extract<RepairResult['answer'], { kind: 'unknown' | 'disagreement' }>
  > {
    this.#rounds++;
    this.#question.onRound?.({
      number: this.#rounds,
      clauses: this.#clauses.length,
      proposed: proposal.map((c) => this.#editable.candidates[c]),
    });
    const found = await this.#search(proposal);
    if (found.kind === 'found') {
      this.#learn(proposal, found.counterexample);
      return { kind: 'refuted' };
    }
    if (found.kind === 'unknown') return { kind: 'unknown', confirmedBy: [] };
    const verification = await this.#verify(proposal);
    switch (verification.verdict) {
      case 'holds':
        return { kind: 'verified', verification };
      case 'disagreement':
        return { kind: 'disagreement', verification };
      case 'fails':
        // The text does more than what was searched: a bound cut its loops elsewhere.
        this.#clauses.push({
          candidates: this.#source.universe.filter((c) => !proposal.includes(c)),
        });
        return { kind: 'refuted' };
      case 'unknown':
        return { kind: 'unknown', confirmedBy: verification.confirmedBy };
    }
  }

  #learn(chosen: readonly number[], found: Counterexample): void {
    this.#clauses.push(...this.#guarded(() => this.#source.clauses(chosen, found)));
  }

  #search(chosen: readonly number[]): ReturnType<typeof findCounterexample> {
    const { engines, limits, model } = this.#question;
    const program = this.#guarded(() => this.#source.program(chosen));
    return findCounterexample(program, this.#goal, model, engines, limits, this.#deadline);
  }

  #verify(chosen: readonly number[]): Promise<Verification> {
    const { engines, limits, model, confirm } = this.#question;
    const left = this.#deadline - performance.now();
    const timed = Number.isFinite(left) ? { ...limits, timeLimitMs: Math.max(1, left) } : limits;
    const program = this.#guarded(() => this.#editable.read(chosen));
    return verify(asserted(program, this.#rulesOut), this.#goal, model, engines, timed, confirm);
  }

  async #noPlace(): Promise<RepairResult['answer']> {
    const everything = this.#source.universe;
    const shown = this.#clauses.find(({ candidates }) => candidates.length === 0)?.shown;
    const known = shown === undefined ? undefined : this.#example(shown, everything);
    if (known !== undefined) return { kind: 'no-place', example: known };
    const found = await this.#search(everything);
    if (found.kind !== 'found') return { kind: 'unknown', confirmedBy: [] };
    return {
      kind: 'no-place',
      example: { program: this.#source.program(everything), ...found.counterexample },
    };
  }

  #repairOf(proposal: readonly number[], verification: Verification): Repair {
    const { costs = defaultCosts } = this.#question;
    const { candidates } = this.#editable;
    const hits = (c: number, clause: Clause): boolean => clause.candidates.includes(c);
    const choices = proposal
      .toSorted((a, b) => a - b)
      .map((c): Choice => {
        const others = proposal.filter((o) => o !== c);
        const alone = this.#clauses.filter(
          (clause) => hits(c, clause) && !others.some((o) => hits(o, clause)),
        );
        const shown = alone.flatMap((clause) => clause.shown ?? []).at(0);
        const without = shown === undefined ? undefined : this.#example(shown, others);
        return {
          candidate: c,
          needed: alone.length,
          breaks: this.#clauses.filter((clause) => hits(c, clause)).length,
          ...present({ without }),
        };
      });
    const cost = proposal.reduce((sum, c) => sum + costs[candidates[c].add], 0);
    return { choices, cost, verification };
  }

  #example(shown: Shown, chosen: readonly number[]): Example | undefined {
    const witness = this.#guarded(() => this.#source.witness(shown, chosen));
    return witness === undefined
      ? undefined
      : { program: this.#source.program(chosen), claim: shown.claim, witness };
  }

  #sets(): readonly (readonly number[])[] {
    return this.#clauses.map(({ candidates }) => candidates);
  }

  #cheapest(): readonly number[] | undefined {
    return this.#guarded(() => cheapestHittingSet(this.#sets(), (c) => this.#cost(c)));
  }

  /** Does what may take long and asks no engine. */
  #guarded<T>(work: () => T): T {
    return guarded(this.#question.limits, work);
  }

  #cost(c: number): number {
    const { add, source, fences } = this.#editable.candidates[c];
    const { costs = defaultCosts } = this.#question;
    const passed = fences.reduce((sum, { place }) => sum + (this.#passings.get(place) ?? 0), 0) || 1;
    return costs[add] + (source.file === undefined ? 0 : headerCost) + passingCost * passed;
  }

  #result(answer: RepairResult['answer']): RepairResult {
    const ms = performance.now() - this.#start;
    return {
      model: this.#question.model,
      goal: this.#goal,
      answer,
      rounds: this.#rounds,
      clauses: this.#clauses.length,
      candidates: this.#source.universe.length,
      weakened: this.#source.weakened,
      ms,
      isOutOfTime: ms > 0.8 * (this.#deadline - this.#start),
    };
  }
}

const keyOf = (set: readonly number[]): string => set.toSorted((a, b) => a - b).join();
