// Certifies answers of other machines again. Every schedule runs on the plain machine, must end as the worker
// claimed, and must be allowed by the model's cat file. Only completeness is taken on trust. It takes two engines, as
// it does locally.

import type { Evidence, ModelName, Outcome, Schedule, Witness } from '../execution/execution.js';
import { outcomeKey } from '../execution/execution.js';
import { findingKey } from '../execution/finding.js';
import { codeToReplay, type Replayed, replayCode } from '../explicit/machines/runSchedule.js';
import { completeMonitors } from '../explicit/monitors/index.js';
import type { Program } from '../program/program.js';
import { present } from '../support/present.js';
import { Certifier, type Flaw } from '../verdict/certificate.js';
import type { Difference } from '../verdict/compare.js';
import type { Claim, FoundFinding, RacesAnswer } from '../verdict/engine.js';
import type { Explored } from '../verdict/executor.js';
import { type Keep, KeptOutcomes } from '../verdict/keptOutcomes.js';
import type { MonitorAnswer, Monitored } from '../verdict/monitored.js';
import { certifyNonSc, type NonScExecution, type RouteAnswer } from '../verdict/route.js';
import type { StateRobustness } from '../verdict/stateRobust.js';
import type {
  ExploreQuestion,
  MonitorQuestion,
  RacesQuestion,
  RobustQuestion,
  StatesQuestion,
} from './question.js';
import type { WireExplored, WireMonitored, WireRaces, WireRoute, WireStates } from './wire.js';

/** Thrown: a result does not show what it says. */
export class Rejected extends Error {}

const reject = (why: string): never => {
  throw new Rejected(why);
};

/** The result of a schedule on the plain machine. */
interface Run {
  readonly replayed: Replayed;
  readonly shown: Evidence & { readonly witness: Witness };
}

/** Runs schedules of one program under one model and certifies what they show. */
export class Proofs {
  readonly #certifier: Certifier;
  readonly #code: ReturnType<typeof codeToReplay>;

  constructor(
    program: Program,
    readonly model: ModelName,
    unroll: number,
  ) {
    this.#certifier = new Certifier(program, model, unroll);
    this.#code = codeToReplay(program, unroll);
  }

  get certified(): number {
    return this.#certifier.certified;
  }

  run(schedule: Schedule): Run {
    const replayed = replayCode(this.#code, schedule, this.model);
    if (replayed.kind === 'impossible')
      return reject(`step ${replayed.position} of a schedule is not possible`);
    const { execution } = replayed;
    return { replayed, shown: { execution, witness: { model: this.model, schedule, execution } } };
  }

  flaw(claim: Claim, { replayed }: Run): Flaw | undefined {
    return this.#certifier.certifyRun(claim, replayed);
  }

  show(claim: Claim, schedule: Schedule): Run['shown'] {
    const run = this.run(schedule);
    const flaw = this.flaw(claim, run);
    return flaw === undefined
      ? run.shown
      : reject(`an execution does not show the ${claim.kind}: ${flaw.kind}`);
  }
}

export function certifiedExplored(
  { program, model, engine, limits }: ExploreQuestion,
  wire: WireExplored,
  keep: Keep | undefined,
  onFound?: (claim: Claim, shown?: Evidence) => void,
  showAll = false,
): Explored {
  const proofs = new Proofs(program, model, limits.unroll);
  const kept = keep === undefined ? undefined : new KeptOutcomes(program, keep);
  const outcomes = new Map<string, Outcome>();
  const findings = new Map<string, FoundFinding>();
  for (const { outcome, schedule } of wire.outcomes) {
    const claim: Claim = { kind: 'outcome', outcome };
    const shown = proofs.show(claim, schedule);
    outcomes.set(outcomeKey(outcome), outcome);
    const isShown = kept?.put(outcome, shown) === true;
    onFound?.(claim, isShown || showAll ? shown : undefined);
  }
  for (const { finding, schedule } of wire.findings) {
    const run = proofs.run(schedule);
    const { shown } = run;
    // With the place and the words that it has here.
    const own = shown.execution.findings.find((f) => findingKey(f) === findingKey(finding)) ?? finding;
    const claim: Claim = { kind: 'finding', finding: own };
    const flaw = proofs.flaw(claim, run);
    if (flaw !== undefined) return reject(`an execution does not show the finding: ${flaw.kind}`);
    findings.set(findingKey(own), { finding: own, shown });
    onFound?.(claim, shown);
  }
  const { cutLoops, complete, blindTo, shortfall, statistics } = wire;
  return {
    answer: {
      outcomes: [...outcomes.values()],
      findings: [...findings.values()],
      cutLoops,
      complete,
      ...present({ blindTo, shortfall }),
      statistics: { ...statistics, certified: proofs.certified },
    },
    flawed: wire.flawed.flatMap(({ claim, schedule }): Difference[] => {
      const run = proofs.run(schedule);
      const flaw = proofs.flaw(claim, run);
      return flaw === undefined
        ? []
        : [{ kind: 'certificate', foundBy: engine, claim, shown: run.shown, flaw }];
    }),
    kept: kept?.list() ?? [],
  };
}

export function certifiedRoute({ program, model, limits }: RobustQuestion, wire: WireRoute): RouteAnswer {
  const { robust, schedule, cutLoops, shortfall, statistics } = wire;
  if (robust === false && schedule === undefined) return reject('not robust, without an execution');
  const shown = schedule === undefined ? undefined : nonScOf(program, model, limits.unroll, schedule);
  if (shown !== undefined && robust !== false) return reject('robust, with an execution that denies it');
  return {
    robust,
    cutLoops,
    ...present({ shortfall }),
    ...(shown === undefined ? {} : { witness: shown.witness, nonSc: shown }),
    statistics,
  };
}

function nonScOf(program: Program, model: ModelName, unroll: number, schedule: Schedule): NonScExecution {
  const { witness } = new Proofs(program, model, unroll).show({ kind: 'hb-cycle' }, schedule);
  return certifyNonSc(program, witness, unroll);
}

export function certifiedRaces({ program, limits }: RacesQuestion, wire: WireRaces): RacesAnswer {
  const proofs = new Proofs(program, 'sc', limits.unroll);
  const { cutShort, cutLoops, complete, shortfall, statistics } = wire;
  return {
    races: wire.races.map(({ race, schedule }) => ({
      race,
      shown: proofs.show({ kind: 'race', race }, schedule),
    })),
    cutShort,
    cutLoops,
    complete,
    ...present({ shortfall }),
    statistics,
  };
}

/** The final states that monitors saw are left out: they come without executions. */
export function certifiedMonitored(
  { program, monitors, limits }: MonitorQuestion,
  wire: WireMonitored,
): Monitored {
  const { executions, blocked, complete, cutLoops, shortfall } = wire;
  if (wire.answers.length !== monitors.length) return reject('answers of other monitors than were asked');
  return {
    exploration: { executions, blocked, complete, outcomes: [], findings: [] },
    cutLoops,
    ...present({ shortfall }),
    answers: monitors.map(({ name, model }, i): MonitorAnswer => {
      const { robust, pairs, schedule } = wire.answers[i];
      // A published monitor may be wrong, and then has nothing to show.
      if (robust === false && schedule === undefined && completeMonitors.includes(name))
        return reject(`${name} denies without an execution`);
      return {
        name,
        model,
        robust,
        pairs: pairs.map((violation) => ({ violation })),
        ...(schedule === undefined ? {} : { nonSc: nonScOf(program, model, limits.unroll, schedule) }),
      };
    }),
  };
}

/** `program` is as it is run for the sake of final states: without loops that only wait. */
export function certifiedStates(
  { model, limits }: StatesQuestion,
  program: Program,
  { robust, outcome, finding, schedule }: WireStates,
): StateRobustness {
  if (robust !== false) return { robust };
  const claim: Claim | undefined =
    outcome !== undefined
      ? { kind: 'outcome', outcome }
      : finding !== undefined
        ? { kind: 'finding', finding }
        : undefined;
  if (claim === undefined || schedule === undefined)
    return reject('another final state, without an execution');
  const { witness } = new Proofs(program, model, limits.unroll).show(claim, schedule);
  return { robust, witness, ...present({ outcome, finding }) };
}
