// The process that reads programs and asks the engines for the language server. It can be killed at any time. It ends
// with the server, also where the server was killed. Then the channel between them closes, and a thread notices that
// the parent is gone.

import { Worker } from 'node:worker_threads';
import { isStackOverflow } from '../../support/stackOverflow.js';
import { isTask, type Task, type TaskAnswer } from './messages.js';

const watch = `
const parent = process.ppid;
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);
`;

async function answerOf(task: Task): Promise<TaskAnswer> {
  try {
    if (task.kind === 'read') {
      const { readingOf } = await import('./reading.js');
      return { kind: 'read', reading: await readingOf(task) };
    }
    const { asked } = await import('./asking.js');
    return { kind: 'asked', answer: await asked(task, new URL('../worker.js', import.meta.url)) };
  } catch (error) {
    if (isStackOverflow(error)) return { kind: 'failed', message: 'the program nests too deeply' };
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (message: unknown) => {
  if (isTask(message)) void answerOf(message).then((answer) => process.send?.(answer));
});
// Compilers that it started end with it.
process.on('SIGTERM', () => process.exit(1));
process.on('disconnect', () => process.exit(1));
new Worker(watch, { eval: true }).unref();
