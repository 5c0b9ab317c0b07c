// Starts the worker of the engine that answers first, and only then loads the page: both are on their way at the same time.

import './state/workers.js';
import './style/index.css';

void import('./start.js').then(({ start }) => start());
