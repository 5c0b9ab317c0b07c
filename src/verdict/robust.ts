// The question "is it robust: does every trace under the model also exist under SC?". Three routes lead to an answer:
// monitors on SC executions, traces of the weak machine, and the symbolic engine. A trace that is not sequentially
// consistent counts once it is certified. Its absence needs every route that could finish.

import { type CutLoop, cutLoopKey } from '../execution/finding.js';
import type { StrategyChoice } from '../explicit/explore.js';
import { type MonitorName, monitoredModel, type WeakModel } from '../explicit/monitors/index.js';
import type { Program } from '../program/program.js';
import { present } from '../support/present.js';
import type { Engine, EngineName, Limits } from './engine.js';
import { type Executor, executorOf } from './executor.js';
import type { MonitorAnswer, Monitored } from './monitored.js';
import { type Confirm, defaultConfirm, leastGraceMs, Race } from './race.js';
import type { NonScExecution, RouteAnswer } from './route.js';
import { comparedByStates, type ScStates, type StateRobustness } from './stateRobust.js';
import { TimeBudget } from './timeBudget.js';
import { inTurns } from './turns.js';

export type { NonScExecution } from './route.js';

export interface RobustQuestion {
  readonly models: readonly WeakModel[];
  readonly engines: readonly (Engine | Executor)[];
  readonly monitors: readonly MonitorName[];
  /** How the SC executions are chosen; with DPOR if absent. */
  readonly strategy?: StrategyChoice;
  readonly limits: Limits;
  /** How long the answer of one engine waits for the other, if they work side by side. */
  readonly confirm?: Confirm;
  /** The same if they take turns on the thread of the caller; absent: each has as long as it needs. */
  readonly turns?: Confirm;
}

export interface ModelRobustness {
  readonly model: WeakModel;
  readonly robust: boolean | null;
  /** No route denies what another has certified. */
  readonly agree: boolean;
  readonly nonSc?: NonScExecution;
  readonly states: StateRobustness;
  /** The loops that were cut, if it is robust only as far as they ran. */
  readonly bounded: readonly CutLoop[];
  readonly engines: ReadonlyMap<EngineName, RouteAnswer>;
  readonly monitors: readonly MonitorAnswer[];
}

/** An execution that is not sequentially consistent, and the program it is of. */
export interface ShownNonSc {
  readonly program: Program;
  readonly nonSc: NonScExecution;
}

/** The execution to show for a model: that of the state or finding which the verdict names, or else the one with the shortest cycle. */
export function shownNonSc(program: Program, { states, nonSc }: ModelRobustness): ShownNonSc | undefined {
  if (states.nonSc !== undefined) return { program: comparedByStates(program), nonSc: states.nonSc };
  return nonSc === undefined ? undefined : { program, nonSc };
}

export interface RobustVerdict {
  readonly program: Program;
  readonly results: readonly ModelRobustness[];
  /** The SC executions the monitors saw, if there were monitors. */
  readonly monitored?: Monitored;
}

export async function askRobust(program: Program, question: RobustQuestion): Promise<RobustVerdict> {
  const asking = new Asking(program, question);
  if (asking.executors.length > 1 && asking.executors.every(({ apart }) => apart)) await asking.sideBySide();
  else await asking.byTurns();
  const { monitored } = asking;
  return { program, results: await asking.results(), ...present({ monitored }) };
}

class Asking {
  readonly executors: readonly Executor[];
  monitored: Monitored | undefined;
  readonly #program: Program;
  readonly #question: RobustQuestion;
  readonly #limits: Limits;
  readonly #wanted: readonly { readonly name: MonitorName; readonly model: WeakModel }[];
  readonly #answers = new Map<WeakModel, Map<EngineName, RouteAnswer>>();
  readonly #start = performance.now();
  #time: TimeBudget;

  constructor(program: Program, question: RobustQuestion) {
    const { models, monitors, engines } = question;
    this.#program = program;
    this.#question = question;
    this.executors = engines.map(executorOf);
    // A spin loop that is run once has lost reads that may be part of a cycle.
    this.#limits = { ...question.limits, spinAssume: false };
    this.#wanted = monitors
      .map((name) => ({ name, model: monitoredModel[name] }))
      .filter(({ model }) => models.includes(model));
    for (const model of models) this.#answers.set(model, new Map());
    this.#time = new TimeBudget(
      question.limits.timeLimitMs,
      Number(this.#watches) + models.length * (engines.length + 1),
    );
  }

  get #explicit(): Executor | undefined {
    return this.executors.find(({ name }) => name === 'explicit');
  }

  get #watches(): boolean {
    return this.#explicit !== undefined && this.#wanted.length > 0;
  }

  async byTurns(): Promise<void> {
    const { models, turns = 'all' } = this.#question;
    const knows = ({ name }: Executor, model: WeakModel): boolean => {
      const answer = this.#answers.get(model)?.get(name);
      return (
        answer?.robust === true || answer?.nonSc !== undefined || answer?.shortfall?.kind === 'unsupported'
      );
    };
    // The solver may still be loading while the first engine is asked.
    await inTurns({
      engines: this.executors,
      limits: this.#limits,
      confirm: turns,
      ask: async (executor, own) => {
        await this.#watch(executor, own, this.#time);
        for (const model of models)
          if (!knows(executor, model)) await this.#ask(executor, model, own, this.#time);
      },
      isDone: (executor) => models.every((model) => knows(executor, model)),
      isSettled: () => models.every((model) => this.#isSettled(model)),
    });
    if (turns !== 'all') this.#time = new TimeBudget(this.#timeForStates(turns), models.length);
  }

  async sideBySide(): Promise<void> {
    const { models, confirm } = this.#question;
    const race = new Race(
      this.executors.map(({ name }) => name),
      confirm,
    );
    const settle = (): void => {
      if (models.every((model) => this.#isSettled(model))) race.settled();
    };
    try {
      await Promise.all(
        this.executors.map(async (executor) => {
          const limits = race.limitsOf(executor.name, this.#limits);
          // A share of the time is for the states.
          const time = new TimeBudget(limits.timeLimitMs, 2 * models.length + Number(this.#watches));
          await this.#watch(executor, limits, time);
          settle();
          for (const model of models) {
            await this.#ask(executor, model, limits, time);
            settle();
          }
          race.ended(executor.name);
        }),
      );
    } finally {
      race.close();
    }
    this.#time = new TimeBudget(this.#timeForStates(confirm), models.length);
  }

  /**
   * The remaining time. Without a limit it is as long again: the states are a remark on an answer that is already
   * there.
   */
  #timeForStates(confirm: Confirm = defaultConfirm): number | undefined {
    const { timeLimitMs } = this.#limits;
    const spent = performance.now() - this.#start;
    if (timeLimitMs !== undefined) return timeLimitMs - spent;
    return confirm === 'all' ? undefined : this.#question.models.length * Math.max(leastGraceMs, spent);
  }

  #isSettled(model: WeakModel): boolean {
    const routes = [...(this.#answers.get(model)?.values() ?? []), ...this.#monitorsOf(model)];
    return routes.some(({ robust, nonSc }) => robust === true || nonSc !== undefined);
  }

  #monitorsOf(model: WeakModel): readonly MonitorAnswer[] {
    return this.monitored?.answers.filter((answer) => answer.model === model) ?? [];
  }

  async #watch(executor: Executor, limits: Limits, time: TimeBudget): Promise<void> {
    if (executor !== this.#explicit || !this.#watches) return;
    const { strategy } = this.#question;
    this.monitored = await executor.ask(
      'monitor',
      { program: this.#program, monitors: this.#wanted, ...present({ strategy }) },
      timed(limits, time),
    );
  }

  async #ask(executor: Executor, model: WeakModel, limits: Limits, time: TimeBudget): Promise<void> {
    const answer = await executor.ask('robust', { program: this.#program, model }, timed(limits, time));
    if (answer !== undefined) this.#answers.get(model)?.set(executor.name, answer);
  }

  async results(): Promise<ModelRobustness[]> {
    const results: ModelRobustness[] = [];
    for (const model of this.#question.models) {
      const found = this.#answers.get(model);
      const answers = new Map(
        this.executors.flatMap(({ name }) => {
          const answer = found?.get(name);
          return answer === undefined ? [] : [[name, answer] as const];
        }),
      );
      const decided = decide(model, answers, this.#monitorsOf(model), this.monitored?.cutLoops ?? []);
      results.push({ ...decided, states: await this.#statesOf(model, decided.robust) });
    }
    return results;
  }

  async #statesOf(model: WeakModel, robust: boolean | null): Promise<StateRobustness> {
    const explicit = this.#explicit;
    if (robust !== false) return { robust: explicit === undefined ? null : robust };
    if (explicit === undefined) return { robust: null };
    const sc = scStatesOf(this.monitored);
    return explicit.ask(
      'states',
      { program: this.#program, model, ...present({ sc }) },
      timed(this.#limits, this.#time),
    );
  }
}

/** The final states of SC, if monitors saw all of its executions. */
function scStatesOf(monitored: Monitored | undefined): ScStates | undefined {
  if (monitored?.exploration.complete !== true) return undefined;
  const { outcomes, findings } = monitored.exploration;
  return { outcomes, findings: findings.map(({ finding }) => finding) };
}

/** A limit that has passed leaves a moment, in which small programs still get an answer. */
function timed(limits: Limits, time: TimeBudget): Limits {
  const timeLimitMs = time.next();
  return timeLimitMs === undefined ? limits : { ...limits, timeLimitMs: Math.max(1, timeLimitMs) };
}

function decide(
  model: WeakModel,
  engines: ReadonlyMap<EngineName, RouteAnswer>,
  monitors: readonly MonitorAnswer[],
  cutUnderSc: readonly CutLoop[],
): Omit<ModelRobustness, 'states'> {
  const routes = [...engines.values(), ...monitors];
  const nonSc = shortestCycle(routes.flatMap((route) => route.nonSc ?? []));
  const says = (robust: boolean): boolean => routes.some((route) => route.robust === robust);
  const robust = nonSc !== undefined ? false : says(true) && !says(false) ? true : null;
  return {
    model,
    robust,
    agree: !(says(true) && says(false)),
    ...present({ nonSc }),
    bounded:
      robust === true ? distinctLoops([cutUnderSc, ...[...engines.values()].map((a) => a.cutLoops)]) : [],
    engines,
    monitors,
  };
}

/** The first of those with the fewest edges. */
const shortestCycle = (certified: readonly NonScExecution[]): NonScExecution | undefined =>
  [...certified].sort((a, b) => a.cycle.length - b.cycle.length).at(0);

function distinctLoops(lists: readonly (readonly CutLoop[])[]): CutLoop[] {
  return [...new Map(lists.flat().map((loop) => [cutLoopKey(loop), loop])).values()];
}
