// The experiments there are, in the order they run.

import { encodings } from './encodings.js';
import { engines } from './engines.js';
import type { Experiment } from './table.js';

export const experiments: readonly Experiment[] = [encodings, engines];
