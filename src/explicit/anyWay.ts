// An exploration of which only findings and final states count: DPOR, and other searches beside it (aside.ts). What it
// has done is kept for the case that the same question comes again. A caller with little time first asks the whole
// question, then smaller ones, then the whole one with the rest of its time. The search by states then continues
// where it was stopped, and random runs have new seeds. DPOR begins again. A question that was answered has its answer
// at once.
//
// Each question has callbacks and limits of its own. So the searches call a relay, which passes on to the current
// question. A new question first hears of all that the earlier ones have heard of.

import type { Outcome, Witness } from '../execution/execution.js';
import { Aside } from './aside.js';
import type { Code } from './bytecode/compile.js';
import type { Collector } from './collector.js';
import { dporSearcher } from './dpor/search.js';
import type { ExploreOptions } from './exploreOptions.js';
import { type Recording, replay } from './fast/recording.js';
import { symmetricGroups } from './symmetry/groups.js';
import { type Beats, foundEnough, type Search, visiting } from './visiting.js';

/** With more outcomes nothing is kept. */
const mostOutcomes = 256;

export function exploreAnyWay(
  code: Code,
  options: ExploreOptions,
  heartbeat: Beats,
  exchanged: boolean,
): Search {
  const all = kept.get(code) ?? new Map<string, Explorer>();
  kept.set(code, all);
  const { model, choices, dpor, maxExecutions, untilFinding } = options;
  const key = [model, exchanged, choices, dpor, maxExecutions, untilFinding].join();
  const explorer = all.get(key) ?? new Explorer(code, options, exchanged);
  // An explorer that is thrown out of its work is not asked again.
  all.delete(key);
  const search = explorer.explore(options, heartbeat);
  if (explorer.canGoOn) all.set(key, explorer);
  return search;
}

const kept = new WeakMap<Code, Map<string, Explorer>>();

interface Question {
  readonly options: ExploreOptions;
  readonly heartbeat: Beats;
}

class Explorer {
  readonly #code: Code;
  readonly #exchanged: boolean;
  readonly #aside: Aside<Search>;
  /** The results of the searches beside DPOR, and of DPOR where it was stopped. */
  readonly #seen: Collector[] = [];
  readonly #outcomes: { readonly outcome: Outcome; readonly recording: Recording }[] = [];
  #question: Question | undefined;
  #answer: Search | undefined;
  /** Milliseconds of all questions so far. */
  #spent = 0;
  canGoOn = true;

  constructor(code: Code, options: ExploreOptions, exchanged: boolean) {
    this.#code = code;
    this.#exchanged = exchanged;
    const relay = this.#relay(options);
    // A caller that looks at executions sees all of them again.
    if (options.onExecution !== undefined || options.onDoubtful !== undefined) this.canGoOn = false;
    this.#aside = new Aside(code.program, exchanged, (searcher, mayGoOn, exchangedThere) => {
      const explored = (): number => this.#aside.explored();
      const choices = 'every-value';
      const way = { searcher, choices, groups: [], mayGoOn, exchanged: exchangedThere, explored } as const;
      const visits = visiting(code, relay, this.#heartbeat, way);
      return () => {
        const search = visits();
        if (search.isLost === true) this.canGoOn = false;
        if (!this.#seen.includes(search.collected)) this.#seen.push(search.collected);
        return search;
      };
    });
  }

  explore(options: ExploreOptions, heartbeat: Beats): Search {
    const start = performance.now();
    const before = this.#spent;
    const isRepeated = this.#question !== undefined;
    this.#question = { options, heartbeat };
    if (isRepeated) {
      this.#aside.resume();
      this.#tellAll(options);
    }
    this.#answer ??= this.#aside.found;
    const answer = this.#answer ?? this.#search(options);
    this.#spent += performance.now() - start;
    return { ...answer, before };
  }

  #search(options: ExploreOptions): Search {
    const mayGoOn = (byDpor?: () => number): boolean =>
      this.#aside.answer(byDpor) === undefined &&
      !this.#seen.some((collected) => foundEnough(collected, options));
    const groups = this.#exchanged ? symmetricGroups(this.#code) : [];
    const searcher = dporSearcher(options.dpor !== 'source');
    const { onRestart } = options;
    const relay = { ...this.#relay(options), ...(onRestart === undefined ? {} : { onRestart }) };
    const way = { searcher, choices: options.choices, groups, mayGoOn };
    const search = visiting(this.#code, relay, this.#heartbeat, way)();
    const answer = search.complete ? search : (this.#aside.found ?? search);
    for (const collected of this.#seen) answer.collected.include(collected);
    if (!answer.complete) this.#seen.push(search.collected);
    else {
      this.#answer = answer;
      this.#aside.end();
    }
    return answer;
  }

  /** The options of every question, with callbacks that reach the current one. */
  #relay({ onRestart: _, onExecution, onDoubtful, ...options }: ExploreOptions): ExploreOptions {
    const current = (): ExploreOptions => this.#question?.options ?? options;
    return {
      ...options,
      ...(onExecution === undefined ? {} : { onExecution: (witness) => current().onExecution?.(witness) }),
      ...(onDoubtful === undefined ? {} : { onDoubtful: (witness) => current().onDoubtful?.(witness) }),
      isEnough: () => current().isEnough?.() === true,
      onOutcome: (outcome, witness) => current().onOutcome?.(outcome, witness),
      onFinding: (finding, witness) => current().onFinding?.(finding, witness),
      onRecording: (outcome, recording) => {
        if (this.#outcomes.length >= mostOutcomes) this.canGoOn = false;
        else this.#outcomes.push({ outcome, recording });
        current().onRecording?.(outcome, recording);
      },
    };
  }

  readonly #heartbeat: Beats = {
    beat: (executions, explored) => this.#question?.heartbeat.beat(executions, explored) === true,
    mayGoOn: (explored) => this.#question?.heartbeat.mayGoOn(explored) === true,
  };

  #tellAll({ model, onOutcome, onRecording, onFinding }: ExploreOptions): void {
    for (const { outcome, recording } of this.#outcomes) {
      onOutcome?.(outcome, (): Witness => {
        const { execution, schedule } = replay(this.#code, model, recording);
        return { model, execution, schedule };
      });
      onRecording?.(outcome, recording);
    }
    for (const { findings } of this.#seen)
      for (const { finding, witness } of findings.values()) onFinding?.(finding, witness);
  }
}
