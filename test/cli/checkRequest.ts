// The request of `check FILE` with the usual options.

import type { FileRequest } from '../../src/cli/answerFile.js';
import type { AskOptions } from '../../src/cli/options.js';

export function checkRequest(file: string, changes: Partial<AskOptions>): FileRequest {
  const options: AskOptions = {
    model: ['sc'],
    engine: 'both',
    unroll: 8,
    unrollLoop: [],
    spinAssume: true,
    symmetry: true,
    define: [],
    include: [],
    link: [],
    argument: [],
    cflag: [],
    report: '.',
    ...changes,
  };
  return { command: 'check', file, options, colours: { stdout: false, stderr: false }, debug: false };
}
