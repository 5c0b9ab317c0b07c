// The clause that an unwanted execution adds. A set of candidates that leaves the execution possible is made as large
// as it can be. Then every repair contains one of the remaining candidates, which form the clause. This is sound
// because leaving a candidate out never makes an execution impossible. The large set is not only computed from the
// graph: the execution is scheduled and replayed on the program with all those candidates in it, and judged there.

import type { Witness } from '../execution/execution.js';
import { replaySchedule } from '../explicit/machines/runSchedule.js';
import type { Candidate } from '../program/editable.js';
import { type Effects, effectsOf, type Marks, spanKey } from '../program/effects.js';
import type { Program } from '../program/program.js';
import { scheduleOf } from '../symbolic/witness/schedule.js';
import { Certifier } from '../verdict/certificate.js';
import type { Claim } from '../verdict/engine.js';
import { isAllowed } from './allowed.js';
import type { Counterexample } from './counterexample.js';
import { graphWith, type Passage, passageOf } from './passage.js';

export interface Clause {
  /** Candidates of which every repair has one. */
  readonly candidates: readonly number[];
  /** An execution that is possible as long as none of them is chosen, if it could be told for other choices too. */
  readonly shown?: Shown;
}

export interface Shown {
  readonly claim: Claim;
  readonly passage: Passage;
}

/** Sets from one execution; more seldom say more. */
const mostClauses = 12;

export class ClauseSource {
  /** Clauses that could not be certified and were weakened. */
  weakened = 0;

  constructor(
    readonly candidates: readonly Candidate[],
    /** The candidates that may be chosen. */
    readonly universe: readonly number[],
    readonly marks: Marks,
    /** With marks, as it is asked about. */
    readonly marked: Program,
    readonly model: 'tso' | 'pso',
    readonly unroll: number,
  ) {}

  /** The program with these chosen. */
  program(chosen: Iterable<number>): Program {
    return this.marks.apply(this.marked, this.#effects(chosen));
  }

  /** The clauses of an execution of `program(chosen)`. */
  clauses(chosen: readonly number[], { claim, witness }: Counterexample): readonly Clause[] {
    const effects = this.#effects(chosen);
    const marked = this.marks.apply(this.marked, effects, true);
    const passage = passageOf(marked, effects, this.marks.isPlace, this.unroll, witness);
    if (passage === undefined) return [this.#weak(chosen)];
    const found = new Map<string, Clause>();
    let prefer: readonly number[] = chosen;
    for (let i = 0; i < mostClauses; i++) {
      const large = this.#enlarge(passage, prefer);
      const candidates = this.universe.filter((c) => !large.has(c));
      const key = candidates.join();
      if (found.has(key)) break;
      if (this.witness({ claim, passage }, large) !== undefined)
        found.set(key, { candidates, shown: { claim, passage } });
      else if (i === 0) return [this.#weak(chosen)];
      if (candidates.length === 0) break;
      prefer = [...candidates, ...prefer];
    }
    return [...found.values()];
  }

  /** The execution with these candidates chosen; undefined if it is none of that program. */
  witness({ claim, passage }: Shown, chosen: Iterable<number>): Witness | undefined {
    const effects = this.#effects(chosen);
    const graph = graphWith(passage, effects);
    if (!isAllowed(graph, this.model)) return undefined;
    const program = this.marks.apply(this.marked, effects);
    const stops = passage.silent.map((thread) => ({ thread, silentStep: true }));
    const schedule = scheduleOf({ ...graph, stops, eventOf: () => undefined }, this.model);
    const replay = replaySchedule(program, schedule, { model: this.model, unroll: this.unroll });
    if (replay.kind === 'impossible') return undefined;
    const witness: Witness = { model: this.model, execution: replay.execution, schedule };
    const flaw = new Certifier(program, this.model, this.unroll).certify(claim, {
      execution: replay.execution,
      witness,
    });
    return flaw === undefined ? witness : undefined;
  }

  #effects(chosen: Iterable<number>): Effects {
    return effectsOf(this.candidates, chosen);
  }

  /** As many candidates as leave the execution possible, the preferred ones first. */
  #enlarge(passage: Passage, prefer: readonly number[]): ReadonlySet<number> {
    const passed = new Set(passage.placeOf.values());
    const stored = new Set(
      passage.execution.events.flatMap(({ at, writes }) =>
        at === undefined || writes.length === 0 ? [] : [spanKey(at)],
      ),
    );
    const concerns = (c: number): boolean => {
      const { fences, store } = this.candidates[c];
      return (
        fences.some(({ place }) => passed.has(place)) ||
        (store !== undefined && stored.has(spanKey(store.at)))
      );
    };
    const chosen = new Set(this.universe.filter((c) => !concerns(c)));
    for (const c of [...prefer, ...this.universe]) {
      if (chosen.has(c)) continue;
      chosen.add(c);
      if (!isAllowed(graphWith(passage, this.#effects(chosen)), this.model)) chosen.delete(c);
    }
    return chosen;
  }

  /** The weakest clause, without looking at the execution: one candidate that was not chosen is needed. */
  #weak(chosen: readonly number[]): Clause {
    this.weakened++;
    return { candidates: this.universe.filter((c) => !chosen.includes(c)) };
  }
}
