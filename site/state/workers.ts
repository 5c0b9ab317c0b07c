// The workers of the page. The one of the explicit engine is started before anything else is loaded, so that a first answer is
// there when the page is.

export type Role = 'explicit' | 'symbolic' | 'machine';

const start = (name: Role): Worker =>
  new Worker(new URL('../engine/worker.ts', import.meta.url), { type: 'module', name });

let first: Worker | undefined = start('explicit');

/** A worker that has no question yet. */
export function startWorker(role: Role): Worker {
  if (role !== 'explicit' || first === undefined) return start(role);
  const worker = first;
  first = undefined;
  return worker;
}
