// The engines there are, by name.

import type { Engine } from './engine.js';

export const engineChoices = ['explicit'] as const;
export type EngineChoice = (typeof engineChoices)[number];

export const defaultEngines: EngineChoice = 'explicit';

/** Starts the engines of a choice. An engine is loaded when it is first wanted. */
export async function startEngines(choice: EngineChoice): Promise<readonly Engine[]> {
  switch (choice) {
    case 'explicit':
      return [(await import('./explicit.js')).explicitEngine];
  }
}
