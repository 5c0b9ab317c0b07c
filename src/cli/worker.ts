// What a thread of the command line runs.

import { usualTag } from '../support/v8Flags.js';
import { serve } from './runner/serve.js';
import { tasks } from './runner/tasks.js';

usualTag();
serve(tasks);
