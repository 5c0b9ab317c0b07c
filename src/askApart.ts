// Questions that an AbortSignal can end. A search holds the thread it runs on, so the question runs on a thread of its own, which is
// terminated when the signal fires.

import { Worker } from 'node:worker_threads';
import type { Asked, AskRequest, Reply, Work } from './askWorker.js';
import { InputError } from './support/diagnostic.js';
import type { EngineName, Limits } from './verdict/engine.js';
import type { About, AnswerTo, Executor, Kind, OnFound } from './verdict/executor.js';

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
  return onThread(signal, worker, { name, subject, settings: sendable(settings) });
}

/** Puts every question on a thread of its own, for fence synthesis: the text it changes stays with the caller. */
export const executorApart = (name: EngineName, signal: AbortSignal, worker: URL | undefined): Executor => ({
  name,
  apart: true,
  async ask<K extends Kind>(
    kind: K,
    about: About<K>,
    limits: Limits,
    onFound?: OnFound,
  ): Promise<AnswerTo<K>> {
    const settings = { ...sendable(limits), unroll: limits.unroll };
    const request: AskRequest<K> = { name: 'ask', engine: name, kind, about, limits: settings };
    const { answer, found } = await onThread<Asked<K>>(signal, worker, request);
    for (const one of found) onFound?.(...one);
    return answer;
  },
});

function onThread<T>(signal: AbortSignal, worker: URL | undefined, request: object): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const thread = new Worker(worker ?? new URL('./askWorker.js', import.meta.url), { workerData: request });
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', abort);
      void thread.terminate().then(settle, settle);
    };
    const abort = (): void => end(() => reject(signal.reason));
    signal.addEventListener('abort', abort, { once: true });
    thread.once('error', (error) => end(() => reject(error)));
    thread.once('message', (reply: Reply<T>) =>
      end(() => {
        if (reply.kind === 'done') resolve(reply.value);
        else reject(new InputError(reply.diagnostic, reply.text));
      }),
    );
  });
}
