// Total store order: each thread has one FIFO store buffer. A read-modify-write waits until its thread's buffer is empty.

import type { StoreBufferModel } from './storeBuffer.js';

export const tso: StoreBufferModel = {
  name: 'tso',
  buffers: true,
  mayCommit: (_buffer, i) => i === 0,
  mayUpdate: (buffer) => buffer.length === 0,
};
