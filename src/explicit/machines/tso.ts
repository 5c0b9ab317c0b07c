// Total store order: one FIFO buffer per thread; an atomic waits until it is empty.

import type { StoreBufferModel } from './storeBuffer.js';

export const tso: StoreBufferModel = {
  name: 'tso',
  buffers: true,
  mayCommit: (_buffer, i) => i === 0,
  mayUpdate: (buffer) => buffer.length === 0,
};
