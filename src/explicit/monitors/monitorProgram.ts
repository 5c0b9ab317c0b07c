// Monitors on the SC executions of a program. Their reports are grouped by the pair of operations that causes them,
// as in the experiments of BSS. Each pair can show an execution of the weak machine.

import type { Event } from '../../execution/event.js';
import type { Execution, Witness } from '../../execution/execution.js';
import type { Integer } from '../../program/integer.js';
import { layOut } from '../../program/layout.js';
import { defaultUnroll } from '../../program/loopBounds.js';
import type { Program } from '../../program/program.js';
import { type Code, compile } from '../bytecode/compile.js';
import { type Exploration, type ExploreOptions, explore } from '../explore.js';
import { type MonitorName, monitorEvents, monitoredModel, type Violation } from './index.js';
import { hasDependentBlock } from './witnesses/dependentBlocks.js';
import { diversions } from './witnesses/diversions.js';
import { mayWaitInVain } from './witnesses/waitsInVain.js';
import { violatingWitness } from './witnesses/witness.js';

/** Two operations of the program, and the first execution in which the one was seen to overtake the other. */
export interface ViolatingPair {
  readonly violation: Violation;
  /** An execution of the weak machine with the cycle. */
  witness(): Witness | undefined;
}

export interface MonitoredExploration {
  readonly exploration: Exploration;
  /** For each monitor what it found; empty if nothing. */
  readonly pairs: ReadonlyMap<MonitorName, readonly ViolatingPair[]>;
}

interface MonitorProgramOptions extends Omit<ExploreOptions, 'model'> {
  readonly monitors: readonly MonitorName[];
}

export function monitorProgram(program: Program, options: MonitorProgramOptions): MonitoredExploration {
  const collector = new ViolationCollector(program, options.unroll ?? defaultUnroll, options.monitors);
  const exploration = explore(program, {
    ...options,
    model: 'sc',
    onExecution: (witness) => {
      collector.execution(witness().execution);
      options.onExecution?.(witness);
    },
  });
  return { exploration, pairs: collector.pairs() };
}

interface Group {
  readonly violation: Violation;
  readonly events: readonly Event[];
}

/** Takes SC executions from any explorer and keeps the distinct pairs its monitors report. */
export class ViolationCollector {
  readonly #code: Code;
  readonly #initial: ReadonlyMap<number, Integer>;
  readonly #dependentBlocks: boolean;
  readonly #waitsInVain: boolean;
  readonly #monitors: readonly MonitorName[];
  readonly #groups = new Map<MonitorName, Map<string, Group>>();

  constructor(program: Program, unroll: number, monitors: readonly MonitorName[]) {
    this.#code = compile(program, { unroll });
    this.#initial = layOut(program).initial;
    this.#dependentBlocks = hasDependentBlock(program);
    this.#waitsInVain = mayWaitInVain(program);
    this.#monitors = monitors;
    for (const name of monitors) this.#groups.set(name, new Map());
  }

  execution(execution: Execution): void {
    const { events } = execution;
    const observed = monitorEvents(events, {
      monitors: this.#monitors,
      threads: this.#code.threads.length,
      initial: (address) => this.#initial.get(address) ?? 0,
    });
    for (const { name, violations } of observed)
      for (const violation of violations) this.#add(name, violation, events);
    const corrected = this.#monitors.filter((name) => !name.endsWith('-published'));
    if (corrected.length > 0 && this.#mayDivert(execution))
      for (const violation of diversions(this.#code, events))
        for (const name of corrected) if (concerns(name, violation)) this.#add(name, violation, events);
  }

  #mayDivert({ events, blocked }: Execution): boolean {
    if (this.#dependentBlocks && events.some(({ kind }) => kind === 'A')) return true;
    return this.#waitsInVain && [...blocked.values()].includes('lock');
  }

  #add(name: MonitorName, violation: Violation, events: readonly Event[]): void {
    const groups = this.#groups.get(name);
    const key = pairKey(violation);
    if (groups === undefined || groups.has(key)) return;
    // A violation that depends on what the event does there is one only if the machine says so.
    const certain = !violation.ifSameCells && violation.diverted === undefined;
    if (certain || this.#witness(name, violation, events) !== undefined)
      groups.set(key, { violation, events });
  }

  #witness(name: MonitorName, violation: Violation, events: readonly Event[]): Witness | undefined {
    return violatingWitness(this.#code, monitoredModel[name], events, violation);
  }

  pairs(): ReadonlyMap<MonitorName, readonly ViolatingPair[]> {
    const pairs = new Map<MonitorName, readonly ViolatingPair[]>();
    for (const [name, groups] of this.#groups)
      pairs.set(
        name,
        [...groups.values()].map(({ violation, events }) => ({
          violation,
          witness: () => this.#witness(name, violation, events),
        })),
      );
    return pairs;
  }
}

/**
 * An event that waits for its own buffer overtakes nothing under TSO: only a load that waits for a value concerns
 * SOBER.
 */
const concerns = (name: MonitorName, { event }: Violation): boolean => name !== 'sober' || event.kind === 'R';

/** The same for the same two operations of the program: their places in the source, or in program order without one. */
export function pairKey({ event, overtaken }: Pick<Violation, 'event' | 'overtaken'>): string {
  return `${operation(event)} ${operation(overtaken)}`;
}

const operation = ({ thread, index, kind, at }: Event): string =>
  `${thread}${kind}${at === undefined ? `#${index}` : `${at.file ?? ''}:${at.line}:${at.column}`}`;
