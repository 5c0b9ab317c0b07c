// The maximal executions of a program on the fast machine: runs a search (again with more room, if it outgrew the room it had;
// once per script of nondeterministic choices, if there are any) and reads off each execution it comes to.

import type { Execution, Outcome } from '../../execution/execution.js';
import { evaluateFormula, type Observable, type Operand } from '../../program/condition.js';
import type { Integer } from '../../program/integer.js';
import { cellAddress, operandValues } from '../../program/layout.js';
import { inTime } from '../../support/timeOver.js';
import type { Code } from '../bytecode/compile.js';
import { EveryValue, type Scripts } from '../choices/everyValue.js';
import { type ChoiceMode, type ChoicePlan, choicePlan } from '../choices/plan.js';
import type { Scheduled } from '../machines/fullSchedule.js';
import type { SymmetricGroup } from '../symmetry/groups.js';
import { type Capacity, CapacityExceeded, firstCapacity, larger } from './capacity.js';
import { hangs, hasAwaits, waitsInterruptibly } from './hangs.js';
import { putInOrder, standsFor } from './inOrder.js';
import { OutcomeSet } from './outcomeSet.js';
import { type Recording, record, replay } from './recording.js';
import { ScOrder } from './scOrder.js';
import type { Searcher, SearchResult } from './searcher.js';
import { AT_EVENT, ENDED, FastState, NOT_SPAWNED, WAITING } from './state.js';

/** The maximal execution the search is at, valid during the call it is given to. */
interface Visit {
  readonly complete: boolean;
  /** How many executions it stands for, up to the order of threads that differ in nothing else. */
  readonly standsFor: number;
  /** A text that tells its findings and cut loops apart from those of other executions; empty for most. */
  readonly remarks: readonly string[];
  /** Its final state, if no execution before had it. */
  readonly newOutcome: Outcome | undefined;
  /** Whether it is known to be sequentially consistent. */
  isSc(): boolean;
  /** The data needed to run it again. */
  record(): Recording;
  /** The same execution on the plain machine. */
  replay(): Scheduled;
}

interface VisitOptions {
  readonly model: 'sc' | 'tso' | 'pso';
  /** Takes the steps: DPOR, or a strategy in its place. */
  readonly searcher: (m: FastState) => Searcher;
  /** Threads whose order does not matter. */
  readonly groups: readonly SymmetricGroup[];
  /** If others take part in the exploration: how to divide it, and the room that all of them have. */
  readonly shared?: { readonly scripts: Scripts; readonly capacity: Capacity };
  /** How values are chosen; absent: by class if there are many. */
  readonly choices?: ChoiceMode | undefined;
  /** `explored` estimates what share of the search is done. Return false to stop. */
  readonly onVisit: (visit: Visit, explored?: () => number) => boolean;
  /** Called now and then, the same. */
  readonly onTick: (explored?: () => number) => boolean;
  /** Called when what was reported so far is void because the exploration starts again. */
  readonly onRestart: () => void;
}

interface VisitResult {
  readonly finished: boolean;
  readonly redundant: number;
  readonly outcomes: readonly Outcome[];
  /** It was stopped in the middle of a step and cannot go on. */
  readonly isLost?: boolean;
}

export const visitMaximalExecutions = (code: Code, options: VisitOptions): VisitResult =>
  maximalExecutions(code, options)();

/**
 * To be called again where it was stopped: then it goes on, if the search can. If others take part, room that is exceeded is for the
 * caller to enlarge.
 */
export function maximalExecutions(code: Code, options: VisitOptions): () => VisitResult {
  const { shared } = options;
  let capacity = shared?.capacity ?? firstCapacity;
  let visits = scripts(code, options, capacity);
  return () => {
    for (;;) {
      try {
        return visits();
      } catch (error) {
        if (!(error instanceof CapacityExceeded) || shared !== undefined) throw error;
        capacity = larger(capacity, error);
        options.onRestart();
        visits = scripts(code, options, capacity);
      }
    }
  };
}

/** One search per script of choices. */
function scripts(code: Code, options: VisitOptions, capacity: Capacity): () => VisitResult {
  const outcomes = new OutcomeSet(code.program.observed.map((o) => isWide(code, o)));
  const { shared } = options;
  const plan = shared === undefined ? choicePlan(code, options.choices) : new EveryValue(shared.scripts);
  const mayGoOn = (): boolean => options.onTick();
  let redundant = 0;
  const result = (finished: boolean): VisitResult => ({ finished, redundant, outcomes: outcomes.list() });
  let current: (() => SearchResult) | undefined;
  const goOn = (): VisitResult => {
    for (;;) {
      if (current === undefined) {
        const m = new FastState(code, options.model, capacity);
        putInOrder(m, options.groups);
        if (!plan.next(m, mayGoOn)) return result(true);
        current = searchOf(m, options, plan, outcomes);
        // Searches may be short and many.
        if (shared === undefined && !options.onTick(() => plan.share(0))) return result(false);
      }
      const { finished, redundant: more } = current();
      if (!finished) return { ...result(false), redundant: redundant + more };
      redundant += more;
      current = undefined;
      plan.searched();
    }
  };
  // A search that was stopped in the middle of a step cannot go on.
  let lost = false;
  return () => {
    const reached = lost ? undefined : inTime(goOn);
    lost = reached === undefined;
    return reached ?? { ...result(false), isLost: true };
  };
}

/** The search with one script, from where it was. */
function searchOf(
  m: FastState,
  options: VisitOptions,
  plan: ChoicePlan,
  outcomes: OutcomeSet,
): () => SearchResult {
  const visit = new CurrentVisit(m, options.groups);
  const read = outcomeReader(m);
  const execution = (): Execution => visit.replay().execution;
  const search = options.searcher(m);
  const share = options.shared === undefined ? () => plan.share(search.explored()) : undefined;
  const callbacks = {
    onTick: () => options.onTick(share),
    onMaximal: () => {
      if (!plan.counts(m, execution)) return true;
      visit.look();
      const counts = isFinal(m, visit.complete && visit.remarks.length === 0) && read(outcomes.candidate);
      visit.newOutcome = counts && outcomes.add() ? outcomes.current() : undefined;
      return options.onVisit(visit, share);
    },
  };
  return () => search.run(callbacks);
}

class CurrentVisit implements Visit {
  complete = false;
  standsFor = 1;
  remarks: string[] = [];
  newOutcome: Outcome | undefined = undefined;
  readonly #hasAwaits: boolean;
  #scOrder: ScOrder | undefined = undefined;

  constructor(
    readonly m: FastState,
    readonly groups: readonly SymmetricGroup[],
  ) {
    this.#hasAwaits = hasAwaits(m.code);
  }

  isSc(): boolean {
    this.#scOrder ??= new ScOrder(this.m);
    return this.#scOrder.exists();
  }

  /** Looks at where the search is now. */
  look(): void {
    const { m } = this;
    this.complete = true;
    this.standsFor = m.inOrder ? standsFor(m, this.groups) : 1;
    let waits = false;
    let stopped = false;
    for (let t = 0; t < m.threads; t++) {
      const status = m.status[t];
      if (status === ENDED || status === NOT_SPAWNED) continue;
      this.complete = false;
      if ((status === AT_EVENT || status === WAITING) && !waitsInterruptibly(m, t)) waits = true;
      else stopped = true;
    }
    if (this.remarks.length > 0) this.remarks = [];
    for (const f of m.findings) this.remarks.push(`found ${f.kind} ${f.thread} ${f.pc}`);
    for (const c of m.cuts) this.remarks.push(`cut ${c.thread} ${c.pc}`);
    const { endsWith } = m.code.program;
    if (endsWith !== undefined && m.status[endsWith] === ENDED) return;
    if (waits && !stopped) this.remarks.push(`deadlock ${[...m.status].join()} ${[...m.pc].join()}`);
    if (stopped && this.#hasAwaits) for (const t of hangs(m)) this.remarks.push(`hang ${t} ${m.pc[t]}`);
  }

  record(): Recording {
    return record(this.m);
  }

  replay(): Scheduled {
    return replay(this.m.code, this.m.model, this.record());
  }
}

const isWide = (code: Code, o: Observable): boolean =>
  o.kind === 'cell' ? code.wideCells : code.threads[o.thread].wide.has(o.register);

/** Whether the execution has a final state, if all threads have `ended` in it as they should or not. */
function isFinal(m: FastState, ended: boolean): boolean {
  const { final } = m.code.program;
  return final === undefined ? ended : evaluateFormula(final, finalValues(m));
}

const finalValues = (m: FastState): ((operand: Operand) => Integer) => {
  const { layout } = m.code;
  return operandValues(layout, (o) =>
    o.kind === 'register'
      ? m.register(o.thread, o.register)
      : m.cellValue(m.cellAt(cellAddress(layout, o.location, o.index))),
  );
};

/** Writes the outcome into an array; false if the program's filter rejects it. */
function outcomeReader(m: FastState): (into: Int32Array) => boolean {
  const { program, layout, threads } = m.code;
  const value = finalValues(m);
  // Where each word is: a register's slot; below 0 that of a cell, low words before high ones.
  const places = program.observed.flatMap((o) => {
    const wide = isWide(m.code, o);
    if (o.kind === 'register') {
      const slot = m.registerBase[o.thread] + (threads[o.thread].slotOf.get(o.register) ?? 0);
      return wide ? [slot, slot + 1] : [slot];
    }
    const cell = m.cellAt(cellAddress(layout, o.location, o.index));
    return wide ? [-1 - cell, -1 - m.cells - cell] : [-1 - cell];
  });
  const cellWord = (i: number): number => (i < m.cells ? m.memory[i] : m.memoryHigh[i - m.cells]);
  const { filter } = program;
  return (into) => {
    if (filter !== undefined && !evaluateFormula(filter, value)) return false;
    for (let i = 0; i < places.length; i++) {
      const place = places[i];
      into[i] = place >= 0 ? m.registers[place] : cellWord(-1 - place);
    }
    return true;
  };
}
