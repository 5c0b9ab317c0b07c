// Explains why a model forbids a state. It solves for candidate executions without a model, one by one. The cat file
// judges each candidate. The forbidden cycle is then ruled out together with every other candidate that has it, until
// no candidate is left.

import type { CatModel, RelationExpr } from '../../cat/ast.js';
import { judgeGraph, type Violation } from '../../cat/judge.js';
import type { EventId } from '../../execution/event.js';
import { type Execution, initialWrite } from '../../execution/execution.js';
import { forEachFromRead } from '../../execution/hb.js';
import type { ForbiddenCycle, ForbiddenEdge, Refutation } from '../../execution/refutation.js';
import { bug } from '../../support/diagnostic.js';
import type { Lit } from '../formula/cnf.js';
import { CatEvaluator } from '../model/evaluate.js';
import type { Session } from '../session.js';
import { executionOf } from '../witness/witness.js';
import { enumerateGraphs } from './count.js';

/**
 * Models with fewer and fewer axioms, down to none. The first of them that has an execution is nearest to the
 * question.
 */
export function lenient(model: CatModel): CatModel[] {
  const only = (...names: string[]): CatModel => ({
    ...model,
    name: 'candidates',
    axioms: model.axioms.filter(({ name }) => names.includes(name)),
  });
  return [only('coherence', 'atomicity'), only('coherence'), only()];
}

interface Limits {
  /** Different cycles, and candidates that are counted. */
  readonly mostCycles: number;
  readonly mostCandidates: number;
}

/** Of a session over a lenient model that holds what is asked for, and in which a witness is prepared. */
export function refute(
  session: Session,
  model: CatModel,
  { mostCycles, mostCandidates }: Limits,
): Omit<Refutation, 'assuming'> {
  const { cnf } = session.problem;
  const evaluator = new CatEvaluator(model, session.problem.structure);
  const active = cnf.fresh();
  const found: { cycle: Omit<ForbiddenCycle, 'candidates'>; lits: readonly Lit[]; count: number }[] = [];
  let complete = false;
  while (found.length < mostCycles) {
    const answer = session.check(active);
    if (answer !== 'sat') {
      complete = answer === 'unsat';
      break;
    }
    const candidate = executionOf(session);
    const { axiom, edges, expressions } = forbidden(model, candidate);
    const nodes = nodesOf(session);
    const lits = edges.map(({ from, to }, i) => evaluator.pair(expressions[i], nodes[from], nodes[to]));
    found.push({ cycle: { axiom, edges, candidate }, lits, count: 0 });
    cnf.addAll([-active, ...lits.map((lit) => -lit)]);
  }
  let counted = 0;
  const all = enumerateGraphs(session, () => {
    const first = found.find(({ lits }) => lits.every((lit) => session.holds(lit)));
    if (first !== undefined) first.count++;
    return ++counted < mostCandidates;
  }, [cnf.fresh()]);
  return {
    cycles: found.map(({ cycle, count }) => ({ ...cycle, candidates: count })),
    complete,
    counted: all && complete,
  };
}

/** The node of each event of the execution that the solver holds; nothing for a choice, which is none. */
function nodesOf(session: Session): number[] {
  const { unrolled, memory, structure } = session.problem;
  return unrolled.threads
    .flatMap(({ events }) => events)
    .filter((event) => session.holds(memory.executed[event]))
    .map((event) => structure.nodeOf(event));
}

interface Forbidden {
  readonly axiom: string;
  readonly edges: readonly ForbiddenEdge[];
  /** For each edge the relation that has it. */
  readonly expressions: readonly RelationExpr[];
}

/** A cycle that an axiom forbids, without loads if there is one: the values of loads are often beside the point. */
function forbidden(model: CatModel, candidate: Execution): Forbidden {
  const kept = candidate.events.filter(({ kind }) => kind !== 'R').map(({ id }) => id);
  const stores = shortest(model, restricted(candidate, kept));
  if (stores !== undefined)
    return {
      ...stores,
      edges: stores.edges.map((edge) => ({ ...edge, from: kept[edge.from], to: kept[edge.to] })),
    };
  return shortest(model, candidate) ?? bug(`no cycle shows why ${model.name} forbids an execution`);
}

/** Of these events alone, which take nothing from others. */
function restricted({ events, rf, co, ...rest }: Execution, kept: readonly number[]): Execution {
  const place = new Map(kept.map((id, i) => [id, i]));
  const renamed = (id: number): number => place.get(id) ?? initialWrite;
  return {
    ...rest,
    events: kept.map((id, i) => ({ ...events[id], id: i })),
    rf: kept.map((id) => rf[id].map(renamed)),
    co: new Map([...co].map(([address, writers]) => [address, writers.map(renamed)])),
  };
}

/** The shortest cycle that an axiom forbids, if one does. */
function shortest(model: CatModel, candidate: Execution): Forbidden | undefined {
  const judgement = judgeGraph(model, candidate);
  if (judgement.allowed) return undefined;
  const cycles = judgement.violations
    .flatMap((violation) => cycleOf(model, candidate, violation) ?? [])
    .sort((a, b) => a.edges.length - b.edges.length);
  return cycles.at(0);
}

function cycleOf(
  model: CatModel,
  candidate: Execution,
  { axiom: name, evidence }: Violation,
): Forbidden | undefined {
  const axiom = model.axioms.find((one) => one.name === name);
  if (axiom === undefined || axiom.type !== 'relation') return undefined;
  if (evidence.kind === 'cycle')
    return {
      axiom: name,
      edges: evidence.cycle.map(({ from, to, relation }) => ({ from, to, relation })),
      expressions: evidence.cycle.map(({ part }) => part),
    };
  // An atomic event that does not read the write just before it: another write is in between.
  if (evidence.kind !== 'pairs') return undefined;
  for (const { from } of evidence.pairs) {
    const between = overwriting(candidate, from);
    if (between !== undefined)
      return {
        axiom: name,
        edges: [
          { from, to: between, relation: 'fr' },
          { from: between, to: from, relation: 'co' },
        ],
        expressions: [
          { kind: 'base', name: 'fr' },
          { kind: 'base', name: 'co' },
        ],
      };
  }
  return undefined;
}

/** A write that is co-between what an event reads and what it writes. */
function overwriting(candidate: Execution, event: EventId): number | undefined {
  if (event === initialWrite) return undefined;
  const found: number[] = [];
  forEachFromRead(candidate, (read, write) => {
    if (read !== event) return;
    for (const writers of candidate.co.values()) {
      const own = writers.indexOf(event);
      const other = writers.indexOf(write);
      if (other >= 0 && other < own) found.push(write);
    }
  });
  return found.at(0);
}
