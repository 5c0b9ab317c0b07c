// What a thread of exploreParallel runs if nobody wants it to judge what it finds. Nobody else may import this module: it listens.

import { parentPort } from 'node:worker_threads';
import { serveRounds } from './takePart.js';

if (parentPort !== null) serveRounds(parentPort);
