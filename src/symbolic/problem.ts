// A program under a model as one formula: its satisfying assignments are the consistent executions, complete or maximal.
// Queries add what they ask for and solve.

import type { CatModel } from '../cat/ast.js';
import { loadModel } from '../cat/models.js';
import type { ModelName } from '../execution/execution.js';
import type { Program } from '../program/program.js';
import { defaultEncoding, type Encoding } from './acyclic/encoding.js';
import { Facts } from './encode/facts.js';
import { FinalState } from './encode/finalState.js';
import { Memory } from './encode/memory.js';
import { Values } from './encode/values.js';
import { Cnf, type Lit } from './formula/cnf.js';
import { type EncodedModel, encodeModel } from './model/axioms.js';
import { impliesCoherence } from './model/shape.js';
import { Structure } from './model/structure.js';
import { type Analysis, analyse } from './unroll/analysis.js';
import { unrollProgram } from './unroll/unroll.js';
import type { Reading, Stop, Unrolled } from './unroll/unrolled.js';

export interface ProblemOptions {
  readonly model: ModelName | CatModel;
  /** How often a loop without a bound of its own runs each time it is entered. */
  readonly unroll?: number;
  readonly encoding?: Encoding;
}

export const defaultUnroll = 8;

export class Problem {
  readonly cnf = new Cnf();
  readonly unrolled: Unrolled;
  readonly analysis: Analysis;
  readonly values: Values;
  readonly memory: Memory;
  readonly finalState: FinalState;
  readonly structure: Structure;
  readonly encoding: Encoding;
  readonly encoded: EncodedModel;
  readonly #facts: Facts;

  constructor(
    readonly program: Program,
    readonly reading: Reading,
    options: ProblemOptions,
  ) {
    const shipped = typeof options.model === 'string';
    const model = typeof options.model === 'string' ? loadModel(options.model) : options.model;
    const coherent = impliesCoherence(model);
    this.encoding = options.encoding ?? defaultEncoding;
    this.unrolled = unrollProgram(program, reading, options.unroll ?? defaultUnroll);
    this.analysis = analyse(this.unrolled, { coherent, causal: shipped });
    this.#facts = new Facts(this.cnf, this.analysis);
    this.values = new Values(this.cnf, this.analysis, (fact) => this.#facts.lit(fact));
    this.memory = new Memory(this.cnf, this.analysis, this.values, coherent);
    this.finalState = new FinalState(this.memory);
    this.structure = new Structure(this.memory);
    for (const constraint of this.unrolled.constraints) this.cnf.add(this.values.lit(constraint));
    if (reading === 'complete') for (const stop of this.unrolled.stops) this.cnf.add(-this.stopped(stop));
    this.encoded = encodeModel(this.structure, model, this.encoding, shipped);
    this.#facts.define(this.values, this.memory, this.finalState);
  }

  /** Whether a thread stops at this place. */
  stopped(stop: Stop): Lit {
    return this.values.lit(stop.when);
  }

  /** To be called after a query has asked for more terms: gives the facts they need a meaning. */
  settle(): void {
    this.#facts.define(this.values, this.memory, this.finalState);
  }
}
