// Certificates: whether an execution really shows what an engine claims. The judges share no code with the engines'
// searches. The schedule is replayed on the plain machine, which must read and write the same values. The model's cat
// file judges the graph. A user's own model has no machine: there the cat file judges alone.

import { judgeGraph, type Violation } from '../cat/judge.js';
import { loadModel } from '../cat/models.js';
import type { Evidence, Execution, Step, Witness } from '../execution/execution.js';
import { isSequentiallyConsistent } from '../execution/hb.js';
import { raceKey } from '../execution/race.js';
import { type Malformation, malformations } from '../execution/wellFormed.js';
import type { Code } from '../explicit/bytecode/compile.js';
import { codeToReplay, type Replayed, replayCode } from '../explicit/machines/runSchedule.js';
import type { Program } from '../program/program.js';
import { racesOf } from '../races/races.js';
import type { Claim, Model } from './engine.js';
import { sameFinding, unlikeness } from './sameExecution.js';

/** The reason why an execution fails as a proof. */
export type Flaw =
  /** The machine cannot take this step of the schedule. */
  | { readonly kind: 'impossible-step'; readonly position: number; readonly step: Step }
  /** The machine can go on after the last step. */
  | { readonly kind: 'unfinished' }
  /** The machine, following the schedule, does something else. */
  | { readonly kind: 'unlike-replay'; readonly what: string }
  | { readonly kind: 'malformed'; readonly malformed: readonly Malformation[] }
  /** The cat file forbids it. */
  | { readonly kind: 'forbidden'; readonly violations: readonly Violation[] }
  /** The execution is valid and shows something other than the claim. */
  | { readonly kind: 'beside-the-point' };

/** Of which program an execution is known to be a graph: it may show something under one model after the other. */
const wellFormed = new WeakMap<Execution, Program>();

export class Certifier {
  readonly #program: Program;
  readonly #model: Model;
  readonly #unroll: number;
  #code: Code | undefined;
  /** Executions that were certified, and milliseconds it took. */
  certified = 0;
  ms = 0;

  constructor(program: Program, model: Model, unroll: number) {
    this.#program = program;
    this.#model = model;
    this.#unroll = unroll;
  }

  /** undefined if the execution shows what is claimed. */
  certify(claim: Claim, { execution, witness }: Evidence): Flaw | undefined {
    return this.#certified(claim, execution, () =>
      witness === undefined ? undefined : this.#replay(witness, claim),
    );
  }

  /** The same for what the plain machine did a moment ago: it need not do it again. */
  certifyRun(claim: Claim, { execution, maximal }: Replayed): Flaw | undefined {
    return this.#certified(claim, execution, () =>
      !maximal && needsEnd(claim) ? { kind: 'unfinished' } : undefined,
    );
  }

  #certified(claim: Claim, execution: Execution, replay: () => Flaw | undefined): Flaw | undefined {
    const start = performance.now();
    const flaw = this.#flaw(claim, execution) ?? replay() ?? this.#judge(execution);
    if (flaw === undefined) this.certified++;
    this.ms += performance.now() - start;
    return flaw;
  }

  #flaw(claim: Claim, execution: Execution): Flaw | undefined {
    if (wellFormed.get(execution) !== this.#program) {
      const malformed = malformations(this.#program, execution);
      if (malformed.length > 0) return { kind: 'malformed', malformed };
      wellFormed.set(execution, this.#program);
    }
    return shows(execution, claim) ? undefined : { kind: 'beside-the-point' };
  }

  #replay({ model, schedule, execution }: Witness, claim: Claim): Flaw | undefined {
    this.#code ??= codeToReplay(this.#program, this.#unroll);
    const replay = replayCode(this.#code, schedule, model);
    if (replay.kind === 'impossible') {
      const { position, step } = replay;
      return { kind: 'impossible-step', position, step };
    }
    if (!replay.maximal && needsEnd(claim)) return { kind: 'unfinished' };
    const what = unlikeness(execution, replay.execution, replay.maximal);
    return what === undefined ? undefined : { kind: 'unlike-replay', what };
  }

  #judge(execution: Execution): Flaw | undefined {
    const model = typeof this.#model === 'string' ? loadModel(this.#model) : this.#model;
    const judgement = judgeGraph(model, execution);
    return judgement.allowed ? undefined : { kind: 'forbidden', violations: judgement.violations };
  }
}

function shows(execution: Execution, claim: Claim): boolean {
  switch (claim.kind) {
    case 'outcome':
      return execution.outcome?.join() === claim.outcome.join();
    case 'finding':
      return execution.findings.some((finding) => sameFinding(finding, claim.finding));
    case 'hb-cycle':
      return !isSequentiallyConsistent(execution);
    case 'race':
      return racesOf(execution).some((race) => raceKey(race) === raceKey(claim.race));
  }
}

/** A final state, a deadlock and a hang are about the end of an execution. */
function needsEnd(claim: Claim): boolean {
  if (claim.kind !== 'finding') return claim.kind === 'outcome';
  return claim.finding.kind === 'deadlock' || claim.finding.kind === 'hang';
}
