// The explicit engine in a worker.

import { explicitEngine } from '../src/verdict/explicit.js';
import { serve } from './worker.js';

serve('explicit', async () => explicitEngine);
