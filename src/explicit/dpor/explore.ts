// Exploring a program with DPOR: runs the search (again with more room, if it outgrew the room it had; once per script of
// nondeterministic choices, if there are any) and reads off each maximal execution.

import type { Outcome, Step } from '../../execution/execution.js';
import { evaluateFormula, type Operand } from '../../program/condition.js';
import type { Code } from '../bytecode/compile.js';
import { storeBufferModels } from '../machines/index.js';
import { type Replayed, replay } from '../machines/replay.js';
import { Search, type SearchCallbacks, type SearchResult } from './search.js';
import {
  AT_EVENT,
  type Capacity,
  CapacityExceeded,
  choiceKey,
  ENDED,
  FastState,
  NOT_SPAWNED,
  STOPPED_ASSUME,
  STOPPED_BOUND,
  STOPPED_FINDING,
  WAITING,
} from './state.js';

/** A maximal execution, valid during the call it is given to. */
export interface Visit {
  readonly complete: boolean;
  /** Undefined when it is not complete or the program's filter rejects it. */
  outcome(): Outcome | undefined;
  /** Numbers that tell findings apart; empty when there are none. */
  readonly findings: readonly string[];
  /** Numbers that tell cut loops apart. */
  readonly cuts: readonly string[];
  /** The same execution on the plain machine. */
  replay(): Replayed;
}

export interface DporOptions {
  readonly model: 'sc' | 'tso' | 'pso';
  readonly optimal: boolean;
  /** What searches in place of DPOR. */
  readonly searcher?: (m: FastState) => Searcher;
  /** Return false to stop. */
  readonly onVisit: (visit: Visit) => boolean;
  readonly onTick: () => boolean;
  /** Called when what was reported so far is void because the exploration starts again. */
  readonly onRestart: () => void;
}

export interface Searcher {
  run(callbacks: SearchCallbacks): SearchResult;
}

export interface DporResult {
  readonly finished: boolean;
  readonly redundant: number;
}

export function exploreDpor(code: Code, options: DporOptions): DporResult {
  let capacity: Capacity = { stride: 1, stores: 32 };
  for (;;) {
    try {
      return exploreScripts(code, options, capacity);
    } catch (error) {
      if (!(error instanceof CapacityExceeded)) throw error;
      capacity = { ...capacity, [error.what]: capacity[error.what] * 2 };
      options.onRestart();
    }
  }
}

/** One search per script of choices: a choice above the bottom of its range is only counted where it is really made. */
function exploreScripts(code: Code, options: DporOptions, capacity: Capacity): DporResult {
  const scripts: ReadonlyMap<number, number>[] = [new Map()];
  const known = new Set(['']);
  let redundant = 0;
  for (const script of scripts) {
    const m = new FastState(code, options.model, capacity);
    m.script = script;
    const made = (key: number): boolean => m.choices[key >> 16] > (key & 0xffff);
    const search: Searcher = options.searcher?.(m) ?? new Search(m, options.optimal);
    const result = search.run({
      onTick: options.onTick,
      onMaximal: () => {
        if (![...script.keys()].every(made)) return true;
        // A searcher that draws values itself has a script of its own.
        for (const [key, size] of m.ranges)
          if (m.script === script && !script.has(key) && made(key))
            for (let value = 1; value < size; value++) {
              const next = new Map([...script, [key, value] as const].sort(([a], [b]) => a - b));
              const name = [...next].join(';');
              if (!known.has(name)) {
                known.add(name);
                scripts.push(next);
              }
            }
        return options.onVisit(visitOf(m));
      },
    });
    redundant += result.redundant;
    if (!result.finished) return { finished: false, redundant };
  }
  return { finished: true, redundant };
}

function visitOf(m: FastState): Visit {
  let complete = true;
  let waits = false;
  let stopped = false;
  for (let t = 0; t < m.threads; t++) {
    const status = m.status[t];
    if (status === ENDED || status === NOT_SPAWNED) continue;
    complete = false;
    if (status === AT_EVENT || status === WAITING) waits = true;
    if (status === STOPPED_ASSUME || status === STOPPED_BOUND || status === STOPPED_FINDING) stopped = true;
  }
  const findings = m.findings.map((f) => `${f.kind} ${f.thread} ${f.pc}`);
  if (waits && !stopped) findings.push(`deadlock ${[...m.status].join()} ${[...m.pc].join()}`);
  return {
    complete,
    outcome: () => (complete && findings.length === 0 ? outcomeOf(m) : undefined),
    findings,
    cuts: m.cuts.map((c) => `${c.thread} ${c.pc}`),
    replay: () =>
      replay(
        m.code,
        storeBufferModels[m.model],
        stepsOf(m),
        (t, k) => (m.rangeStart.get(choiceKey(t, k)) ?? 0) + (m.script.get(choiceKey(t, k)) ?? 0),
      ),
  };
}

function* stepsOf(m: FastState): Generator<Step> {
  for (let n = 0; n < m.depth; n++) {
    const process = m.eventProcess[n];
    const thread = m.processThread[process];
    if (process < m.threads) yield { kind: 'execute', thread };
    else yield { kind: 'commit', thread, address: m.addressAt(m.eventCell[n]) };
  }
}

function outcomeOf(m: FastState): Outcome | undefined {
  const { program, layout, threads } = m.code;
  const value = (o: Operand): number => {
    switch (o.kind) {
      case 'const':
        return o.value;
      case 'address':
        return (layout.addressOf.get(o.location) ?? 0) + o.index;
      case 'cell':
        return m.memory[m.cellAt((layout.addressOf.get(o.location) ?? 0) + o.index)];
      case 'register':
        return m.registers[m.registerBase[o.thread] + (threads[o.thread].slotOf.get(o.register) ?? 0)];
    }
  };
  if (program.filter !== undefined && !evaluateFormula(program.filter, value)) return undefined;
  return program.observed.map(value);
}
