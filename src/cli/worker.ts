// What a thread of the command line runs.

import { serve } from './runner/serve.js';
import { tasks } from './runner/tasks.js';

serve(tasks);
