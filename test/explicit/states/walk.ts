// The tree of all executions, walked without a reduction, and the futures of the states that have one name.

import { expect } from 'vitest';
import type { ModelName } from '../../../src/execution/execution.js';
import { type Code, compile } from '../../../src/explicit/bytecode/compile.js';
import { startThreads } from '../../../src/explicit/fast/advance.js';
import { visitMaximalExecutions } from '../../../src/explicit/fast/maximalExecutions.js';
import type { SearchCallbacks, Searcher, SearchResult } from '../../../src/explicit/fast/searcher.js';
import { AT_EVENT, type FastState } from '../../../src/explicit/fast/state.js';
import { enabled, execute } from '../../../src/explicit/fast/steps.js';
import { rewind, undo } from '../../../src/explicit/fast/undo.js';
import { EachChoice } from '../../../src/explicit/states/eachChoice.js';
import { Footprints } from '../../../src/explicit/states/footprints.js';
import { LikeThreads } from '../../../src/explicit/states/likeThreads.js';
import { LiveSlots } from '../../../src/explicit/states/liveSlots.js';
import { StateName } from '../../../src/explicit/states/stateName.js';
import { StateSet } from '../../../src/explicit/states/stateSet.js';
import { likenessOf } from '../../../src/explicit/symmetry/likeness.js';
import { cellAddress } from '../../../src/program/layout.js';
import type { Program } from '../../../src/program/program.js';
import { endUpToExchange } from './ends.js';

const mostNodes = 6_000;

/** Keeps the words of a name; those of a part in the sum of a group, so that it is the same in every order. */
class Words extends StateSet {
  #words: number[] = [];
  #isPart = false;

  override begin(): void {
    super.begin();
    this.#words = [];
  }

  override beginPart(): void {
    super.beginPart();
    this.#isPart = true;
  }

  override endPart(sum: Int32Array): void {
    super.endPart(sum);
    this.#isPart = false;
  }

  override word(value: number): void {
    if (this.#isPart) super.word(value);
    else this.#words.push(value | 0);
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
  readonly #like: LikeThreads | undefined;
  readonly #footprints: Footprints | undefined;
  /** By thread: the locks it holds. */
  readonly #held: Int32Array;
  #nodes = 0;
  end = '';

  constructor(
    readonly m: FastState,
    exchanged: boolean,
    footprints?: Footprints,
  ) {
    this.#values = new EachChoice(m);
    m.script = this.#values;
    this.#like = exchanged ? new LikeThreads(m, likenessOf(m.code)) : undefined;
    this.#footprints = footprints;
    this.#held = new Int32Array(m.threads);
    const live = m.code.threads.map((_, t) => new LiveSlots(m.code, t));
    this.#name = new StateName(m, live, footprints === undefined ? undefined : this.#held, this.#like);
  }

  explored(): number {
    return 0;
  }

  run(callbacks: SearchCallbacks): SearchResult {
    const { m } = this;
    let values: readonly number[] | undefined = [];
    while (values !== undefined) {
      rewind(m, 0);
      this.#held.fill(0);
      this.#values.begin(values);
      startThreads(m);
      this.#name.memory.begin();
      values = this.#values.next();
      if (this.#visit(callbacks) === undefined) return { finished: false, redundant: 0 };
    }
    return { finished: true, redundant: 0 };
  }

  /** The threads that the thread of this step has joined, and the locks it holds: footprints keep both. */
  #noted(p: number): string | undefined {
    const { m } = this;
    if (this.#footprints === undefined || p >= m.threads) return undefined;
    const held = this.#held[p];
    this.#held[p] = this.#footprints.note(m, p, held);
    return `step ${p} ${m.pc[p]} ${m.joined[p]} ${held} ${this.#held[p]}`;
  }

  /** The ends of all executions from here; undefined if there are too many nodes, or threads cannot be exchanged. */
  #visit(callbacks: SearchCallbacks): ReadonlySet<string> | undefined {
    const { m } = this;
    if (++this.#nodes > mostNodes || this.#like?.isBroken === true) return undefined;
    this.#name.addTo(this.#words);
    const name = this.#words.toString();
    const ends = new Set<string>();
    let isMaximal = true;
    for (let p = 0; p < m.processes; p++) {
      if (!enabled(m, p)) {
        if (p < m.threads && m.status[p] === AT_EVENT) this.#like?.lookAt(p);
        continue;
      }
      isMaximal = false;
      for (let again: readonly number[] | undefined = []; again !== undefined; ) {
        this.#values.begin(again);
        const held = this.#held[m.processThread[p]];
        const step = this.#noted(p);
        if (step !== undefined) ends.add(step);
        execute(m, p);
        this.#like?.lookBack();
        again = this.#values.next();
        this.#name.memory.stepped();
        const more = this.#visit(callbacks);
        if (more === undefined) return undefined;
        for (const end of more) ends.add(end);
        undo(m);
        this.#held[m.processThread[p]] = held;
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

/**
 * How many names there are, if every execution was seen: each has one future. `exchanged`: up to the order of like threads. With
 * footprints the future of a state is also what the threads will have joined and hold at each step.
 */
export function names(
  tested: Program,
  model: ModelName,
  { exchanged = false, footprints }: { exchanged?: boolean; footprints?: Footprints } = {},
): number {
  const code = compile(tested, { unroll: 2 });
  const groups = exchanged ? likenessOf(code).groups.map(({ threads }) => threads) : [];
  if (exchanged && groups.length === 0) return 0;
  const version = footprints?.version;
  let walk: Walk | undefined;
  const { finished } = visitMaximalExecutions(code, {
    model,
    searcher: (m) => {
      walk = new Walk(m, exchanged, footprints);
      return walk;
    },
    groups: [],
    choices: 'every-value',
    onTick: () => true,
    onRestart: () => {},
    onVisit: ({ complete, remarks }) => {
      if (walk === undefined) return true;
      walk.end = exchanged
        ? endUpToExchange(walk.m, remarks, groups)
        : [complete ? observed(walk.m, code) : 'incomplete', ...[...remarks].sort()].join(' ');
      return true;
    },
  });
  if (!finished || walk === undefined || version !== footprints?.version) return 0;
  for (const [name, futures] of walk.futures) expect([name, [...futures]]).toEqual([name, [[...futures][0]]]);
  return walk.futures.size;
}

/** The same, where the footprints of one walk are those of the next. */
export function namesWithFootprints(tested: Program, model: ModelName): number {
  const footprints = new Footprints(compile(tested, { unroll: 2 }), undefined);
  for (let walks = 0; walks < 3; walks++) {
    const found = names(tested, model, { footprints });
    if (found > 0) return found;
  }
  return 0;
}
