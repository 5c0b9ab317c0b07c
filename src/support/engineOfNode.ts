// What Node tells of V8 and its flags. Its module for that loads streams, which takes milliseconds and most runs do without; the
// same functions are below it, where Node lets them be reached.

import * as v8 from 'node:v8';

interface EngineOfNode {
  setFlagsFromString(flags: string): void;
  /** A number for the version of V8 and its flags. */
  cachedDataVersionTag(): number;
}

let known: EngineOfNode | undefined;

export function engineOfNode(): EngineOfNode {
  known ??= below() ?? v8;
  return known;
}

/** Undefined where Node gives it to nobody any more, or to nobody who has few permissions. */
function below(): EngineOfNode | undefined {
  const { noDeprecation } = process;
  try {
    if (!('binding' in process) || typeof process.binding !== 'function') return undefined;
    // Who uses the command can do nothing about it.
    process.noDeprecation = true;
    const engine: unknown = process.binding('v8');
    return isEngine(engine) ? engine : undefined;
  } catch {
    return undefined;
  } finally {
    process.noDeprecation = noDeprecation ?? false;
  }
}

const isEngine = (value: unknown): value is EngineOfNode =>
  typeof value === 'object' &&
  value !== null &&
  'setFlagsFromString' in value &&
  typeof value.setFlagsFromString === 'function' &&
  'cachedDataVersionTag' in value &&
  typeof value.cachedDataVersionTag === 'function';
