// Starts the process that makes machine code for later runs. No caller waits for it, and nothing is lost without it.
// It has the flags of this process and no others, since V8 accepts kept code only under the flags it was made with.

import { join } from 'node:path';

export function startPractice(folder: string): void {
  try {
    const { spawn }: typeof import('node:child_process') = require('node:child_process');
    const options = { detached: true, stdio: 'ignore' } as const;
    spawn(process.execPath, [...process.execArgv, join(folder, 'practice.cjs')], options).unref();
  } catch {
    // Then every run compiles what it needs.
  }
}
