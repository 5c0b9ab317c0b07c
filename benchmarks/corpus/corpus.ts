// Reads the corpus: litmus tests with the final states that an independent tool found (README.md says which, and the format).

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModelName, modelNames } from '../../src/execution/execution.js';

export interface CorpusVerdict {
  /** Whether the condition is true in every final state, in some or in none. */
  readonly observation: string;
  /** Each with its parts in alphabetical order: `0:EAX=1;[x]=2`. */
  readonly states: ReadonlySet<string>;
}

export interface CorpusTest {
  /** `diy__uni__CoRR.litmus`: the generator or `hand`, the family, the name. */
  readonly file: string;
  readonly text: string;
  readonly verdicts: Readonly<Record<ModelName, CorpusVerdict>>;
}

export const corpusFolder = import.meta.dirname;

export function readCorpus(folder = corpusFolder): CorpusTest[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tests'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split(/^== /m).slice(1).map(readTest));
}

function readTest(entry: string): CorpusTest {
  const [, file, text, head, lines] =
    /^([^\n]*)\n(.*?)^states ([^\n]*)\n(.*)$/ms.exec(entry) ?? malformed(entry);
  const names = head.split(' ');
  const states: string[] = [];
  const verdict = (model: ModelName): CorpusVerdict => {
    const [, observation, beyond] =
      new RegExp(`^${model} (\\w+)(?:: (.*))?$`, 'm').exec(lines) ?? malformed(entry);
    if (beyond !== undefined) states.push(...beyond.split(' | ').map((values) => stateText(names, values)));
    return { observation, states: new Set(states) };
  };
  // In this order: each model adds to the states of the one before.
  const [sc, tso, pso] = modelNames.map(verdict);
  return { file, text, verdicts: { sc, tso, pso } };
}

const stateText = (names: readonly string[], values: string): string =>
  canonicalState(
    values
      .split(' ')
      .map((value, i) => `${names[i]}=${value}`)
      .join(';'),
  );

/** A state with its parts in a fixed order. */
export const canonicalState = (state: string): string => state.split(';').sort().join(';');

function malformed(entry: string): never {
  throw new Error(`a test of the corpus is not as it should be: ${entry.slice(0, 80)}`);
}
