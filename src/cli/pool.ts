// Threads that answer for files. Without a worker file everything happens on the thread of the caller.

import type { Tinypool } from 'tinypool';
import { answerFile, errorAnswer, type FileAnswer, type FileRequest } from './answerFile.js';
import { status } from './status.js';

export interface Pool {
  answer(request: FileRequest): Promise<FileAnswer>;
  close(): Promise<void>;
}

const sameThread: Pool = { answer: answerFile, close: async () => {} };

export function openPool(worker: URL | undefined, threads: number): Pool {
  if (worker === undefined) return sameThread;
  let pool: Promise<Tinypool> | undefined;
  const open = async (): Promise<Tinypool> => {
    const { Tinypool } = await import('tinypool');
    return new Tinypool({
      filename: worker.href,
      runtime: 'worker_threads',
      minThreads: 1,
      maxThreads: Math.max(1, threads),
      // Workers keep their engines; there is no point in ending one between two files.
      idleTimeout: 60_000,
    });
  };
  return {
    async answer(request) {
      pool ??= open();
      return (await pool).run(request).catch((error: unknown) => lost(request, error));
    },
    close: async () => (await pool)?.destroy(),
  };
}

/** The thread itself died, most likely for want of memory. */
function lost(request: FileRequest, error: unknown): FileAnswer {
  const message = `the thread that worked on it ended: ${error instanceof Error ? error.message : String(error)}`;
  const answer = errorAnswer(request, {
    code: 'worker-lost',
    message,
    file: request.file,
    hint: 'a smaller --unroll or --max-executions needs less memory',
  });
  return { ...answer, status: status.noAnswer };
}
