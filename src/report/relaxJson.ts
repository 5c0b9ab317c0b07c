// The JSON Lines output of `diptych relax`: the contract of docs/json.md.

import type { Label } from '../relax/label.js';
import { isBuggy, isConfirmed, probabilityOf, type RelaxVerdict } from '../relax/relax.js';
import { present } from '../support/present.js';
import { findingJson } from './json.js';
import { sourceOf } from './places.js';
import type { AskedToRelax } from './relaxText.js';
import { spanJson } from './spanJson.js';

interface WrittenWitness {
  readonly model: string;
  readonly cycle: number;
  readonly path: string;
}

export function relaxJson(
  file: string,
  verdict: RelaxVerdict,
  { runs, trials, repeat, seed }: AskedToRelax,
  witnesses: readonly WrittenWitness[],
): object {
  const { program, labels, predicted, underSc, models, events, phase1Ms, stopped } = verdict;
  const statement = (label: Label): object => {
    const [, text] = sourceOf(program, label.at);
    return { kind: label.kind, ...(text === '' ? {} : { text }), ...spanJson(label.at) };
  };
  return {
    file,
    program: program.name,
    runs,
    trials,
    repeat,
    seed,
    events: rounded(events),
    ms: rounded(phase1Ms),
    stopped,
    predicted: predicted.map((cycle, i) => ({
      cycle: i + 1,
      statements: cycle.map((label) => statement(labels[label])),
    })),
    underSc: underSc.map(findingJson),
    results: models.map((result) => {
      const { model, cycles, impossible, ms } = result;
      const probability = probabilityOf(result);
      return {
        model,
        possible: cycles.length,
        impossible,
        confirmed: cycles.filter(isConfirmed).length,
        buggy: cycles.filter(isBuggy).length,
        probability: probability === undefined ? null : rounded(probability),
        ms: rounded(ms),
        cycles: cycles.map(({ cycle, trials: tried, created, bugs, wrong }) => {
          const number = predicted.indexOf(cycle);
          const path = witnesses.find((w) => w.model === model && w.cycle === number)?.path;
          return {
            cycle: number + 1,
            trials: tried,
            created,
            bugs: bugs.map(({ finding }) => findingJson(finding)),
            wrong,
            ...present({ witness: path }),
          };
        }),
      };
    }),
  };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
