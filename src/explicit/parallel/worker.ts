// What a thread of exploreParallel runs: it takes part in explorations of one program until it is ended. A message is the
// memory of an exploration, the answer what this thread saw of it. Nobody else may import this module: it listens.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type Round, type RoundAnswer, takePart, type WorkerData } from './takePart.js';

function serve(port: MessagePort, data: WorkerData): void {
  port.on('message', (round: Round) => {
    const answer: RoundAnswer = { number: round.number, answer: takePart(data, round) };
    port.postMessage(answer);
  });
}

if (parentPort !== null) serve(parentPort, workerData);
