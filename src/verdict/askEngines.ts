// All models, all engines: the answers of each engine under each model, compared and merged. Engines on threads of
// their own race each other. On the caller's thread they take turns.

import type { Evidence } from '../execution/execution.js';
import { findingPlaceKey } from '../execution/finding.js';
import type { Program } from '../program/program.js';
import { InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import { combine, type ModelAnswer } from './answer.js';
import {
  type Claim,
  type Engine,
  type EngineAnswer,
  type EngineName,
  type FoundFinding,
  forFinalStates,
  type Limits,
  type Model,
} from './engine.js';
import { type Executor, type Explored, executorOf, type KeptOutcome, type OnFound } from './executor.js';
import { betweenLast, impliedBetween, impliedByWeaker } from './implied.js';
import type { Keep } from './keptOutcomes.js';
import { type Confirm, Race } from './race.js';
import { raised } from './raised.js';
import { TimeBudget } from './timeBudget.js';
import { inTurns } from './turns.js';

interface Inquest {
  readonly program: Program;
  readonly models: readonly Model[];
  readonly engines: readonly (Engine | Executor)[];
  readonly limits: Limits;
  readonly confirm?: Confirm;
  /** The same for engines that take turns on the thread of the caller; absent: each has as long as it needs. */
  readonly turns?: Confirm;
  /** Which executions of final states are kept; none if absent. */
  readonly keep?: Keep;
  /** Whether this alone is the answer for a model. */
  readonly decides?: (claim: Claim) => boolean;
  /** Called as soon as an answer for a model is decided. Engines on the caller's thread do not call it. */
  readonly onDecided?: (decided: Decided) => void;
}

/** The first thing that decides a model's answer. */
export interface Decided {
  readonly model: Model;
  readonly engine: EngineName;
  readonly claim: Claim;
}

interface ModelInquest {
  readonly answer: ModelAnswer;
  readonly kept: readonly KeptOutcome[];
}

/** In the order of the models. */
export async function askEngines(inquest: Inquest): Promise<ModelInquest[]> {
  const executors = inquest.engines.map(executorOf);
  const asking = new Asking(inquest, executors);
  if (executors.every(({ apart }) => apart)) await asking.sideBySide();
  else await asking.byTurns();
  return inquest.models.map((model) => asking.of(model));
}

class Asking {
  readonly #inquest: Inquest;
  readonly #executors: readonly Executor[];
  readonly #explored = new Map<Model, Map<EngineName, Explored>>();
  readonly #settled = new Set<Model>();
  /** By model the first finding under SC that is one there too. */
  readonly #raised = new Map<Model, { readonly by: EngineName; readonly found: FoundFinding }>();

  constructor(inquest: Inquest, executors: readonly Executor[]) {
    this.#inquest = inquest;
    this.#executors = executors;
    for (const model of inquest.models) this.#explored.set(model, new Map());
  }

  async byTurns(): Promise<void> {
    const { models, limits, turns = 'all' } = this.#inquest;
    const time = new TimeBudget(limits.timeLimitMs, models.length * this.#executors.length);
    const isComplete = ({ name }: Executor, model: Model): boolean =>
      this.#explored.get(model)?.get(name)?.answer.complete === true;
    // The solver may still be loading while the first engine is asked.
    await inTurns({
      engines: this.#executors,
      limits,
      confirm: turns,
      ask: async (executor, own) => {
        for (const model of models)
          if (!isComplete(executor, model)) await this.#ask(executor, model, own, time.next());
      },
      isDone: (executor) =>
        models.every((model) => {
          const kind = this.#explored.get(model)?.get(executor.name)?.answer.shortfall?.kind;
          return isComplete(executor, model) || kind === 'unsupported' || kind === 'executions';
        }),
      isSettled: () => models.every((model) => this.#executors.some((one) => isComplete(one, model))),
    });
  }

  async sideBySide(): Promise<void> {
    const { models, limits, confirm } = this.#inquest;
    const race = new Race(
      this.#executors.map(({ name }) => name),
      confirm,
      limits.settleMs,
      (name) => this.#isBehind(name),
    );
    try {
      await Promise.all(
        this.#executors.map(async (executor) => {
          const time = new TimeBudget(limits.timeLimitMs, models.length);
          const own = race.limitsOf(executor.name, limits);
          const ask = (model: Model): Promise<void> =>
            this.#ask(executor, model, own, time.nextOfFewer(), race);
          // Those that have to share a time take turns, or none may have enough of it.
          if (executor.many === true && limits.timeLimitMs === undefined) await Promise.all(models.map(ask));
          else
            for (const model of betweenLast(models))
              if (!this.#isImplied(executor, model, race)) await ask(model);
          race.ended(executor.name);
        }),
      );
    } finally {
      race.close();
    }
  }

  #isBehind(name: EngineName): boolean {
    const executor = this.#executors.find((one) => one.name === name);
    const hasAnswered = [...this.#explored.values()].some((by) => by.get(name)?.answer.complete === true);
    return !hasAnswered && executor?.isPreparing?.() === true;
  }

  /** Whether the engine's answers for other models imply the one for this model, without another search. */
  #isImplied({ name }: Executor, model: Model, race: Race): boolean {
    if (model !== 'tso' || !this.#onlyFindingsCount) return false;
    const [sc, pso] = (['sc', 'pso'] as const).map((other) => this.#explored.get(other)?.get(name));
    const explored = impliedBetween(sc, pso);
    if (explored === undefined) return false;
    this.#explored.get(model)?.set(name, explored);
    this.#settle(model, race);
    return true;
  }

  async #ask(
    executor: Executor,
    model: Model,
    limits: Limits,
    timeLimitMs: number | undefined,
    race?: Race,
  ): Promise<void> {
    const { program, models, keep, decides, onDecided } = this.#inquest;
    const search = race?.search();
    const signals = [limits.signal, search?.signal].flatMap((signal) => signal ?? []);
    const hear: OnFound | undefined =
      race === undefined
        ? undefined
        : (claim, shown) => {
            if (decides?.(claim) !== true) return;
            if (!this.#settled.has(model)) onDecided?.({ model, engine: executor.name, claim });
            this.#settle(model, race);
            search?.decided();
            if (model === 'sc') this.#raise(executor.name, claim, shown, race);
          };
    if (this.#raised.has(model)) search?.decided();
    const exploring = executor.ask(
      'explore',
      { program: forFinalStates(program, limits, model), model, ...present({ keep }) },
      {
        ...limits,
        severalModels: models.length > 1,
        ...present({ timeLimitMs, signal: signals.length === 0 ? undefined : AbortSignal.any(signals) }),
      },
      hear,
    );
    const explored = await exploring.finally(() => search?.over());
    this.#explored.get(model)?.set(executor.name, explored);
    if (race !== undefined && explored.answer.complete) this.#settle(model, race);
  }

  /** Decides the models that allow what was found under SC. */
  #raise(by: EngineName, claim: Claim, shown: Evidence | undefined, race: Race): void {
    const { program, models, limits, onDecided } = this.#inquest;
    if (claim.kind !== 'finding' || shown === undefined) return;
    for (const model of models) {
      if ((model !== 'tso' && model !== 'pso') || this.#settled.has(model)) continue;
      const evidence = raised(forFinalStates(program, limits, model), limits.unroll, model, claim, shown);
      if (evidence === undefined) continue;
      this.#raised.set(model, { by, found: { finding: claim.finding, shown: evidence } });
      onDecided?.({ model, engine: by, claim });
      this.#settle(model, race);
    }
  }

  #settle(model: Model, race: Race): void {
    if (this.#settled.has(model)) return;
    this.#settled.add(model);
    race.progressed();
    if (this.#settled.size === this.#inquest.models.length) race.settled();
  }

  #withRaised(model: Model, name: EngineName, answer: EngineAnswer): EngineAnswer {
    const raisedHere = this.#raised.get(model);
    if (raisedHere?.by !== name) return answer;
    const { found } = raisedHere;
    const key = findingPlaceKey(found.finding);
    if (answer.findings.some(({ finding }) => findingPlaceKey(finding) === key)) return answer;
    return { ...answer, findings: [...answer.findings, found] };
  }

  /** The engine's own answer, or what its answer for a weaker model implies. */
  #answerOf(model: Model, name: EngineName): EngineAnswer | undefined {
    const own = this.#explored.get(model)?.get(name);
    if (own === undefined || !this.#onlyFindingsCount) return own?.answer;
    return impliedByWeaker(model, own, (other) => this.#explored.get(other)?.get(name)) ?? own.answer;
  }

  /** A caller to whom final states matter is shown executions of the model itself. */
  get #onlyFindingsCount(): boolean {
    const { program, decides } = this.#inquest;
    return decides !== undefined && program.condition === undefined;
  }

  of(model: Model): ModelInquest {
    const explored = this.#explored.get(model) ?? new Map<EngineName, Explored>();
    const names = this.#executors.map(({ name }) => name);
    const answers = new Map<EngineName, EngineAnswer>();
    for (const name of names) {
      const answer = this.#answerOf(model, name);
      if (answer !== undefined) answers.set(name, this.#withRaised(model, name, answer));
    }
    refuseIfAllDo([...answers.values()]);
    const flawed = names.flatMap((name) => explored.get(name)?.flawed ?? []);
    const answeredBy = [...explored.keys()].filter((name) => answers.get(name)?.complete === true);
    return {
      answer: combine(model, answers, flawed, answeredBy),
      kept: names.flatMap((name) => explored.get(name)?.kept ?? []),
    };
  }
}

/** If every engine rejects the program, report the first engine's reason. */
function refuseIfAllDo(answers: readonly EngineAnswer[]): void {
  const [first, ...rest] = answers.map(({ shortfall }) => shortfall);
  if (first?.kind === 'unsupported' && rest.every((shortfall) => shortfall?.kind === 'unsupported'))
    throw new InputError(first.diagnostic);
}
