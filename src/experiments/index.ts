// The experiments there are, in the order they run.

import { encodings } from './encodings.js';
import { engines } from './engines.js';
import { nidhugg } from './nidhugg.js';
import { rivals } from './rivals.js';
import type { Experiment } from './table.js';

export const experiments: readonly Experiment[] = [encodings, engines, nidhugg, rivals];
