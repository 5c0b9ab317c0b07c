// One exploration on many machines: branches of its wakeup trees are questions, several at a time because many are small. Where they come from and where what they find goes
// is the ledger's business (explicit/parallel/apart). Results are taken in the order of the questions: a campaign that is resumed
// asks the same ones again, and finds them answered.

import { type Evidence, type ModelName, type Outcome, outcomeKey } from '../execution/execution.js';
import { type CutLoop, cutLoopKey, findingKey } from '../execution/finding.js';
import { hasChoices } from '../explicit/choices/plan.js';
import { type Capacity, CapacityExceeded, larger } from '../explicit/fast/capacity.js';
import type { BranchesResult } from '../explicit/parallel/apart/exploreBranches.js';
import { type GivenBranch, Ledger } from '../explicit/parallel/apart/ledger.js';
import { type PackedSchedule, unpackSchedule } from '../explicit/parallel/apart/packed.js';
import type { Program } from '../program/program.js';
import { assumeSpinLoops } from '../program/spinLoops.js';
import { Decoder } from '../support/decoder.js';
import { present } from '../support/present.js';
import type { Claim, FoundFinding, Limits } from '../verdict/engine.js';
import type { About, Explored, OnFound } from '../verdict/executor.js';
import { KeptOutcomes } from '../verdict/keptOutcomes.js';
import { type BranchesQuestion, decodeBranches } from './branchesQuestion.js';
import { Proofs, Rejected } from './certified.js';
import type { Nearby } from './nearby.js';
import { isShipped } from './question.js';
import { recomputedBranches } from './recomputedBranches.js';
import { requireOutcome } from './shape.js';
import { Unanswered, type Workplace } from './workplace.js';

/**
 * How an exploration is divided after so many executions. Only that number decides, so a resumed exploration is
 * divided in the same way. The first piece is small, so that every worker soon has one. Later pieces are a small part
 * of the work before them, and more of them are given out at a time. A piece that is cut short leaves a dozen
 * branches: smaller pieces do not pay.
 */
function division(executions: number): { readonly most: number; readonly questions: number } {
  return {
    most: executions === 0 ? 50 : clamp(executions / 4, 8_000, 50_000),
    questions: clamp(executions / 25_000, 8, 256),
  };
}

const clamp = (n: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.floor(n)));

/** More branches than this make a question too long; with fewer there are too many questions, for most branches are small. */
const mostTogether = 32;
const fewestTogether = 4;

/** Told now and then: executions so far, and an estimate of all of them. */
export type OnExecutions = (executions: number, estimate: number) => void;

interface Exploration extends About<'explore'> {
  readonly limits: Limits;
  readonly onFound?: OnFound;
}

/** Whether an exploration can be divided. */
export const isDivisible = ({ program, model, limits }: Exploration): boolean =>
  isShipped(model) &&
  (limits.dpor ?? 'optimal') === 'optimal' &&
  limits.strategy === undefined &&
  limits.maxExecutions === undefined &&
  !hasChoices(program);

/** Room for 256 steps: little of the work is done here, and to begin again is to have all of it done again. */
const ledgerCapacity: Capacity = { stride: 8, stores: 128 };

/** Undefined if there are more branches at a time than there is room for. Puts the names of the workers that answered into `workers`. */
export async function exploreDivided(
  inquiry: Exploration,
  place: Workplace,
  onExecutions: OnExecutions,
  workers: Set<string> = new Set(),
  near?: Nearby,
): Promise<Explored | undefined> {
  for (let capacity = ledgerCapacity; ; )
    try {
      return await new Divided(
        inquiry,
        { place, workers, ...present({ near }) },
        capacity,
        onExecutions,
      ).run();
    } catch (error) {
      if (!(error instanceof CapacityExceeded)) throw error;
      capacity = larger(capacity, error);
    }
}

interface Places {
  readonly place: Workplace;
  readonly workers: Set<string>;
  readonly near?: Nearby;
}

class Divided {
  readonly #start = performance.now();
  readonly #inquiry: Exploration;
  readonly #places: Places;
  readonly #onExecutions: OnExecutions;
  readonly #program: Program;
  readonly #ledger: Ledger;
  readonly #proofs: Proofs;
  readonly #model: ModelName;
  readonly #kept: KeptOutcomes | undefined;
  readonly #outcomes: Outcome[] = [];
  readonly #findings: FoundFinding[] = [];
  /** Keys of the claims taken so far. `#proven` also has those of results whose turn has not come. */
  readonly #known = new Set<string>();
  readonly #proven = new Map<string, Proof>();
  readonly #cutLoops = new Map<string, CutLoop>();
  readonly #sum = { executions: 0, blocked: 0, redundant: 0 };
  /** Branches that the ledger gave away and that no worker has begun. */
  #ready: GivenBranch[] = [];
  /** That were taken. */
  #branches = 0;

  constructor(inquiry: Exploration, places: Places, capacity: Capacity, onExecutions: OnExecutions) {
    const { program, model, limits, keep } = inquiry;
    this.#inquiry = inquiry;
    this.#places = places;
    this.#onExecutions = onExecutions;
    this.#model = isShipped(model) ? model : 'sc';
    this.#program = limits.spinAssume === true ? assumeSpinLoops(program) : program;
    this.#ledger = new Ledger(this.#program, { model: this.#model, unroll: limits.unroll }, capacity);
    this.#proofs = new Proofs(this.#program, this.#model, limits.unroll);
    this.#kept = keep === undefined ? undefined : new KeptOutcomes(program, keep);
  }

  async run(): Promise<Explored | undefined> {
    const { limits } = this.#inquiry;
    const ledger = this.#ledger;
    const asked: { readonly given: readonly GivenBranch[]; readonly result: Promise<BranchesResult> }[] = [];
    const deadline = limits.timeLimitMs === undefined ? undefined : AbortSignal.timeout(limits.timeLimitMs);
    const signals = [deadline, limits.signal].flatMap((signal) => signal ?? []);
    const signal = signals.length === 0 ? undefined : AbortSignal.any(signals);
    try {
      while (!ledger.done) {
        const { most, questions } = division(this.#executions);
        const size = this.#branches === 0 ? most : Math.max(1, this.#executions / this.#branches);
        while (asked.length < questions) {
          const given = this.#give(questions - asked.length, Math.ceil(most / size));
          if (given.length === 0) break;
          const result = this.#ask(given, most, signal);
          result.catch(() => {});
          asked.push({ given, result });
        }
        if (ledger.full) return undefined;
        const first = asked.shift();
        if (first === undefined) throw new Error('a search has branches that nobody was given');
        const result = await first.result;
        const { ends } = result;
        for (const [i, { crossings, rest }] of ends.entries()) ledger.take(first.given[i], crossings, rest);
        this.#take(result);
        this.#ready = [...first.given.slice(ends.length), ...this.#ready];
        this.#branches += ends.length;
        const left = asked.reduce((n, { given }) => n + given.length, this.#ready.length + ledger.pending);
        const executions = this.#executions;
        this.#onExecutions(executions, (executions * (this.#branches + left)) / this.#branches);
      }
      return this.#explored(undefined);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      return this.#explored(deadline?.aborted === true ? 'time' : 'interrupted');
    }
  }

  get #executions(): number {
    return this.#sum.executions + this.#sum.blocked;
  }

  /**
   * The branches of the next of `questions` questions, if there is to be one. All questions get the same share of the
   * pending branches, up to the number that a worker will begin.
   */
  #give(questions: number, enough: number): readonly GivenBranch[] {
    const ledger = this.#ledger;
    const pending = this.#ready.length + ledger.pending;
    // The root of the search is not counted as pending.
    const share = Math.min(mostTogether, enough, Math.max(fewestTogether, Math.ceil(pending / questions)));
    while (this.#ready.length < share && !ledger.done) {
      const given = ledger.give();
      if (given === undefined) break;
      this.#ready.push(given);
    }
    return this.#ready.splice(0, share);
  }

  async #ask(
    given: readonly GivenBranch[],
    most: number,
    signal: AbortSignal | undefined,
  ): Promise<BranchesResult> {
    const { unroll } = this.#inquiry.limits;
    const question: BranchesQuestion = {
      kind: 'branches',
      program: this.#program,
      model: this.#model,
      unroll,
      jobs: given.map(({ job }) => job),
      most,
    };
    const { place, workers, near } = this.#places;
    let answeredBy = '';
    const said = await place.ask(question, signal === undefined ? {} : { signal }, (d, worker) => {
      const result = this.#read(d, given);
      answeredBy = worker;
      return result;
    });
    workers.add(answeredBy);
    if (near === undefined) return said;
    return recomputedBranches(said, answeredBy, place, near, async () =>
      this.#read(new Decoder(await near.branches(question, signal), 'branches'), given),
    );
  }

  #read(d: Decoder, given: readonly GivenBranch[]): BranchesResult {
    const result = decodeBranches(d);
    if (result.ends.length === 0 || result.ends.length > given.length)
      throw new Rejected(`it is about ${result.ends.length} of ${given.length} branches`);
    for (const { outcome } of result.outcomes) requireOutcome(outcome, this.#program);
    try {
      for (const [i, { crossings, rest }] of result.ends.entries())
        this.#ledger.check(given[i], crossings, rest);
    } catch (error) {
      if (error instanceof RangeError)
        throw new Rejected(`its executions are not possible: ${error.message}`);
      throw error;
    }
    this.#prove(result);
    return result;
  }

  /** Throws a Rejected if a result claims something new without an execution that shows it. */
  #prove({ outcomes, findings }: BranchesResult): void {
    for (const { claim, schedule } of claimsOf(outcomes, findings)) {
      const key = claimKey(claim);
      if (this.#proven.has(key)) continue;
      const shown = this.#show(claim, schedule);
      // Its place and its words are those of this machine, or the text would be the worker's.
      if (
        claim.kind === 'finding' &&
        !shown.execution.findings.some((own) => findingKey(own) === findingKey(claim.finding))
      )
        throw new Rejected('a finding is not in the words that diptych has for it');
      this.#proven.set(key, { schedule, shown });
    }
  }

  /**
   * Results are taken in their order, and the first result with a finding provides its execution. So the answer does
   * not depend on which worker was faster.
   */
  #take({ outcomes, findings, cutLoops, executions, blocked, redundant }: BranchesResult): void {
    const { onFound, showAll } = this.#inquiry;
    for (const { claim, schedule } of claimsOf(outcomes, findings)) {
      const key = claimKey(claim);
      if (this.#known.has(key)) continue;
      this.#known.add(key);
      const shown = this.#shown(claim, schedule);
      if (claim.kind === 'finding') {
        this.#findings.push({ finding: claim.finding, shown });
        onFound?.(claim, shown);
      } else {
        this.#outcomes.push(claim.outcome);
        const isShown = this.#kept?.put(claim.outcome, shown) === true || showAll === true;
        onFound?.(claim, isShown ? shown : undefined);
      }
    }
    for (const loop of cutLoops) this.#cutLoops.set(cutLoopKey(loop), loop);
    this.#sum.executions += executions;
    this.#sum.blocked += blocked;
    this.#sum.redundant += redundant;
  }

  #shown(claim: FoundClaim, schedule: PackedSchedule): Evidence {
    const proven = this.#proven.get(claimKey(claim));
    if (proven !== undefined && isSame(proven.schedule, schedule)) return proven.shown;
    try {
      return this.#show(claim, schedule);
    } catch (error) {
      // It is so, although this worker does not show it.
      if (error instanceof Rejected && proven !== undefined) return proven.shown;
      throw error;
    }
  }

  #show(claim: FoundClaim, schedule: PackedSchedule): Evidence {
    return this.#proofs.show(claim, unpackSchedule(schedule));
  }

  #explored(stopped: 'time' | 'interrupted' | undefined): Explored {
    return {
      answer: {
        outcomes: this.#outcomes,
        findings: this.#findings,
        cutLoops: [...this.#cutLoops.values()],
        complete: stopped === undefined,
        ...(stopped === undefined ? {} : { shortfall: { kind: stopped } }),
        statistics: {
          ms: performance.now() - this.#start,
          ...this.#sum,
          certified: this.#known.size,
        },
      },
      flawed: [],
      kept: this.#kept?.list() ?? [],
    };
  }
}

/** An execution that shows a claim, and how it was sent. */
interface Proof {
  readonly schedule: PackedSchedule;
  readonly shown: Evidence;
}

const isSame = (a: PackedSchedule, b: PackedSchedule): boolean =>
  a.length === b.length && a.every((step, i) => step === b[i]);

type FoundClaim = Extract<Claim, { kind: 'outcome' | 'finding' }>;

const claimsOf = (
  outcomes: BranchesResult['outcomes'],
  findings: BranchesResult['findings'],
): { readonly claim: FoundClaim; readonly schedule: PackedSchedule }[] => [
  ...outcomes.map(({ outcome, schedule }) => ({ claim: { kind: 'outcome', outcome } as const, schedule })),
  ...findings.map(({ finding, schedule }) => ({ claim: { kind: 'finding', finding } as const, schedule })),
];

const claimKey = (claim: FoundClaim): string =>
  claim.kind === 'outcome' ? `= ${outcomeKey(claim.outcome)}` : `! ${findingKey(claim.finding)}`;
