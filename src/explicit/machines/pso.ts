// Partial store order: one FIFO buffer per thread and address. A store-store fence does not flush: stores of a newer
// epoch wait for those of older ones. An atomic waits for the buffer of its own address and for older epochs.

import { covers, overlap, type StoreBufferModel } from './storeBuffer.js';

export const pso: StoreBufferModel = {
  name: 'pso',
  buffers: true,
  mayCommit: (buffer, i) =>
    buffer.every((e, k) => (k >= i || !overlap(e, buffer[i])) && e.epoch >= buffer[i].epoch),
  mayUpdate: (buffer, address, epoch) => buffer.every((e) => !covers(e, address) && e.epoch >= epoch),
};
