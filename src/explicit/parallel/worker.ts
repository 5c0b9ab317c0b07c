// What a thread of exploreParallel runs: it takes part in explorations of one program until it is ended. A message is the
// memory of an exploration, the answer what this thread saw of it. Nobody else may import this module: it listens.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type Round, takePart, type WorkerData } from './takePart.js';

function serve(port: MessagePort, data: WorkerData): void {
  port.on('message', (round: Round) => port.postMessage(takePart(data, round)));
}

if (parentPort !== null) serve(parentPort, workerData);
