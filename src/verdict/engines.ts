// The engines there are, by name.

import type { Engine } from './engine.js';

export { defaultEncoding, type Encoding, encodings } from '../symbolic/acyclic/encoding.js';

export const engineChoices = ['both', 'symbolic', 'explicit'] as const;
export type EngineChoice = (typeof engineChoices)[number];

export const defaultEngines: EngineChoice = 'both';

export interface StartOptions {
  /** Megabytes for the solver. */
  readonly memoryMb?: number;
  /** Only the part of the solver that small questions need: a question that needs more is not answered. */
  readonly small?: boolean;
}

/** Starts the engines of a choice. An engine is loaded when it is first wanted. */
export async function startEngines(
  choice: EngineChoice,
  options: StartOptions = {},
): Promise<readonly Engine[]> {
  switch (choice) {
    case 'explicit':
      return [await explicit()];
    case 'symbolic':
      return [await symbolic(options)];
    case 'both':
      return Promise.all([explicit(), symbolic(options)]);
  }
}

const explicit = async (): Promise<Engine> => (await import('./explicit.js')).explicitEngine;
const symbolic = async (options: StartOptions): Promise<Engine> =>
  (await import('./symbolic.js')).startSymbolicEngine(options);
