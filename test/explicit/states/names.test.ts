// States with the same name have the same future: every execution from one ends as some execution from the other.
// The tree of all executions is walked without a reduction, and no two of its nodes are taken for the same state.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelName, modelNames } from '../../../src/execution/execution.js';
import { type Code, compile } from '../../../src/explicit/bytecode/compile.js';
import { startThreads } from '../../../src/explicit/fast/advance.js';
import { visitMaximalExecutions } from '../../../src/explicit/fast/maximalExecutions.js';
import type { SearchCallbacks, Searcher, SearchResult } from '../../../src/explicit/fast/searcher.js';
import type { FastState } from '../../../src/explicit/fast/state.js';
import { enabled, execute } from '../../../src/explicit/fast/steps.js';
import { rewind, undo } from '../../../src/explicit/fast/undo.js';
import { EachChoice } from '../../../src/explicit/states/eachChoice.js';
import { LiveSlots } from '../../../src/explicit/states/liveSlots.js';
import { StateName } from '../../../src/explicit/states/stateName.js';
import { StateSet } from '../../../src/explicit/states/stateSet.js';
import { everything } from '../../../src/generate/observe.js';
import { randomProgram } from '../../../src/generate/random.js';
import { type Feature, features } from '../../../src/generate/randomOptions.js';
import { randomSyncProgram } from '../../../src/generate/randomSync.js';
import { addressOf, constant, type Expr, register } from '../../../src/program/expression.js';
import { cellAddress } from '../../../src/program/layout.js';
import type { Program } from '../../../src/program/program.js';
import type { Statement } from '../../../src/program/statement.js';
import { validate } from '../../../src/program/validate.js';

const mostNodes = 6_000;
const runs = Number(process.env.DIPTYCH_STATE_RUNS ?? 150);

/** Keeps the words of a name. */
class Words extends StateSet {
  #words: number[] = [];

  override begin(): void {
    this.#words = [];
  }

  override word(value: number): void {
    this.#words.push(value | 0);
  }

  override add(): boolean {
    return true;
  }

  override toString(): string {
    return this.#words.join();
  }
}

/** Walks the tree of all executions, up to a number of nodes, and keeps the futures that each name has. */
class Walk implements Searcher {
  readonly futures = new Map<string, Set<string>>();
  readonly #values: EachChoice;
  readonly #name: StateName;
  readonly #words = new Words();
  #nodes = 0;
  end = '';

  constructor(readonly m: FastState) {
    this.#values = new EachChoice(m);
    m.script = this.#values;
    const live = m.code.threads.map((_, t) => new LiveSlots(m.code, t));
    this.#name = new StateName(m, live, undefined, undefined);
  }

  explored(): number {
    return 0;
  }

  run(callbacks: SearchCallbacks): SearchResult {
    const { m } = this;
    let values: readonly number[] | undefined = [];
    while (values !== undefined) {
      rewind(m, 0);
      this.#values.begin(values);
      startThreads(m);
      this.#name.memory.begin();
      values = this.#values.next();
      if (this.#visit(callbacks) === undefined) return { finished: false, redundant: 0 };
    }
    return { finished: true, redundant: 0 };
  }

  /** The ends of all executions from here; undefined if there are too many nodes. */
  #visit(callbacks: SearchCallbacks): ReadonlySet<string> | undefined {
    const { m } = this;
    if (++this.#nodes > mostNodes) return undefined;
    this.#name.addTo(this.#words);
    const name = this.#words.toString();
    const ends = new Set<string>();
    let isMaximal = true;
    for (let p = 0; p < m.processes; p++) {
      if (!enabled(m, p)) continue;
      isMaximal = false;
      for (let again: readonly number[] | undefined = []; again !== undefined; ) {
        this.#values.begin(again);
        execute(m, p);
        again = this.#values.next();
        this.#name.memory.stepped();
        const more = this.#visit(callbacks);
        if (more === undefined) return undefined;
        for (const end of more) ends.add(end);
        undo(m);
        this.#name.memory.takenBack();
      }
    }
    if (isMaximal) {
      callbacks.onMaximal();
      ends.add(this.end);
    }
    const all = [...ends].sort().join('\n');
    const known = this.futures.get(name) ?? new Set();
    this.futures.set(name, known.add(all));
    return ends;
  }
}

function observed(m: FastState, { program, layout }: Code): string {
  const values = program.observed.map((o) =>
    o.kind === 'register'
      ? m.register(o.thread, o.register)
      : m.cellValue(m.cellAt(cellAddress(layout, o.location, o.index))),
  );
  return values.join();
}

/** How many names there are, if every execution was seen: each has one future. */
function names(tested: Program, model: ModelName): number {
  const code = compile(tested, { unroll: 2 });
  let walk: Walk | undefined;
  const { finished } = visitMaximalExecutions(code, {
    model,
    searcher: (m) => {
      walk = new Walk(m);
      return walk;
    },
    groups: [],
    choices: 'every-value',
    onTick: () => true,
    onRestart: () => {},
    onVisit: ({ complete, remarks }) => {
      if (walk !== undefined)
        walk.end = [complete ? observed(walk.m, code) : 'incomplete', ...[...remarks].sort()].join(' ');
      return true;
    },
  });
  if (!finished || walk === undefined) return 0;
  for (const [name, futures] of walk.futures) expect([name, [...futures]]).toEqual([name, [[...futures][0]]]);
  return walk.futures.size;
}

const withOnly = (...chosen: readonly Feature[]) => ({ features: chosen, size: 5, mix: false });

describe('states with the same name', () => {
  it.each([
    ['any features', (seed: number) => randomProgram(seed, { features, size: 5 })],
    ['buffered stores', (seed: number) => randomProgram(seed, withOnly('store-fence', 'fence', 'rmw'))],
    ['findings and cut loops', (seed: number) => randomProgram(seed, withOnly('assert', 'loop', 'assume'))],
    ['blocks of the heap', (seed: number) => randomProgram(seed, withOnly('alloc', 'fault', 'pointer'))],
    ['values of 64 bits', (seed: number) => randomProgram(seed, withOnly('width', 'rmw', 'if'))],
    ['threads that are started', (seed: number) => randomProgram(seed, withOnly('spawn', 'lock', 'nondet'))],
    ['synchronisation', (seed: number) => randomSyncProgram(seed, { heap: true, moves: 2 })],
  ])('have the same future: %s', (_, program) => {
    let compared = 0;
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(...modelNames), (seed, model) => {
        compared += names(program(seed), model);
      }),
      { numRuns: runs / 5, seed: 1 },
    );
    expect(compared).toBeGreaterThan(runs);
  });

  const store = (place: Expr, value: Expr): Statement => ({ kind: 'store', address: place, value });
  const load = (name: string, target = 'r'): Statement => ({
    kind: 'load',
    target,
    address: addressOf(name),
  });
  const ifSet = (...whenTrue: Statement[]): Statement => ({
    kind: 'if',
    condition: register('r'),
    whenTrue,
    whenFalse: [],
  });

  // The first thread reads what the second stores, forgets it, and has something left that depends on it.
  it.each<[what: string, first: Statement[], value: Expr]>([
    ['where a buffered store goes', [load('p'), store(register('r'), constant(1))], addressOf('z')],
    [
      'whether a fence stands between buffered stores',
      [
        load('p'),
        store(addressOf('x'), constant(1)),
        ifSet({ kind: 'fence', fence: 'store-store' }),
        store(addressOf('z'), constant(1)),
      ],
      constant(0),
    ],
  ])('have the same future: %s', (_, first, value) => {
    const locations = [
      { name: 'p', initial: [{ location: 'x', index: 0 }] },
      { name: 'x', initial: [0] },
      { name: 'z', initial: [0] },
    ];
    const bodies = [first, [store(addressOf('p'), value)], [load('z'), load('x', 'later')]];
    const threads = bodies.map((body, t) => ({
      name: `P${t}`,
      start: 'initial' as const,
      parameters: [],
      registers: new Map(),
      body,
    }));
    // not what the first thread has read
    const observed = everything(locations, threads).filter((o) => o.kind === 'cell' || o.thread === 2);
    const program = validate({ name: 'p', locations, threads, observed });
    for (const model of modelNames) expect(names(program, model)).toBeGreaterThan(10);
  });
});
