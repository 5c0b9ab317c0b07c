// One exploration on many machines: branches of its wakeup trees are questions. Where they come from and where what they find goes
// is the ledger's business (explicit/parallel/apart). Results are taken in the order of the questions: a campaign that is resumed
// asks the same ones again, and finds them answered.

import { type ModelName, type Outcome, outcomeKey } from '../execution/execution.js';
import { type CutLoop, cutLoopKey, findingKey } from '../execution/finding.js';
import { hasChoices } from '../explicit/choices/plan.js';
import { firstCapacity, larger } from '../explicit/fast/maximalExecutions.js';
import { type Capacity, CapacityExceeded } from '../explicit/fast/state.js';
import type { BranchJob, Crossing, Rest } from '../explicit/parallel/apart/branch.js';
import type { BranchResult } from '../explicit/parallel/apart/exploreBranch.js';
import { type GivenBranch, Ledger } from '../explicit/parallel/apart/ledger.js';
import type { SentStep, SentTree } from '../explicit/parallel/apart/steps.js';
import type { Program } from '../program/program.js';
import { assumeSpinLoops } from '../program/spinLoops.js';
import type { Decoder } from '../support/decoder.js';
import type { FoundFinding, Limits } from '../verdict/engine.js';
import { KeptOutcomes } from '../verdict/keptOutcomes.js';
import type { Explored, ExploreInquiry } from '../verdict/respondent.js';
import { decodeFinding, decodeStep, decodeValue } from '../verdict/witnessFile.js';
import { Proofs, Rejected } from './certified.js';
import { decodeCutLoop } from './decode.js';
import { fieldsOf, isProgram, isShipped } from './question.js';
import { Unanswered, type Workplace } from './workplace.js';

export interface BranchQuestion {
  readonly kind: 'branch';
  readonly program: Program;
  readonly model: ModelName;
  readonly unroll: number;
  readonly job: BranchJob;
}

/** Questions on their way: more keep more workers busy, and let results of earlier ones wait longer for each other. */
const mostAsked = 256;

/** Told now and then: executions so far, and an estimate of all of them. */
export type OnExecutions = (executions: number, estimate: number) => void;

/** Whether an exploration can be divided. */
export const isDivisible = ({ program, model, limits }: ExploreInquiry): boolean =>
  isShipped(model) &&
  (limits.dpor ?? 'optimal') === 'optimal' &&
  limits.strategy === undefined &&
  limits.maxExecutions === undefined &&
  !hasChoices(program);

/** Undefined if there are more branches at a time than there is room for. */
export async function exploreBranches(
  inquiry: ExploreInquiry,
  place: Workplace,
  onExecutions: OnExecutions,
): Promise<Explored | undefined> {
  for (let capacity = firstCapacity; ; )
    try {
      return await new Divided(inquiry, place, capacity, onExecutions).run();
    } catch (error) {
      if (!(error instanceof CapacityExceeded)) throw error;
      capacity = larger(capacity, error);
    }
}

class Divided {
  readonly #start = performance.now();
  readonly #inquiry: ExploreInquiry;
  readonly #place: Workplace;
  readonly #onExecutions: OnExecutions;
  readonly #program: Program;
  readonly #ledger: Ledger;
  readonly #proofs: Proofs;
  readonly #model: ModelName;
  readonly #kept: KeptOutcomes | undefined;
  readonly #outcomes = new Map<string, Outcome>();
  readonly #findings = new Map<string, FoundFinding>();
  readonly #cutLoops = new Map<string, CutLoop>();
  readonly #sum = { executions: 0, blocked: 0, redundant: 0 };
  #taken = 0;

  constructor(inquiry: ExploreInquiry, place: Workplace, capacity: Capacity, onExecutions: OnExecutions) {
    const { program, model, limits, keep } = inquiry;
    this.#inquiry = inquiry;
    this.#place = place;
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
    const asked: { readonly given: GivenBranch; readonly result: Promise<BranchResult> }[] = [];
    const deadline = limits.timeLimitMs === undefined ? undefined : AbortSignal.timeout(limits.timeLimitMs);
    const signals = [deadline, limits.signal].flatMap((signal) => signal ?? []);
    const signal = signals.length === 0 ? undefined : AbortSignal.any(signals);
    try {
      while (!ledger.done) {
        for (let given = this.#give(asked.length); given !== undefined; given = this.#give(asked.length)) {
          const result = this.#ask(given, signal);
          result.catch(() => {});
          asked.push({ given, result });
        }
        if (ledger.full) return undefined;
        const first = asked.shift();
        if (first === undefined) throw new Error('a search has branches that nobody was given');
        const { crossings, rest } = await first.result;
        ledger.take(first.given, crossings, rest);
        this.#taken++;
        const share = this.#taken / (this.#taken + asked.length + ledger.pending);
        this.#onExecutions(this.#sum.executions + this.#sum.blocked, this.#sum.executions / share);
      }
      return this.#explored(limits, undefined);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      return this.#explored(limits, deadline?.aborted === true ? 'time' : 'interrupted');
    }
  }

  #give(asked: number): GivenBranch | undefined {
    return asked < mostAsked && !this.#ledger.done ? this.#ledger.give() : undefined;
  }

  async #ask(given: GivenBranch, signal: AbortSignal | undefined): Promise<BranchResult> {
    const { unroll } = this.#inquiry.limits;
    const question: BranchQuestion = {
      kind: 'branch',
      program: this.#program,
      model: this.#model,
      unroll,
      job: given.job,
    };
    return this.#place.ask(question, signal === undefined ? {} : { signal }, (d) => {
      const result = decodeBranch(d);
      try {
        this.#ledger.check(given, result.crossings, result.rest);
      } catch (error) {
        if (error instanceof RangeError)
          throw new Rejected(`its executions are not possible: ${error.message}`);
        throw error;
      }
      this.#certify(result);
      return result;
    });
  }

  /** What is new in it; the same branch is not counted twice, since only one result of it is read to its end. */
  #certify({ outcomes, findings, cutLoops, executions, blocked, redundant }: BranchResult): void {
    const { onFound, showAll } = this.#inquiry;
    const fresh = outcomes
      .filter(({ outcome }) => !this.#outcomes.has(outcomeKey(outcome)))
      .map(({ outcome, schedule }) => {
        const claim = { kind: 'outcome', outcome } as const;
        return { claim, shown: this.#proofs.show(claim, schedule) };
      });
    const found = findings
      .filter(({ finding }) => !this.#findings.has(findingKey(finding)))
      .map(({ finding, schedule }) => {
        const claim = { kind: 'finding', finding } as const;
        return { claim, shown: this.#proofs.show(claim, schedule) };
      });
    for (const { claim, shown } of fresh) {
      this.#outcomes.set(outcomeKey(claim.outcome), claim.outcome);
      const isShown = this.#kept?.put(claim.outcome, shown) === true || showAll === true;
      onFound?.(claim, isShown ? shown : undefined);
    }
    for (const { claim, shown } of found) {
      this.#findings.set(findingKey(claim.finding), { finding: claim.finding, shown });
      onFound?.(claim, shown);
    }
    for (const loop of cutLoops) this.#cutLoops.set(cutLoopKey(loop), loop);
    this.#sum.executions += executions;
    this.#sum.blocked += blocked;
    this.#sum.redundant += redundant;
  }

  #explored(_limits: Limits, stopped: 'time' | 'interrupted' | undefined): Explored {
    return {
      answer: {
        outcomes: [...this.#outcomes.values()],
        findings: [...this.#findings.values()],
        cutLoops: [...this.#cutLoops.values()],
        complete: stopped === undefined,
        ...(stopped === undefined ? {} : { shortfall: { kind: stopped } }),
        statistics: {
          ms: performance.now() - this.#start,
          ...this.#sum,
          certified: this.#proofs.certified,
        },
      },
      flawed: [],
      kept: this.#kept?.list() ?? [],
    };
  }
}

function decodeBranch(d: Decoder): BranchResult {
  const schedule = (o: Decoder) => o.at('schedule').list(decodeStep);
  return {
    executions: d.at('executions').integer(),
    blocked: d.at('blocked').integer(),
    redundant: d.at('redundant').integer(),
    outcomes: d.at('outcomes').list((o) => ({
      outcome: o.at('outcome').list(decodeValue),
      schedule: schedule(o),
    })),
    findings: d.at('findings').list((f) => ({
      finding: decodeFinding(f.at('finding')),
      schedule: schedule(f),
    })),
    cutLoops: d.at('cutLoops').list(decodeCutLoop),
    crossings: d
      .at('crossings')
      .list(
        (c): Crossing => ({ steps: c.at('steps').list((p) => p.integer()), atEnd: c.at('atEnd').boolean() }),
      ),
    ...d.optional(
      'rest',
      (r): Rest => ({
        steps: r.at('steps').list((p) => p.integer()),
        nodes: r.at('nodes').list((n) => ({
          sleep: n.at('sleep').list(decodeSentStep),
          tree: n.at('tree').list(decodeTree),
        })),
      }),
    ),
  };
}

function decodeSentStep(d: Decoder): SentStep {
  const [process, kind, cell, store, hidden, ...cells] = d.list((n) => n.integer());
  return [process ?? -1, kind ?? -1, cell ?? -1, store ?? -1, hidden ?? 0, ...cells];
}

const decodeTree = (d: Decoder): SentTree => ({
  step: decodeSentStep(d.at('step')),
  below: d.at('below').list(decodeTree),
});

export function isBranchQuestion(value: unknown): value is BranchQuestion {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, program, unroll, job } = fieldsOf(value);
  if (kind !== 'branch' || !Number.isSafeInteger(unroll) || typeof job !== 'object' || job === null)
    return false;
  const { prefix, unsettled, asleep, sleep, tree, most } = fieldsOf(job);
  return (
    [prefix, unsettled, asleep, sleep, tree].every(Array.isArray) &&
    Number.isSafeInteger(most) &&
    isProgram(program)
  );
}
