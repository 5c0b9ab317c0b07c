// Whole commands that are stopped.

import { expect, it } from 'vitest';
import { runCommand } from '../../lab/run/wholeCommand.js';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('leave none of the processes that they have started', async () => {
  const { finished, text } = runCommand(['sh', '-c', 'sleep 60 & echo $!; wait'], { timeLimitMs: 500 });
  expect(finished).toBe(false);
  const pid = Number(text.trim());
  expect(pid).toBeGreaterThan(0);
  await expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false);
});
