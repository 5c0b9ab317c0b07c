// Sequential consistency: one memory, no buffers.

import type { StoreBufferModel } from './storeBuffer.js';

export const sc: StoreBufferModel = {
  name: 'sc',
  buffers: false,
  mayCommit: () => false,
  mayUpdate: () => true,
};
