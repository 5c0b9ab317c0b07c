// Starts the process that makes machine code for later runs. No caller waits for it, and nothing is lost without it.

import { join } from 'node:path';

export function startPractice(folder: string): void {
  try {
    const { spawn }: typeof import('node:child_process') = require('node:child_process');
    const options = { detached: true, stdio: 'ignore' } as const;
    const most = '--max-old-space-size=512';
    spawn(process.execPath, [...process.execArgv, most, join(folder, 'practice.cjs')], options).unref();
  } catch {
    // Then every run compiles what it needs.
  }
}
