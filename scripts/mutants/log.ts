// The result of each change that a run has tried, written at once, so that a run that was cut can go on.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Ending } from './bundle.js';
import type { Mutant } from './mutate.js';

const endings: readonly Ending[] = ['passes', 'fails', 'does not end'];
const keyOf = ({ file, line, text }: Mutant): string => `${file}:${line} ${text.trim()}`;

export class Log {
  readonly #known = new Map<string, Ending>();

  /** Without a name nothing is kept. */
  constructor(readonly name: string | undefined) {
    if (name === undefined || !existsSync(name)) return;
    for (const entry of readFileSync(name, 'utf8').split('\n')) {
      const end = endings.find((one) => entry.startsWith(`${one}\t`));
      if (end !== undefined) this.#known.set(entry.slice(end.length + 1), end);
    }
  }

  /** How the tests ended with the change; undefined if it was not tried. */
  of(mutant: Mutant): Ending | undefined {
    return this.#known.get(keyOf(mutant));
  }

  add(mutant: Mutant, end: Ending): void {
    this.#known.set(keyOf(mutant), end);
    if (this.name !== undefined) appendFileSync(this.name, `${end}\t${keyOf(mutant)}\n`);
  }
}
