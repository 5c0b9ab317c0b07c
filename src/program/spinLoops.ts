// Loops that wait, for final states and findings: a round that changed nothing is not followed by another, since leaving it out
// of an execution changes nothing either (docs/spin-loops.md). Whether a round changed something is decided as it runs. Not
// for robustness: rounds are part of traces.

import { present } from '../support/present.js';
import { withoutDelays } from './delayLoops.js';
import { binary, constant, type Expr, register, unary } from './expression.js';
import { type LiveLoops, liveLoops } from './liveness.js';
import type { Program, Thread } from './program.js';
import { alwaysProgresses } from './progress.js';
import { type OwnCells, ownCells, shared } from './quietStores.js';
import { rewriteBody } from './rewrite.js';
import { isLasting, mayAffect, noteEffects } from './roundEffect.js';
import { forEachStatement, type Statement, type StatementOf, writtenIn } from './statement.js';
import { touchesWholeCells } from './wholeCells.js';
import { registerWidth } from './widths.js';

interface SpinLoopOptions {
  /**
   * Rounds without effect that a loop runs before the last one: none for final states and findings, one for data races, where
   * an access of such a round may be half of a race.
   */
  readonly idleRounds?: 0 | 1;
  /** Only rounds without read-modify-writes are left out. */
  readonly readsOnly?: boolean;
}

/** The program itself if it has no such loop. */
export function assumeSpinLoops(program: Program, options: SpinLoopOptions = {}): Program {
  const wholeCells = touchesWholeCells(program);
  // For data races a store is an access, whatever it stores. A model of the user's own may order it.
  const own = wholeCells && options.idleRounds !== 1 && options.readsOnly !== true ? ownCells(program) : [];
  let changed = false;
  const threads = program.threads.map((thread, index) => {
    const atEnd = new Set(
      program.observed.flatMap((o) => (o.kind === 'register' && o.thread === index ? [o.register] : [])),
    );
    const awake = withoutDelays(thread.body, atEnd);
    const live = liveLoops(awake, atEnd);
    const kept = storedAgain(awake, live, own[index] ?? shared);
    const body = new Rewriting(thread, live, wholeCells, kept, options).body(awake, []);
    if (body === thread.body) return thread;
    changed = true;
    return { ...thread, body };
  });
  return changed ? { ...program, threads } : program;
}

/** Those of the thread's own cells whose stores alone keep a loop from waiting. */
function storedAgain(body: readonly Statement[], live: LiveLoops, own: OwnCells): OwnCells {
  if (own === shared) return shared;
  const found = new Set<string>();
  const lasts = (s: Statement): boolean => isLasting(s) && own(s) === undefined;
  forEachStatement(body, (loop) => {
    const round = loop.kind === 'while' ? live.get(loop)?.round : undefined;
    if (loop.kind !== 'while' || round === undefined || loop.bound === 0 || loop.watched) return;
    const counters = new Set([...writtenIn(loop.body)].filter((name) => round.has(name)));
    if (alwaysProgresses(loop, counters, lasts)) return;
    forEachStatement(loop.body, (s) => {
      const cells = own(s);
      if (cells !== undefined) found.add(cells);
    });
  });
  if (found.size === 0) return shared;
  return (s) => {
    const cells = own(s);
    return cells !== undefined && found.has(cells) ? cells : undefined;
  };
}

class Rewriting {
  readonly #thread: Thread;
  readonly #live: LiveLoops;
  readonly #wholeCells: boolean;
  readonly #own: OwnCells;
  readonly #idleRounds: 0 | 1;
  readonly #readsOnly: boolean;
  #loops = 0;

  constructor(thread: Thread, live: LiveLoops, wholeCells: boolean, own: OwnCells, options: SpinLoopOptions) {
    this.#own = own;
    this.#thread = thread;
    this.#live = live;
    this.#wholeCells = wholeCells;
    this.#idleRounds = options.idleRounds ?? 0;
    this.#readsOnly = options.readsOnly ?? false;
  }

  /** `flags` are those of the loops around. */
  body(body: readonly Statement[], flags: readonly string[]): readonly Statement[] {
    const noting = {
      wholeCells: this.#wholeCells,
      own: this.#own,
      scratch: (width: 32 | 64) => (width === 64 ? '.found64' : '.found'),
    };
    return noteEffects(body, flags, noting, (loop) => this.#loop(loop, flags));
  }

  #loop(loop: StatementOf<'while'>, flags: readonly string[]): readonly Statement[] {
    const live = this.#live.get(loop)?.round;
    const inside = (own: readonly string[]): StatementOf<'while'> => {
      const body = this.body(loop.body, [...flags, ...own]);
      return body === loop.body ? loop : { ...loop, body };
    };
    if (live === undefined || loop.bound === 0 || loop.watched) return [inside([])];
    const kept = [...writtenIn(loop.body)].filter((name) => live.has(name));
    const affects = mayAffect(loop.body);
    if (affects && this.#readsOnly) return [inside([])];
    const lasts = (s: Statement): boolean => isLasting(s) && this.#own(s) === undefined;
    if (alwaysProgresses(loop, new Set(kept), lasts)) return [inside([])];
    const name = `.spin${this.#loops++}`;
    return this.#waiting(loop, inside(affects ? [name] : []).body, name, kept, affects);
  }

  /** The loop, of which a round that has set no flag and left the registers `kept` as they were is the last. */
  #waiting(
    { label, condition, at: place, ...loop }: StatementOf<'while'>,
    body: readonly Statement[],
    name: string,
    kept: readonly string[],
    affects: boolean,
  ): readonly Statement[] {
    const at = present({ at: place });
    const assign = (target: string, value: Expr): Statement => ({ kind: 'assign', target, value, ...at });
    const saved = (r: string): string => `${name}.${r}`;
    const of = (r: string, as: string): Expr => register(as, registerWidth(this.#thread, r));
    const begin = [
      ...(affects ? [assign(name, constant(0))] : []),
      ...kept.map((r) => assign(saved(r), of(r, r))),
    ];
    const round: Statement = {
      kind: 'block',
      label: `${label}_round`,
      body: withoutContinue(body, label, `${label}_round`),
      ...at,
    };
    const signs: Expr[] = [
      ...(affects ? [register(name)] : []),
      ...kept.map((r) => binary('!=', of(r, r), of(r, saved(r)))),
    ];
    const leave: Statement = { kind: 'break', label, ...at };
    const effect = signs.length === 0 ? undefined : anyOf(signs);
    const again: StatementOf<'while'> = {
      ...loop,
      label,
      condition,
      ...at,
      body: [...begin, round, ...(effect === undefined ? [] : [conditionally(effect, [leave])])],
    };
    const forever = condition.kind === 'const' && condition.value !== 0;
    const stop: Statement = {
      kind: 'assume',
      condition: forever ? constant(0) : unary('!', condition),
      awaits: again,
      ...at,
    };
    if (effect === undefined && this.#idleRounds === 0) {
      const block: Statement = { kind: 'block', label, body: [...begin, round, stop], ...at };
      return forever ? [block] : [conditionally(condition, [block])];
    }
    const idle = `${name}.idle`;
    const end: Statement[] =
      this.#idleRounds === 0
        ? [stop, leave]
        : [conditionally(register(idle), [stop, leave]), assign(idle, constant(1))];
    return [
      ...(this.#idleRounds === 0 ? [] : [assign(idle, constant(0))]),
      {
        ...loop,
        label,
        condition,
        ...at,
        // Without effect there is no third round.
        ...(effect === undefined ? { bound: 2 } : {}),
        watched: true,
        body: [...begin, round, ...(effect === undefined ? end : [conditionally(unary('!', effect), end)])],
      },
    ];
  }
}

/** A tree and no chain: thousands of registers would nest too deeply. */
function anyOf(signs: readonly Expr[]): Expr {
  const half = Math.ceil(signs.length / 2);
  return signs.length === 1 && signs[0] !== undefined
    ? signs[0]
    : binary('||', anyOf(signs.slice(0, half)), anyOf(signs.slice(half)));
}

const conditionally = (condition: Expr, whenTrue: readonly Statement[]): Statement => ({
  kind: 'if',
  condition,
  whenTrue,
  whenFalse: [],
});

/** `continue` of the loop leads to the end of its round. */
function withoutContinue(body: readonly Statement[], label: string, round: string): readonly Statement[] {
  return rewriteBody(body, (s) => {
    // A loop within that has the same name is the one that is meant there.
    if (s.kind === 'while' && s.label === label) return [s];
    return s.kind === 'continue' && s.label === label ? [{ ...s, kind: 'break', label: round }] : undefined;
  });
}
