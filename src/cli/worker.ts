// The main module of a command's thread.

import { usualTag } from '../launcher/v8Flags.js';
import { serve } from './runner/serve.js';
import { tasks } from './runner/tasks.js';

// Before the main thread sets others, which are the flags of all threads.
usualTag();
serve(tasks);
