// The main module of a child process of `diptych tables`: it gets the address of one part and sends the measured
// cells.

import { experiments } from '../index.js';
import { measureHere, type PartAddress } from './measurePart.js';

process.once('message', (address: PartAddress) => {
  void measureHere(experiments)(address, new AbortController().signal).then((result) => {
    process.send?.(result, () => process.exit());
  });
});
