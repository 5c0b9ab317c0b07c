// The experiments there are, in the order they run.

import { engines } from './engines.js';
import type { Experiment } from './table.js';

export const experiments: readonly Experiment[] = [engines];
