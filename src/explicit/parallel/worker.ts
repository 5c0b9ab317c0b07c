// The entry of a thread of exploreParallel that does not judge its findings. No other module may import it: it
// listens for messages.

import { parentPort } from 'node:worker_threads';
import { serveRounds } from './takePart.js';

if (parentPort !== null) serveRounds(parentPort);
