// The experiments there are, in the order they run: the papers', then those on diptych itself. What several have in common is
// measured for the first with the largest limit, so `engines`, which looks at everything again, comes after the papers.

import { bss } from './bss.js';
import { crosschecks } from './crosschecks.js';
import { encodings } from './encodings.js';
import { engines } from './engines.js';
import { exploration } from './exploration.js';
import { monitorCost } from './monitorCost.js';
import { nidhugg } from './nidhugg.js';
import { relaxer } from './relaxer.js';
import { rivals } from './rivals.js';
import { sober } from './sober.js';
import type { Experiment } from './table.js';

const papers: readonly Experiment[] = [sober, bss, nidhugg, relaxer, rivals];
const own: readonly Experiment[] = [engines, encodings, exploration, monitorCost, crosschecks];

export const experiments: readonly Experiment[] = [...papers, ...own];
