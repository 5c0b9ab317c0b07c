// The question "has it a data race?". Both engines look at SC executions. A race counts once it is certified by the
// definition (races/), which neither engine searches with. Its absence needs every engine that could finish.

import type { Evidence } from '../execution/execution.js';
import { type CutLoop, cutLoopKey, type Finding, findingKey } from '../execution/finding.js';
import { placesOf, type Race } from '../execution/race.js';
import type { Program } from '../program/program.js';
import { onlySeqCstStores, withAtomicAccesses } from '../races/marked.js';
import { InputError } from '../support/diagnostic.js';
import { Certifier, type Flaw } from './certificate.js';
import { type Engine, type EngineName, forRaces, type Limits, type RacesAnswer } from './engine.js';
import { type Executor, executorOf } from './executor.js';
import { type Confirm, Race as Contest } from './race.js';
import { TimeBudget } from './timeBudget.js';

interface RacesQuestion {
  readonly engines: readonly (Engine | Executor)[];
  readonly limits: Limits;
  readonly confirm?: Confirm;
  /** Plain and volatile accesses are what C says they are; without, they count as atomic. */
  readonly plain: boolean;
}

export interface CertifiedRace {
  readonly race: Race;
  readonly shown: Evidence;
  readonly foundBy: readonly EngineName[];
}

export interface RacesVerdict {
  /** As the engines saw it. */
  readonly program: Program;
  /** null when no engine could tell, or when an `unclear` finding hides the rest of the program. */
  readonly raceFree: boolean | null;
  /** One for each pair of places of the source. */
  readonly races: readonly CertifiedRace[];
  /** All engines that have seen everything say the same, and no execution is flawed. */
  readonly agree: boolean;
  /** Pairs of places that only one of two engines that have seen everything reports. */
  readonly disputed: readonly { readonly places: string; readonly deniedBy: EngineName }[];
  readonly flawed: readonly { readonly foundBy: EngineName; readonly race: Race; readonly flaw: Flaw }[];
  /** The loops that were cut, if there is no race only as far as they ran. */
  readonly bounded: readonly CutLoop[];
  /** Findings that end threads: without them there may be races afterwards. Empty if a race was found. */
  readonly unclear: readonly Finding[];
  /** Without races TSO and PSO add nothing, because every atomic store is seq_cst. */
  readonly drf: boolean;
  readonly plain: boolean;
  readonly engines: ReadonlyMap<EngineName, RacesAnswer>;
}

export async function askRaces(program: Program, question: RacesQuestion): Promise<RacesVerdict> {
  const { engines, limits, plain } = question;
  const asked = forRaces(plain ? program : withAtomicAccesses(program), limits);
  const executors = engines.map(executorOf);
  const found = new Map<EngineName, RacesAnswer>();
  const ask = async (executor: Executor, own: Limits): Promise<RacesAnswer | undefined> => {
    const answer = await executor.ask('races', { program: asked }, own);
    if (answer !== undefined) found.set(executor.name, answer);
    return answer;
  };
  if (executors.length > 1 && executors.every(({ apart }) => apart))
    await sideBySide(executors, question, ask);
  else {
    const time = new TimeBudget(limits.timeLimitMs, executors.length);
    for (const executor of executors) {
      const timeLimitMs = time.next();
      await ask(executor, timeLimitMs === undefined ? limits : { ...limits, timeLimitMs });
    }
  }
  const answers = new Map(
    executors.flatMap(({ name }) => {
      const answer = found.get(name);
      return answer === undefined ? [] : [[name, answer] as const];
    }),
  );
  refuseIfAllDo([...answers.values()]);
  return {
    program: asked,
    plain,
    drf: onlySeqCstStores(asked),
    engines: answers,
    ...decide(asked, limits, answers),
  };
}

/** An engine that has seen everything waits only a short time for the other. */
async function sideBySide(
  executors: readonly Executor[],
  { limits, confirm }: RacesQuestion,
  ask: (executor: Executor, limits: Limits) => Promise<RacesAnswer | undefined>,
): Promise<void> {
  const contest = new Contest(
    executors.map(({ name }) => name),
    confirm,
  );
  try {
    await Promise.all(
      executors.map(async (executor) => {
        const answer = await ask(executor, contest.limitsOf(executor.name, limits));
        if (answer?.complete === true) contest.settled();
        contest.ended(executor.name);
      }),
    );
  } finally {
    contest.close();
  }
}

function decide(program: Program, limits: Limits, answers: ReadonlyMap<EngineName, RacesAnswer>) {
  const certifier = new Certifier(program, 'sc', limits.unroll);
  const races = new Map<string, { race: Race; shown: Evidence; foundBy: EngineName[] }>();
  const flawed: { foundBy: EngineName; race: Race; flaw: Flaw }[] = [];
  for (const [foundBy, answer] of answers)
    for (const { race, shown } of answer.races) {
      const flaw = certifier.certify({ kind: 'race', race }, shown);
      const places = placesOf(shown.execution, race);
      const known = races.get(places);
      if (flaw !== undefined) flawed.push({ foundBy, race, flaw });
      else if (known === undefined) races.set(places, { race, shown, foundBy: [foundBy] });
      else if (!known.foundBy.includes(foundBy)) known.foundBy.push(foundBy);
    }
  const whole = [...answers].filter(([, { complete }]) => complete).map(([name]) => name);
  const disputed = [...races].flatMap(([places, { foundBy }]) =>
    whole.filter((name) => !foundBy.includes(name)).map((deniedBy) => ({ places, deniedBy })),
  );
  const unclear = [
    ...new Map(
      [...answers.values()].flatMap(({ cutShort }) => cutShort).map((f) => [findingKey(f), f]),
    ).values(),
  ];
  const raceFree = races.size > 0 ? false : whole.length > 0 && unclear.length === 0 ? true : null;
  const loops = [...answers.values()].flatMap(({ cutLoops }) => cutLoops);
  return {
    raceFree,
    races: [...races.values()],
    agree: disputed.length === 0 && flawed.length === 0,
    disputed,
    flawed,
    unclear: races.size > 0 ? [] : unclear,
    bounded: raceFree === true ? [...new Map(loops.map((loop) => [cutLoopKey(loop), loop])).values()] : [],
  };
}

/** If every engine rejects the program, report the first engine's reason. */
function refuseIfAllDo(answers: readonly RacesAnswer[]): void {
  const [first, ...rest] = answers.map(({ shortfall }) => shortfall);
  if (first?.kind === 'unsupported' && rest.every((shortfall) => shortfall?.kind === 'unsupported'))
    throw new InputError(first.diagnostic);
}
