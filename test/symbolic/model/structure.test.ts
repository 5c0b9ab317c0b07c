// The base sets and relations of cat over an encoded program: in every solution they are those that cat/ computes from the
// execution which the solution stands for. Two definitions of po, rf, co, fr, loc and int that share no code.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BaseRelation, BaseSet } from '../../../src/cat/ast.js';
import { EventGraph } from '../../../src/cat/eventGraph.js';
import { parseCat } from '../../../src/cat/resolve.js';
import { hasPair } from '../../../src/execution/bitRelation.js';
import { type Execution, initialWrite, modelNames } from '../../../src/execution/execution.js';
import type { Feature } from '../../../src/generate/randomOptions.js';
import type { Program } from '../../../src/program/program.js';
import { Problem, type ProblemOptions } from '../../../src/symbolic/problem.js';
import { Session } from '../../../src/symbolic/session.js';
import { prepareWitness } from '../../../src/symbolic/witness/prepare.js';
import { executionOf } from '../../../src/symbolic/witness/witness.js';
import { startZ3 } from '../../../src/symbolic/z3/module.js';
import { arbitraryProgram } from '../../generate/arbitrary.js';

const z3 = await startZ3();

const features: readonly Feature[] = ['rmw', 'fence', 'store-fence', 'if', 'dependency', 'array'];
const relations: readonly BaseRelation[] = ['po', 'rf', 'co', 'fr', 'loc', 'int'];
const sets: readonly BaseSet[] = ['_', 'R', 'W', 'IW', 'F', 'S'];

/** Named by what it is, the same in both: `0.1` for an event, `i100` for the initial write of a cell. */
const eventName = (execution: Execution, id: number): string =>
  `${execution.events[id].thread}.${execution.events[id].index}`;

function ofExecution(execution: Execution): string[] {
  const graph = new EventGraph(execution);
  const cells = [
    ...new Set(execution.events.flatMap((e) => [...e.reads, ...e.writes].map((a) => a.address))),
  ];
  const nodes = Array.from({ length: graph.size }, (_, node) => node);
  let initial = 0;
  const names = nodes.map((node) => {
    const id = graph.eventOf(node);
    return id === initialWrite ? `i${cells[initial++]}` : eventName(execution, id);
  });
  const found: string[] = [];
  for (const name of relations) {
    const bits = graph.relation(name);
    for (const a of nodes)
      for (const b of nodes)
        if (hasPair(bits, graph.words, a, b)) found.push(`${name} ${names[a]} ${names[b]}`);
  }
  for (const name of sets) {
    const bits = graph.set(name);
    for (const a of nodes) if ((bits[a >>> 5] >>> (a & 31)) & 1) found.push(`${name} ${names[a]}`);
  }
  return found.sort();
}

/** The formula's atoms in the session's solution. */
function ofSolution(session: Session, execution: Execution): string[] {
  const { structure, memory } = session.problem;
  const counts = new Map<number, number>();
  const names = new Map<number, string>();
  for (let node = 0; node < structure.size; node++) {
    if (!session.holds(structure.executed(node))) continue;
    const thread = structure.threadOf(node);
    if (thread === undefined) names.set(node, `i${structure.cells[node - structure.events.length]}`);
    else {
      const index = counts.get(thread) ?? 0;
      counts.set(thread, index + 1);
      names.set(node, `${thread}.${index}`);
    }
  }
  expect(memory.unrolled.events.filter((e) => session.holds(memory.executed[e.id]))).toHaveLength(
    execution.events.length,
  );
  const found: string[] = [];
  for (const name of relations)
    for (const [a, first] of names)
      for (const [b, second] of names)
        if (session.holds(structure.pair(name, a, b))) found.push(`${name} ${first} ${second}`);
  for (const name of sets)
    for (const [a, first] of names)
      if (session.holds(structure.member(name, a))) found.push(`${name} ${first}`);
  return found.sort();
}

/** The same node may be in a relation with itself by two accesses of one event only: loc and int are compared without it. */
const withoutLoops = (pairs: readonly string[]): string[] =>
  pairs.filter((pair) => {
    const [, a, b] = pair.split(' ');
    return a !== b;
  });

function expectSame(program: Program, options: ProblemOptions): boolean {
  const problem = new Problem(program, 'complete', options);
  prepareWitness(problem);
  // Literals must be in the formula before it is solved.
  for (const name of relations) problem.structure.relation(name);
  for (let node = 0; node < problem.structure.size; node++) {
    problem.structure.executed(node);
    for (const name of sets) problem.structure.member(name, node);
  }
  problem.memory.exactFr();
  const session = new Session(z3, problem);
  try {
    if (session.check() !== 'sat') return false;
    const execution = executionOf(session);
    expect(withoutLoops(ofSolution(session, execution))).toEqual(withoutLoops(ofExecution(execution)));
    return true;
  } finally {
    session.close();
  }
}

describe('base sets and relations', () => {
  it.each(modelNames)('are those of the execution under %s', (model) => {
    let compared = 0;
    fc.assert(
      fc.property(arbitraryProgram({ features, size: 8 }), (program) => {
        if (expectSame(program, { model, unroll: 2 })) compared++;
      }),
      { numRuns: 40 },
    );
    expect(compared).toBeGreaterThan(20);
  });

  it("are those of the execution under a user's model", () => {
    const model = parseCat('acyclic po | rf as thinair', 'own.cat');
    fc.assert(
      fc.property(arbitraryProgram({ features, size: 6 }), (program) => {
        expectSame(program, { model, unroll: 2 });
      }),
      { numRuns: 30 },
    );
  });
});
