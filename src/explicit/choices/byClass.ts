// Choices from large ranges: one search per class of values that take the same branches. The conditions of all
// executions of a search say for which other values the search would be the same: a zone (conditions.ts). The
// remaining values are a union of zones, and each gets a search with its least point. This is exact: in the whole
// zone every execution finds the same steps possible. The executions of another point are those that were seen, with
// values moved along with the choices. Where a final state shows a choice, each of its values is a class.
//
// An execution is counted once for each condition on the values of its choices, not once for each value.

import { type Execution, traceKey } from '../../execution/execution.js';
import type { Program } from '../../program/program.js';
import { forEachStatement, type StatementOf } from '../../program/statement.js';
import type { Code } from '../bytecode/compile.js';
import type { FastState } from '../fast/state.js';
import { type ChoiceStatement, choiceName, conditionsOf } from './conditions.js';
import type { ChoicePlan } from './plan.js';
import { type Bound, conjunction, negated, Zone } from './zone.js';

export function choiceStatements(program: Program): ReadonlyMap<StatementOf<'nondet'>, ChoiceStatement> {
  const statements = new Map<StatementOf<'nondet'>, ChoiceStatement>();
  for (const { body } of program.threads)
    forEachStatement(body, (s) => {
      if (s.kind !== 'nondet') return;
      const half = 1n << BigInt((s.width ?? 32) - 1);
      const from = s.from === undefined ? -half : BigInt(s.from);
      const to = s.to === undefined ? half - 1n : BigInt(s.to);
      statements.set(s, { number: statements.size, from, to });
    });
  return statements;
}

export class ByClass implements ChoicePlan {
  readonly #left: (readonly Bound[])[] = [[]];
  /** How large each choice can be. */
  readonly #greatest = new Map<string, bigint>();
  readonly #seen = new Set<string>();
  #current: readonly Bound[] = [];
  #bounds: Bound[] = [];
  #done = 0;

  constructor(
    private readonly code: Code,
    private readonly statements: ReadonlyMap<StatementOf<'nondet'>, ChoiceStatement>,
  ) {}

  next(m: FastState): boolean {
    for (;;) {
      const bounds = this.#left.pop();
      if (bounds === undefined) return false;
      const zone = Zone.of([...bounds, ...this.#domains(bounds)]);
      if (zone === undefined) continue;
      this.#current = bounds;
      this.#bounds = [];
      const least = zone.least();
      m.classOffset = (t, count, pc) => {
        const s = this.code.threads[t].statements[pc];
        const statement = s?.kind === 'nondet' ? this.statements.get(s) : undefined;
        return statement === undefined ? 0n : (least.get(choiceName(t, count, statement.number)) ?? 0n);
      };
      return true;
    }
  }

  #domains(bounds: readonly Bound[]): Bound[] {
    return [...new Set(bounds.flatMap(({ x, y }) => [x, y]))].flatMap((name) => {
      const greatest = name === undefined ? undefined : this.#greatest.get(name);
      return greatest === undefined ? [] : [{ x: name, y: undefined, c: greatest }];
    });
  }

  counts(_: FastState, replay: () => Execution): boolean {
    const execution = replay();
    const { made, bounds } = conditionsOf(this.code, this.statements, execution);
    for (const { name, statement } of made) this.#greatest.set(name, statement.to - statement.from);
    this.#bounds = [...conjunction(this.#bounds, bounds).values()];
    const names = made.map(({ name }) => ({ x: undefined, y: name, c: 0n }));
    const key = `${traceKey(withoutChoices(execution))} ${Zone.of([...bounds, ...names, ...this.#domains(names)])?.text()}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  searched(): void {
    this.#done++;
    let within = this.#current;
    for (const bound of this.#bounds) {
      const zone = Zone.of([...within, bound, ...this.#domains([...within, bound])]);
      const outside = [...within, negated(bound)];
      if (Zone.of([...outside, ...this.#domains(outside)]) !== undefined) this.#left.push(outside);
      if (zone === undefined) return;
      within = [...conjunction(within, [bound]).values()];
    }
  }

  share(current: number): number {
    return (this.#done + current) / (this.#done + 1 + this.#left.length);
  }
}

function withoutChoices(execution: Execution): Execution {
  const events = execution.events.map((event) => {
    const { choice: _, ...rest } = event;
    return rest;
  });
  return { ...execution, events };
}
