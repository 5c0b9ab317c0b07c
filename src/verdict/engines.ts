// The engines there are, by name.

import type { Engine, EngineName } from './engine.js';

export const engineChoices = ['explicit'] as const;
export type EngineChoice = (typeof engineChoices)[number];

export const defaultEngines: EngineChoice = 'explicit';

/** Starts the engines of a choice. */
export async function startEngines(choice: EngineChoice): Promise<readonly Engine[]> {
  const names: readonly EngineName[] = [choice];
  return names.map(engine);
}

function engine(name: EngineName): Engine {
  throw new Error(`no engine ${name}`);
}
