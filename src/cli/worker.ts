// What a thread of the pool runs.

import { answerFile } from './answerFile.js';

export default answerFile;
