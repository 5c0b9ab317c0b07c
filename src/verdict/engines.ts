// The engines there are, by name.

import type { Engine } from './engine.js';
import { explicitEngine } from './explicit.js';

export const engineChoices = ['explicit'] as const;
export type EngineChoice = (typeof engineChoices)[number];

export const defaultEngines: EngineChoice = 'explicit';

/** Starts the engines of a choice; those that run already are started once. */
export async function startEngines(choice: EngineChoice): Promise<readonly Engine[]> {
  switch (choice) {
    case 'explicit':
      return [explicitEngine];
  }
}
