// All experiments in the order they run: the papers', then those on diptych itself. Shared parts are measured for the
// first experiment with the largest limit. So `engines`, which looks at everything again, comes after the papers.

import { crosschecks } from './own/crosschecks.js';
import { encodings } from './own/encodings.js';
import { engines } from './own/engines.js';
import { exploration } from './own/exploration.js';
import { fences } from './own/fences.js';
import { judges } from './own/judges.js';
import { monitorCost } from './own/monitorCost.js';
import { open } from './own/open.js';
import { readers } from './own/readers.js';
import { recorded } from './own/recorded.js';
import { speed } from './own/speed.js';
import { start } from './own/start.js';
import { bss } from './papers/bss.js';
import { nidhugg } from './papers/nidhugg.js';
import { relaxer } from './papers/relaxer.js';
import { rivals } from './papers/rivals.js';
import { sober } from './papers/sober.js';
import type { Experiment } from './table.js';

const papers: readonly Experiment[] = [sober, bss, nidhugg, relaxer, rivals];
const own: readonly Experiment[] = [
  engines,
  encodings,
  exploration,
  monitorCost,
  crosschecks,
  fences,
  judges,
  readers,
  recorded,
  open,
  start,
  speed,
];

export const experiments: readonly Experiment[] = [...papers, ...own];
