// A program under a model as one formula: its satisfying assignments are the consistent executions, complete or maximal.
// Queries add what they ask for and solve. A formula may be of several models that diptych ships: which of them is meant is then an
// assumption.

import type { CatModel } from '../cat/ast.js';
import { loadModel } from '../cat/models.js';
import type { EventKind } from '../execution/event.js';
import type { ModelName } from '../execution/execution.js';
import { defaultUnroll } from '../program/loopBounds.js';
import type { Program } from '../program/program.js';
import type { OnPhase } from '../support/phase.js';
import { TooLarge } from '../support/tooLarge.js';
import { defaultEncoding, type Encoding, isConditional } from './acyclic/encoding.js';
import { encodeCoherence } from './encode/coherence.js';
import { Facts } from './encode/facts.js';
import { FinalState } from './encode/finalState.js';
import { Memory } from './encode/memory.js';
import { Values } from './encode/values.js';
import { Cnf, type Lit, no, yes } from './formula/cnf.js';
import { type EncodedModel, type ExtraEdge, encodeModel } from './model/axioms.js';
import { impliesCoherence } from './model/shape.js';
import { Structure } from './model/structure.js';
import { analysed } from './unroll/analysed.js';
import type { Analysis } from './unroll/analysis.js';
import type { Reading, Stop, Unrolled } from './unroll/unrolled.js';

export interface ProblemOptions {
  readonly model: ModelName | CatModel;
  /** How often a loop without a bound of its own runs each time it is entered. */
  readonly unroll?: number;
  readonly encoding?: Encoding;
  /** `TooLarge` is thrown if there are more pairs of a read and a write it may see. */
  readonly mostCandidates?: number;
  /** Other models are asked about with the same formula (`use`), if the encoding allows. */
  readonly shared?: boolean;
  /** Called when a phase begins. */
  readonly onPhase?: OnPhase;
}

/** Events whose node is not the time they are executed at, on a machine with store buffers. */
const waitsInBuffer: ReadonlySet<EventKind> = new Set<EventKind>(['W', 'free', 'S', 'choice']);

const candidates = ({ sources }: Analysis): number => sources.reduce((sum, of) => sum + of.length, 0);

const catOf = (model: ModelName | CatModel): CatModel =>
  typeof model === 'string' ? loadModel(model) : model;

/** The part of the formula that a model adds. */
interface ModelPart {
  readonly assumed: Lit;
  readonly encoded: EncodedModel;
}

export class Problem {
  readonly cnf = new Cnf();
  readonly unrolled: Unrolled;
  readonly analysis: Analysis;
  readonly values: Values;
  readonly memory: Memory;
  readonly finalState: FinalState;
  readonly structure: Structure;
  readonly encoding: Encoding;
  readonly #facts: Facts;
  readonly #models = new Map<ModelName | CatModel, ModelPart>();
  #current: ModelPart;

  constructor(
    readonly program: Program,
    readonly reading: Reading,
    options: ProblemOptions,
  ) {
    const shipped = typeof options.model === 'string';
    const coherent = impliesCoherence(catOf(options.model));
    this.encoding = options.encoding ?? defaultEncoding;
    this.analysis = analysed(
      program,
      reading,
      options.unroll ?? defaultUnroll,
      { coherent, causal: shipped },
      options.onPhase,
    );
    this.unrolled = this.analysis.unrolled;
    if (candidates(this.analysis) > (options.mostCandidates ?? Number.POSITIVE_INFINITY))
      throw new TooLarge();
    options.onPhase?.('encoding');
    this.#facts = new Facts(this.cnf, this.analysis);
    this.values = new Values(
      this.cnf,
      this.analysis,
      (fact) => this.#facts.lit(fact),
      (address) => this.finalState.at(address),
    );
    this.memory = new Memory(this.cnf, this.analysis, this.values, coherent);
    // A user's own model may demand relations that the shipped models only forbid.
    if (!shipped) this.memory.exactFr();
    this.finalState = new FinalState(this.memory);
    this.structure = new Structure(this.memory);
    if (reading === 'complete') for (const stop of this.unrolled.stops) this.cnf.add(-this.stopped(stop));
    for (const { guard, oneOf } of this.unrolled.demands)
      this.cnf.add(-this.values.lit(guard), ...oneOf.map((term) => this.values.lit(term)));
    // The encoding of memory relies on what the patterns say.
    if (coherent) encodeCoherence(this.memory, shipped);
    const isShared = shipped && isConditional(this.encoding) && options.shared === true;
    this.#current = this.#encode(options.model, isShared ? this.cnf.fresh() : yes);
    this.#facts.define(this.values, this.memory, this.finalState);
  }

  get encoded(): EncodedModel {
    return this.#current.encoded;
  }

  /** Holds in the executions of the model that is asked about. */
  get assumed(): Lit {
    return this.#current.assumed;
  }

  /** From now on this model is asked about; the formula must be shared. */
  use(model: ModelName): void {
    this.#current = this.#models.get(model) ?? this.#encode(model, this.cnf.fresh());
  }

  #encode(model: ModelName | CatModel, assumed: Lit): ModelPart {
    const unless = -assumed;
    const part = {
      assumed,
      encoded: encodeModel(this.structure, catOf(model), {
        encoding: this.encoding,
        shipped: typeof model === 'string',
        extra: this.#haltingEdges(model, unless),
        unless,
      }),
    };
    this.#models.set(model, part);
    return part;
  }

  /** Whether a thread stops at this place. */
  stopped(stop: Stop): Lit {
    return this.values.lit(stop.when);
  }

  /** A thread executes events after a store to a freed cell only before that store commits. */
  #haltingEdges(model: ModelName | CatModel, unless: Lit): ExtraEdge[] {
    const { unrolled, memory, structure, cnf } = this;
    const buffered = model !== 'sc';
    return unrolled.stops.flatMap((stop, i) => {
      if (stop.store === undefined || this.stopped(stop) === no) return [];
      const { store } = stop;
      for (const after of unrolled.stops.slice(i + 1)) {
        const waits = !buffered || after.drains === 'always' || (after.drains === 'tso' && model === 'tso');
        if (after.thread === stop.thread && waits && after.store === undefined)
          cnf.add(-this.stopped(stop), -this.stopped(after), unless);
      }
      const { events } = unrolled.threads[stop.thread];
      const later = events.slice(events.indexOf(store) + 1).filter((e) => memory.executed[e] !== no);
      // Without buffers the store commits at once, and nothing follows.
      if (!buffered) for (const e of later) cnf.add(-this.stopped(stop), -memory.executed[e], unless);
      return later
        .filter((e) => buffered && !waitsInBuffer.has(unrolled.events[e].kind))
        .map((e): ExtraEdge => {
          const lit = cnf.and2(this.stopped(stop), memory.executed[e]);
          return [structure.nodeOf(e), structure.nodeOf(store), lit];
        });
    });
  }

  /** To be called after a query has asked for more terms: gives the facts they need a meaning. */
  settle(): void {
    this.#facts.define(this.values, this.memory, this.finalState);
  }
}
