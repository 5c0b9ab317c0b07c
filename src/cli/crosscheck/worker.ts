// What a thread of the pool runs.

import { doJob } from './job.js';

export default doJob;
