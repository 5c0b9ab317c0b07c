// The threads of the engines. The one of the explicit engine is started before the editor is loaded, so that a first answer is there
// when the page is.

import type { EngineName } from '../src/verdict/engine.js';

const startExplicit = (): Worker =>
  new Worker(new URL('./explicitWorker.ts', import.meta.url), { type: 'module' });

let first: Worker | undefined = startExplicit();

/** A thread that nobody else has. */
export function startWorker(engine: EngineName): Worker {
  if (engine === 'symbolic')
    return new Worker(new URL('./symbolicWorker.ts', import.meta.url), { type: 'module' });
  const worker = first ?? startExplicit();
  first = undefined;
  return worker;
}
