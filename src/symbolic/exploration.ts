// Final states and findings of a program under one model after the other, with one formula and one solver. A weaker
// model allows every execution of a stronger one. So the search under the weaker model makes new schedules for known
// executions and looks only for other final states.

import type { CatModel } from '../cat/ast.js';
import { type ModelName, modelNames, type Outcome } from '../execution/execution.js';
import type { Program } from '../program/program.js';
import type { Encoding } from './acyclic/encoding.js';
import { ended } from './ended.js';
import { yes } from './formula/cnf.js';
import { OutcomeSearch } from './queries/outcomes.js';
import type { Session } from './session.js';
import { type Solution, solutionOf } from './witness/witness.js';

interface Found {
  readonly outcome: Outcome;
  readonly solution: Solution;
}

export class Exploration {
  readonly session: Session;
  readonly #program: Program;
  readonly #unroll: number;
  #search: OutcomeSearch | undefined;
  /** Those it was asked about. */
  readonly #models: (ModelName | CatModel)[] = [];
  /** By the search. */
  readonly #found: Found[] = [];

  constructor(session: Session, program: Program, unroll: number) {
    this.session = session;
    this.#program = program;
    this.#unroll = unroll;
  }

  /** Whether other models can be asked about. */
  get isShared(): boolean {
    return this.session.problem.assumed !== yes;
  }

  isOf(program: Program, unroll: number, encoding: Encoding): boolean {
    return this.#program === program && this.#unroll === unroll && this.session.problem.encoding === encoding;
  }

  /** Calls `visit` with each final state, and what must be asked for during the call; false when the time was over first. */
  outcomes(
    model: ModelName | CatModel,
    visit: (outcome: Outcome, solution: () => Solution) => void,
  ): boolean {
    const search = this.#searchUnder(model);
    for (const { outcome, solution } of this.#found) visit(outcome, () => solution);
    return search.enumerate((outcome) => {
      const solution = solutionOf(this.session);
      if (this.isShared) this.#found.push({ outcome, solution });
      visit(outcome, () => solution);
    });
  }

  #searchUnder(model: ModelName | CatModel): OutcomeSearch {
    const isWeaker = this.#models.every((earlier) => isWithin(this.#program, earlier, model));
    if (this.#search === undefined || !isWeaker) {
      this.#models.length = 0;
      this.#found.length = 0;
      this.#search = new OutcomeSearch(this.session, ended(this.session.problem));
    }
    this.#models.push(model);
    return this.#search;
  }
}

/** Whether the second model allows every execution with a final state that the first one allows. */
function isWithin({ final }: Program, first: ModelName | CatModel, second: ModelName | CatModel): boolean {
  if (typeof first !== 'string' || typeof second !== 'string') return false;
  // Where threads may have stopped, how far they came by then depends on the machine.
  return final === undefined && modelNames.indexOf(first) <= modelNames.indexOf(second);
}
