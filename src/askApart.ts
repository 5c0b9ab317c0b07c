// Questions that an AbortSignal can end. A search holds the thread it runs on, so the question runs on a thread of its own, which is
// terminated when the signal fires.

import { Worker } from 'node:worker_threads';
import type { Reply, Work } from './askWorker.js';
import { InputError } from './support/diagnostic.js';
import type { Engine, EngineName } from './verdict/engine.js';

export interface ThreadSettings {
  /** Ends the question when it fires: its thread is terminated, and the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The module of the thread that a question with a signal runs on; the package's own if absent. */
  readonly worker?: URL;
}

/** Settings that can leave a thread: callbacks stay behind. */
const sendable = (settings: object): object =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([key, value]) => typeof value !== 'function' && key !== 'signal' && key !== 'worker',
    ),
  );

/** Does one piece of work on a thread that ends with it, or with the signal. */
export function apart<N extends keyof Work>(
  signal: AbortSignal,
  worker: URL | undefined,
  name: N,
  subject: Work[N]['subject'],
  settings: Work[N]['settings'],
): Promise<Work[N]['answer']> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = { name, subject, settings: sendable(settings) };
    const thread = new Worker(worker ?? new URL('./askWorker.js', import.meta.url), { workerData: request });
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', abort);
      void thread.terminate().then(settle, settle);
    };
    const abort = (): void => end(() => reject(signal.reason));
    signal.addEventListener('abort', abort, { once: true });
    thread.once('error', (error) => end(() => reject(error)));
    thread.once('message', (reply: Reply<N>) =>
      end(() => {
        if (reply.kind === 'done') resolve(reply.value);
        else reject(new InputError(reply.diagnostic, reply.text));
      }),
    );
  });
}

/** An engine whose every search runs apart, for fence synthesis: the text it changes stays with the caller. */
export function engineApart(name: EngineName, signal: AbortSignal, worker: URL | undefined): Engine {
  return {
    name,
    elsewhere: true,
    async explore(program, model, limits, show) {
      const { answer, shown } = await apart(signal, worker, 'explore', { name, program, model }, limits);
      for (const [claim, evidence] of shown) show(claim, evidence);
      return answer;
    },
    robust: (program, model, limits) =>
      apart(signal, worker, 'engineRobust', { name, program, model }, limits),
  };
}
