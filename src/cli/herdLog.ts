// herd's log of questions that are not about final states: the states are asked for besides, within the same time.

import type { Program } from '../program/program.js';
import { herdText } from '../report/formats/herd.js';
import { present } from '../support/present.js';
import type { Model } from '../verdict/engine.js';
import { askOutcomes } from '../verdict/outcomes.js';
import { TimeBudget } from '../verdict/timeBudget.js';
import type { Format } from './fileCommand.js';

type Asked = Omit<Parameters<typeof askOutcomes>[1], 'models'>;

export class HerdLog {
  readonly #wanted: boolean;
  readonly #asked: Asked;
  readonly #time: TimeBudget;

  constructor(format: Format | undefined, asked: Asked) {
    this.#wanted = format === 'herd';
    this.#asked = asked;
    this.#time = new TimeBudget(asked.limits.timeLimitMs, this.#wanted ? 2 : 1);
  }

  /** Limits of the next question. */
  limits(): Asked['limits'] {
    return { ...this.#asked.limits, ...present({ timeLimitMs: this.#time.next() }) };
  }

  /** Part of an answer; nothing if no log is asked for. */
  async part(
    program: Program,
    models: readonly Model[],
    options: Parameters<typeof herdText>[1],
  ): Promise<{ herd?(): string }> {
    if (!this.#wanted) return {};
    const states = await askOutcomes(program, { ...this.#asked, limits: this.limits(), models });
    return { herd: () => herdText(states, options) };
  }
}
