// Collects what routes say about one program under one model, and how long each took.

import type { ModelName } from '../../execution/execution.js';
import { InputError } from '../../support/diagnostic.js';
import { TimeOver } from '../../support/timeOver.js';
import {
  type Inquiry,
  type QuestionName,
  type RouteAnswer,
  type RouteName,
  type RouteVerdict,
  routeNames,
} from './routeAnswer.js';

export type Times = Readonly<Partial<Record<RouteName, number>>>;

export function sumOfTimes(all: Iterable<Times>): Times {
  const sum: Partial<Record<RouteName, number>> = {};
  for (const times of all)
    for (const route of routeNames) {
      const ms = times[route];
      if (ms !== undefined) sum[route] = (sum[route] ?? 0) + ms;
    }
  return sum;
}

export class Inquiries {
  readonly #testimonies = new Map<QuestionName, RouteAnswer[]>();
  readonly #ms: Partial<Record<RouteName, number>> = {};

  readonly #onQuestion: (() => void) | undefined;

  constructor(
    readonly model: ModelName,
    onQuestion?: () => void,
  ) {
    this.#onQuestion = onQuestion;
  }

  say(question: QuestionName, route: RouteName, said: RouteVerdict): void {
    const known = this.#testimonies.get(question);
    if (known === undefined) this.#testimonies.set(question, [{ route, said }]);
    else known.push({ route, said });
  }

  /**
   * Runs a route and takes its time. If it fails, that is its answer to all of `questions`; a program it cannot treat is
   * no answer.
   */
  ask<T>(route: RouteName, questions: readonly QuestionName[], run: () => T): T | undefined {
    const start = performance.now();
    this.#onQuestion?.();
    try {
      return run();
    } catch (error) {
      const said: RouteVerdict =
        error instanceof InputError
          ? { kind: 'no answer', reason: error.diagnostic.message }
          : error instanceof TimeOver
            ? { kind: 'no answer', reason: error.message }
            : { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
      for (const question of questions) this.say(question, route, said);
      return undefined;
    } finally {
      this.spend(route, performance.now() - start);
    }
  }

  spend(route: RouteName, ms: number): void {
    this.#ms[route] = (this.#ms[route] ?? 0) + ms;
  }

  get times(): Times {
    return this.#ms;
  }

  list(): Inquiry[] {
    return [...this.#testimonies].map(([question, testimonies]) => ({
      question,
      model: this.model,
      testimonies,
    }));
  }
}
