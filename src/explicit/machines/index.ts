// The operational memory models by name.

import type { ModelName } from '../../execution/execution.js';
import { pso } from './pso.js';
import { sc } from './sc.js';
import type { StoreBufferModel } from './storeBuffer.js';
import { tso } from './tso.js';

export const storeBufferModels: Readonly<Record<ModelName, StoreBufferModel>> = { sc, tso, pso };
