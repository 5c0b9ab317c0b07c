// Node's interface to V8 and its flags. Node's own module for that loads streams, which takes milliseconds that most
// runs can save. The same functions lie below it, where Node lets them be reached.

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

/** Undefined where Node no longer offers it, or offers it only with more permissions. */
function below(): EngineOfNode | undefined {
  const { noDeprecation } = process;
  try {
    if (!('binding' in process) || typeof process.binding !== 'function') return undefined;
    // The user of the command can do nothing about the warning.
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
