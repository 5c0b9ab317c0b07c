// A worker of the page. Its name is its role: one of the engines, or the machine on which runs are stepped. It
// answers questions one after the other. The page ends a worker whose question has become obsolete.

import type { ModelName } from '../../src/execution/execution.js';
import { InputError } from '../../src/support/diagnostic.js';
import { present } from '../../src/support/present.js';
import type { Engine } from '../../src/verdict/engine.js';
import { explicitEngine } from '../../src/verdict/explicit.js';
import type { Problem, Question, Reply, Request, Source } from '../protocol.js';
import { programOf } from './program.js';
import { statesOf, timeIsOver } from './states.js';
import { stepping } from './stepping.js';

declare const self: DedicatedWorkerGlobalScope;

let engine: Promise<Engine> | undefined;

/** Milliseconds that each model has at first. */
const firstTurnMs = 4000;

/** Z3 is fetched with the first question. */
const startEngine = async (): Promise<Engine> =>
  self.name === 'symbolic' ? (await import('./symbolic.js')).startSymbolic() : explicitEngine;

let last: Promise<void> = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<Request>) => {
  last = last.then(() => answer(data));
};

async function answer(request: Request): Promise<void> {
  const { revision } = request.source;
  const say = (reply: Reply): void => self.postMessage({ ...reply, revision });
  try {
    if (request.kind === 'run' || request.kind === 'choices') say(await stepping(request));
    else {
      engine ??= startEngine();
      await ask(request.kind, request.source, await engine, say);
    }
  } catch (error) {
    if (request.kind !== 'run' && request.kind !== 'choices')
      say({ kind: 'problem', question: request.kind, problems: problemsOf(error, request.source) });
  }
  if (request.kind !== 'run' && request.kind !== 'choices') say({ kind: 'done', question: request.kind });
}

async function ask(
  question: Question,
  source: Source,
  asked: Engine,
  say: (reply: Reply) => void,
): Promise<void> {
  switch (question) {
    case 'states': {
      const program = await programOf(source);
      const unfinished: ModelName[] = [];
      for (const model of source.models) {
        const answer = await statesOf(program, model, asked, source, say, firstTurnMs);
        say({ kind: 'states', answer });
        if (!answer.complete && answer.shortfall === timeIsOver) unfinished.push(model);
      }
      // A model that takes long does not keep the others waiting: it has its turn again.
      for (const model of unfinished)
        say({ kind: 'states', answer: await statesOf(program, model, asked, source, say) });
      return;
    }
    case 'robust': {
      const { robustness } = await import('./robust.js');
      return say({ kind: 'robust', answers: await robustness(await programOf(source), source, asked, say) });
    }
    case 'races': {
      const { races } = await import('./races.js');
      return say({ kind: 'races', answer: await races(await programOf(source), source, asked, say) });
    }
    case 'repair': {
      const { repairs } = await import('./repairs.js');
      // The explicit engine found the claims that Z3 confirms.
      const engines = asked.name === 'symbolic' ? [explicitEngine, asked] : [asked];
      for await (const one of repairs(source, engines, say)) say({ kind: 'repair', answer: one });
    }
  }
}

function problemsOf(error: unknown, { files }: Source): Problem[] {
  if (!(error instanceof InputError))
    return [{ message: error instanceof Error ? error.message : String(error) }];
  const { more = [], ...first } = error.diagnostic;
  return [first, ...more].map(({ message, hint, file, line, column, endColumn }) => ({
    message,
    ...present({ hint, line, column, endColumn, file: file === files[0].name ? undefined : file }),
  }));
}
