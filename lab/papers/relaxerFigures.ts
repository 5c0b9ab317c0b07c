// Table 1 of Burnim, Sen and Stergiou, Testing Concurrent Programs on Relaxed Memory Models (ISSTA 2011): figures as printed.

import type { RelaxModel } from '#diptych/relax/model.js';

export interface RelaxerFigures {
  readonly program: string;
  readonly lines: number;
  /** Seconds of the test script, with prediction. */
  readonly phase1: number;
  readonly predicted: number;
  readonly models: Readonly<Record<RelaxModel, RelaxerModelFigures>>;
}

export interface RelaxerModelFigures {
  /** Seconds of one trial. */
  readonly phase2: number;
  readonly confirmed: number;
  readonly bugs: number;
  /** Of confirming a cycle; absent where none was. */
  readonly probability?: number;
}

type PerModel = readonly [tso: number, pso: number, pslo: number];

function figures(
  program: string,
  lines: number,
  phase1: number,
  phase2: PerModel,
  predicted: number,
  confirmed: PerModel,
  bugs: PerModel,
  probability: readonly [tso: number | undefined, pso: number, pslo: number],
): RelaxerFigures {
  const model = (i: 0 | 1 | 2): RelaxerModelFigures => ({
    phase2: phase2[i],
    confirmed: confirmed[i],
    bugs: bugs[i],
    ...(probability[i] === undefined ? {} : { probability: probability[i] }),
  });
  return { program, lines, phase1, predicted, models: { tso: model(0), pso: model(1), pslo: model(2) } };
}

export const relaxerFigures: readonly RelaxerFigures[] = [
  figures('dekker', 39, 1.133, [1.904, 2.004, 2.477], 112, [47, 45, 69], [39, 38, 65], [0.69, 0.81, 0.84]),
  figures('bakery', 31, 2.285, [4.346, 3.554, 5.409], 222, [36, 75, 100], [33, 68, 96], [0.85, 0.84, 0.82]),
  figures('msn', 78, 2.037, [1.183, 1.38, 1.682], 459, [0, 117, 144], [0, 117, 144], [undefined, 0.84, 0.72]),
  figures('ms2', 60, 1.033, [1.847, 2.438, 1.781], 75, [0, 2, 5], [0, 2, 5], [undefined, 1, 0.57]),
  figures('lazylist', 116, 1.936, [2.675, 2.945, 3.122], 192, [0, 8, 10], [0, 8, 9], [undefined, 0.96, 0.62]),
  figures(
    'harris',
    150,
    4.366,
    [2.775, 3.393, 3.767],
    172,
    [0, 54, 49],
    [0, 48, 49],
    [undefined, 0.35, 0.68],
  ),
  figures(
    'snark',
    143,
    6.26,
    [1.664, 0.989, 1.18],
    1800,
    [0, 647, 404],
    [0, 419, 191],
    [undefined, 0.6, 0.59],
  ),
];
